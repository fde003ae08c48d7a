package results

import (
	"github.com/assay-bench/assay/experiments"
)

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
