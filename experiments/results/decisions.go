package results

// Compiler is what the compiler said of one build.
type Compiler struct {
	Build string `json:"build"`

	// Command made the compiler say it.
	Command []string `json:"command"`

	// Binary is the first 16 hex digits of the SHA-256 of the binary that
	// the command built.
	Binary string `json:"binary,omitempty"`

	// Functions are in the order of package, file and line.
	Functions []Function `json:"functions"`
}

// A Function is what the compiler decided about one function or one
// instantiation of it.
type Function struct {
	// Name is the name as pprof shows it, package path included, as in
	// "example.com/m/lib.(*List[go.shape.int]).Push". A decision that the
	// compiler does not tie to an instantiation stands under the generic
	// name, with "[...]" in place of type arguments.
	Name    string `json:"name"`
	Package string `json:"package"`

	// File is relative to the module's root, Line counts from 1.
	File string `json:"file"`
	Line int    `json:"line"`

	// Inline says whether calls of the function can be replaced by its
	// body: nil when the compiler did not say.
	Inline *Inline `json:"inline,omitempty"`

	// Decisions are the other things that were said of places in the body.
	Decisions []Decision `json:"decisions,omitempty"`
}

// Inline is the compiler's verdict on inlining a function.
type Inline struct {
	Can bool `json:"can"`

	// Cost is in the compiler's units, against a budget of 80; zero when
	// it gave a reason without a cost.
	Cost int `json:"cost,omitempty"`

	// Reason is why it cannot be inlined.
	Reason string `json:"reason,omitempty"`
}

// DecisionKind is a kind of compiler decision.
type DecisionKind string

// The kinds of decisions.
const (
	InlinedCall DecisionKind = "inlined-call" // a call was replaced by the body; Text is the callee
	Escapes     DecisionKind = "escapes"      // a value escapes to the heap; Flow says how
	MovedToHeap DecisionKind = "moved"        // a variable lives on the heap
	StaysLocal  DecisionKind = "stays"        // a value does not escape
	Leaks       DecisionKind = "leaks"        // a parameter leaks
	BoundsCheck DecisionKind = "bounds-check" // an index or slice check remains

	NilCheck     DecisionKind = "nil-check"     // a nil check remains
	WriteBarrier DecisionKind = "write-barrier" // a pointer is stored with a write barrier
	Defer        DecisionKind = "defer"         // a defer statement; Text says how: open-coded, stack-allocated, heap-allocated
)

// A Decision is one thing that the compiler said of one place.
type Decision struct {
	Kind DecisionKind `json:"kind"`

	// Line and Column count from 1.
	Line   int `json:"line"`
	Column int `json:"column"`

	// Text is the subject in the compiler's words, such as "&node{...}".
	Text string `json:"text"`

	// Flow is the path by which a value escapes, a step a string.
	Flow []string `json:"flow,omitempty"`
}
