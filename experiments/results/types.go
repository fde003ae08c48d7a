package results

import (
	"time"

	"github.com/assay-bench/assay/experiments"
)

// Schema is the version of the record that this package writes.
const Schema = 1

// A Run says what was asked, on what machine and with which tool: enough to
// run it again.
type Run struct {
	Schema int `json:"schema"`

	// Command is the command line that made the record, with the seed.
	Command []string `json:"command"`

	// Started and Finished are in UTC. Finished is zero while the run goes
	// on and after one that was killed.
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished,omitzero"`

	// Interrupted is set when the run was ended by a signal.
	Interrupted bool `json:"interrupted,omitempty"`

	// Seed decides every order in which things ran.
	Seed uint64 `json:"seed"`

	// Rounds is how often each cell was to be measured at most; zero when
	// Precision and Budget alone decide.
	Rounds int `json:"rounds"`

	// Budget is the time that timing was allowed to take.
	Budget time.Duration `json:"budgetNs"`

	// Precision is how narrow the intervals were to become, as a relative
	// half-width; zero when Rounds and Budget alone decide.
	Precision float64 `json:"precision,omitempty"`

	// Layouts are the seeds of the linker that rounds rotate over, in order.
	// Zero is the linker's own order of functions.
	Layouts []int64 `json:"layouts,omitempty"`

	// Quick marks a run that was a tour: fewer rounds, less evidence.
	Quick bool `json:"quick,omitempty"`

	// SelfTest marks a run that measures assay itself.
	SelfTest bool `json:"selfTest,omitempty"`

	// Experiments are the names of what was to be run, in order.
	Experiments []string `json:"experiments"`

	// Tool is the version of assay.
	Tool string `json:"tool"`

	// Module and Revision say what was measured. Dirty is set when the work
	// tree had changes that Revision does not have.
	Module   string `json:"module"`
	Revision string `json:"revision,omitempty"`
	Dirty    bool   `json:"dirty,omitempty"`

	// Machine is where it ran.
	Machine Machine `json:"machine"`

	// Spent says where the time went.
	Spent Spent `json:"spent"`
}

// Spent is wall time in nanoseconds by what it went to.
type Spent struct {
	// Timing and Evidence are spent inside benchmark processes.
	Timing   time.Duration `json:"timingNs"`
	Evidence time.Duration `json:"evidenceNs"`

	// Toolchain is spent inside the go command and its tools.
	Toolchain time.Duration `json:"toolchainNs"`

	// Own is the rest: what assay itself cost.
	Own time.Duration `json:"ownNs"`
}

// A Machine is what a reader must know of the place where a run was made.
// What the operating system does not tell is empty.
type Machine struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`

	// CPU is the model's name, Cores the number of logical processors.
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`

	// MemoryBytes is the main memory.
	MemoryBytes int64 `json:"memoryBytes,omitempty"`

	// Kernel is the release of the operating system.
	Kernel string `json:"kernel,omitempty"`

	// ClockSource is what the kernel reads time from.
	ClockSource string `json:"clockSource,omitempty"`

	// Governor is the policy for the processor's frequency.
	Governor string `json:"governor,omitempty"`

	// Boost says whether processors ran above their nominal frequency while
	// they were cool, SMT whether two logical ones shared a core: "on" or
	// "off".
	Boost string `json:"boost,omitempty"`
	SMT   string `json:"smt,omitempty"`

	// Quota is how many processors' time the control group allowed; zero
	// without a limit.
	Quota float64 `json:"quota,omitempty"`

	// Virtual names the hypervisor, if there is one.
	Virtual string `json:"virtual,omitempty"`

	// Go is the version of the toolchain that built what was measured.
	Go string `json:"go"`

	// GOMAXPROCS is what the measured processes ran with.
	GOMAXPROCS int `json:"gomaxprocs"`

	// LoadBefore is the load average over a minute when the run began;
	// negative where there is none.
	LoadBefore float64 `json:"loadBefore"`
}

// Pass says what a process was started for.
type Pass string

