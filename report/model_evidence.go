package report

import (
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/flame"
)

// An Artefact is one captured file.
type Artefact struct {
	Arm      string `json:"arm"`
	Build    string `json:"build"`
	Workload string `json:"workload"`

	// Kind is a kind of profile, or "compiler", "assembly" or "structs".
	Kind string `json:"kind"`

	// Path is relative to the record, with slashes.
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`

	// Open is the command that opens it, from the folder that holds the
	// record's folder's parent.
	Open string `json:"open"`

	// Binary is the hash of the binary that made it. Timed says whether
	// that is also the binary that was timed.
	Binary string `json:"binary,omitempty"`
	Timed  bool   `json:"timed"`
}

// A Profile is the top of one arm's CPU profile, beside the baseline's.
type Profile struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Samples is the number of samples in all, Seconds what they stand for.
	Samples int64   `json:"samples"`
	Seconds float64 `json:"seconds"`

	// Rows are the functions with the most samples of their own.
	Rows []ProfileRow `json:"rows"`

	// Error says why there is none.
	Error string `json:"error,omitempty"`
}

// A ProfileRow is one function of a profile. Shares are of all samples, from
// 0 to 1.
type ProfileRow struct {
	Function string  `json:"function"`
	File     string  `json:"file"`
	Line     int64   `json:"line"`
	Flat     float64 `json:"flat"`
	Cum      float64 `json:"cum"`

	// Baseline is the flat share in the baseline's profile of the same
	// build, and for the baseline itself in that of the first build.
	Baseline float64 `json:"baseline"`
}

// A ProfilingCost is one cell with and without a CPU profile, in the primary
// metric, one process each.
type ProfilingCost struct {
	Arm      string  `json:"arm"`
	Workload string  `json:"workload"`
	Build    string  `json:"build"`
	Metric   string  `json:"metric"`
	Plain    float64 `json:"plain"`
	Profiled float64 `json:"profiled"`
}

// A Flame is the CPU profile of an arm as a tree, in nanoseconds per
// operation.
type Flame struct {
	Arm, Workload, Build string
	Root                 *flame.Node
}

// A Body says which function ran for an arm.
type Body struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Function is the symbol that holds the samples.
	Function string `json:"function"`

	// Shape is "shape" for code shared by all types of one shape, "concrete"
	// for code of its own, "runtime" for the runtime's and "library" for
	// that of another module.
	Shape string `json:"shape"`

	// Flat is the share of the profile's samples, from 0 to 1, that fall into
	// its machine code, with what was inlined there. For a body that was
	// inlined itself it is the share of its own lines.
	Flat float64 `json:"flat"`

	// Calls counts its call instructions by what they do.
	Direct   int `json:"directCalls"`
	Indirect int `json:"indirectCalls"`

	// CalledBy says how the benchmark's loop reaches it, such as
	// "direct call, dictionary passed", "inlined" or "indirect call".
	CalledBy string `json:"calledBy,omitempty"`

	// Inline is the compiler's verdict: "can inline, cost 62", or
	// "cannot inline: …".
	Inline string `json:"inline,omitempty"`
}

// ArmDecisions are the compiler's decisions in the functions of one arm.
type ArmDecisions struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Functions are the arm's hot functions that the compiler spoke of.
	Functions []FunctionDecisions `json:"functions"`
}

// FunctionDecisions are the compiler's decisions in one function.
type FunctionDecisions struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Inline   string `json:"inline,omitempty"`

	// Decisions are those that the baseline's functions do not have, or all
	// of them for the baseline itself.
	Decisions []results.Decision `json:"decisions,omitempty"`
}