// The passes. A profiling pass is named after its Kind.
const (
	// PassBuild is a build that failed. One that did not is no process.
	PassBuild Pass = "build"

	// PassCalibrate finds the cells and how many iterations each takes.
	PassCalibrate Pass = "calibrate"

	// PassTiming is what rounds.txt holds.
	PassTiming Pass = "timing"

	// PassPGO takes the profile that a build is optimised by.
	PassPGO Pass = "pgo"

	// PassPlain runs what the pass for the CPU profile runs, without a
	// profile: what the two differ by is what profiling costs.
	PassPlain Pass = "plain"
)

// A Process is one start of a test binary: a line of cells.jsonl.
type Process struct {
	// Process counts from 1 within the experiment.
	Process int `json:"process"`

	Pass Pass `json:"pass"`

	// Round and Position count from 1; zero outside of timing.
	Round    int `json:"round,omitempty"`
	Position int `json:"position,omitempty"`

	// Cell is what was run. A calibrating process runs many and has none.
	Cell experiments.Cell `json:"cell,omitzero"`

	// Control marks the second run of the baseline.
	Control bool `json:"control,omitempty"`

	// Layout is the seed by which the linker ordered the functions of the
	// binary; zero for its own order.
	Layout int64 `json:"layout,omitempty"`

	// Attempt counts from 1 within a round: a process that was disturbed is
	// run again. Zero outside of timing.
	Attempt int `json:"attempt,omitempty"`

	// Disturbed says in a sentence what disturbed the process; empty when
	// nothing did that is known.
	Disturbed string `json:"disturbed,omitempty"`

	// Again marks a disturbed process that is run again in its round. Its
	// figures count only where the run ended before that.
	Again bool `json:"again,omitempty"`

	// WarmUp is the ns/op of the iterations that ran before those that
	// count, in the same process; zero where there were none.
	WarmUp float64 `json:"warmUpNs,omitempty"`

	// Command is the program and its arguments, Env what was added to the
	// environment.
	Command []string `json:"command"`
	Env     []string `json:"env,omitempty"`

	// Binary is the first 16 hex digits of the binary's SHA-256.
	Binary string `json:"binary"`

	Started time.Time `json:"started"`

	// Wall, User and System are in nanoseconds.
	Wall   time.Duration `json:"wallNs"`
	User   time.Duration `json:"userNs"`
	System time.Duration `json:"systemNs"`

	// MaxRSS is the peak of resident memory in bytes; zero where the
	// operating system does not tell.
	MaxRSS int64 `json:"maxRssBytes,omitempty"`

	// Voluntary and Involuntary count context switches; negative where the
	// operating system does not tell.
	Voluntary   int64 `json:"voluntarySwitches"`
	Involuntary int64 `json:"involuntarySwitches"`

	// Foreign is the share of the machine's processor time, from 0 to 1,
	// that went to other work while the process ran, and Stolen the share
	// that the hypervisor kept; negative where it is not known.
	Foreign float64 `json:"foreign"`
	Stolen  float64 `json:"stolen"`

	// Pressure is the share of the wall time, from 0 to 1, in which some
	// task of the machine waited for a processor; negative where it is not
	// known. The process's own tasks count too.
	Pressure float64 `json:"pressure"`

	// Throttled is the time for which the control group's quota held its
	// tasks back; negative where it is not known.
	Throttled time.Duration `json:"throttledNs"`

	// ClockSource is what the kernel read time from when the process ended,
	// where that changed while it ran.
	ClockSource string `json:"clockSource,omitempty"`

	// File is the profile that the process wrote, relative to the
	// experiment's folder in the record, with slashes; empty for others.
	File string `json:"file,omitempty"`

	// Iterations is how many iterations of its benchmark a process ran that
	// gathered evidence, all of them, also those that were not measured; zero
	// for others and where it is not known.
	Iterations int64 `json:"iterations,omitempty"`

	// Values is what the benchmark printed in a process that gathered
	// evidence, by unit. The figures of timed ones are observations.
	Values map[string]float64 `json:"values,omitempty"`

	// Exit is the exit status, -1 when ended by a signal.
	Exit int `json:"exit"`

	// Failure says in a sentence why the process counts as failed; empty
	// when it does not. Output is then what it printed, its middle left out
	// where it is long.
	Failure string `json:"failure,omitempty"`
	Output  string `json:"output,omitempty"`
}

// An Observation is what one timed process measured: one benchmark line of
// rounds.txt.
type Observation struct {
	Process, Round, Position int

	// Layout and Attempt are as in Process.
	Layout  int64
	Attempt int

	// Again is as in Process.
	Again bool

	Cell    experiments.Cell
	Control bool

	// Iterations is the N of the benchmark.
	Iterations int

	// Values maps a unit, as printed, to its value.
	Values map[string]float64
}

// A Peer is what one sample of go test measured in a run that measures assay
// itself: one of the lines that a process with -test.count printed.
type Peer struct {
	// Replicate numbers the times that all arms were run, from 1. Zero is for
	// what is no sample, such as a count of instructions.
	Replicate int

	// Seconds is how long the whole process took, with all of its samples.
	Seconds float64

	Cell experiments.Cell

	// Values maps a unit, as printed, to its value.
	Values map[string]float64
}

// Kind is a kind of profile, named as its file without the extension.
type Kind string

// The kinds of profiles.
const (
	CPU    Kind = "cpu"
	Allocs Kind = "allocs"
	Mutex  Kind = "mutex"
	Block  Kind = "block"
	Wall   Kind = "wall"
	Trace  Kind = "trace"
)

// Kinds lists all kinds, in the order in which they are taken.
var Kinds = []Kind{CPU, Allocs, Mutex, Block, Wall, Trace}

// IsPprof reports whether go tool pprof reads the kind.
func (k Kind) IsPprof() bool { return k != Trace }

// FileName is the name of the file that holds a profile of this kind.
func (k Kind) FileName() string {
	if k.IsPprof() {
		return string(k) + ".pprof"
	}
	return string(k) + ".out"
}

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

// Structs is the layout of the struct types in one binary that the functions
// of the module have to do with.
type Structs struct {
	Build string `json:"build"`

	// Binary is the first 16 hex digits of the SHA-256 of the binary.
	Binary string `json:"binary,omitempty"`

	// Types are in the order of their names.
	Types []Struct `json:"types"`
}

// A Struct is the layout of a struct type, in bytes.
type Struct struct {
	// Name is the type's name with its import path and type arguments.
	Name string `json:"name"`
	Size int64  `json:"size"`

	// Class is the size that the allocator rounds Size up to; zero where it
	// is larger than all size classes.
	Class int64 `json:"class,omitempty"`

	// Fields are in the order in which they lie. What is left between them
	// is padding.
	Fields []Field `json:"fields"`
}

// A Field is one field of a struct.
type Field struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
}

// Assembly is the machine code of the hot functions of one arm.
type Assembly struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Workload is the workload whose profile chose the functions; empty for
	// the headline's.
	Workload experiments.Workload `json:"workload,omitempty"`

	// Binary is the first 16 hex digits of the SHA-256 of the binary that
	// was taken apart, the same one that was profiled.
	Binary string `json:"binary"`

	// Samples is the number of samples of the whole CPU profile.
	Samples int64 `json:"samples"`

	// Listings are ordered by their samples, most first.
	Listings []Listing `json:"listings"`
}

// A Listing is the machine code of one function.
type Listing struct {
	// Function is the symbol's name, as pprof shows it.
	Function string `json:"function"`

	// File is relative to the module's root where it lies within.
	File string `json:"file"`

	// Size is in bytes.
	Size int `json:"size"`

	// Samples is the number of CPU samples whose leaf lies in the function.
	Samples int64 `json:"samples"`

	Instructions []Instruction `json:"instructions"`

	// Source holds the lines that instructions name, by "file:line", as
	// they were when the binary was taken apart.
	Source map[string]string `json:"source,omitempty"`
}

// An Instruction is one machine instruction.
type Instruction struct {
	// Address is where it lies in the binary.
	Address uint64 `json:"address"`

	// File is the base name of the source file, Line counts from 1.
	File string `json:"file"`
	Line int    `json:"line"`

	// Text is the instruction in Go's assembler syntax.
	Text string `json:"text"`

	// Samples is the number of CPU samples at this address.
	Samples int64 `json:"samples,omitempty"`

	// Call says what a call instruction does: "direct", "indirect" or
	// empty when it is not one. Target is the symbol that a direct call
	// names.
	Call   string `json:"call,omitempty"`
	Target string `json:"target,omitempty"`

	// Locked marks an instruction that takes the cache line for itself.
	Locked bool `json:"locked,omitempty"`

	// Branch marks a jump.
	Branch bool `json:"branch,omitempty"`
}
