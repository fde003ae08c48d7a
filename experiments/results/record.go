package results

import "github.com/assay-bench/assay/experiments"

// A Record is a run as Open reads it.
type Record struct {
	// Dir is the folder, as it was named to Open.
	Dir string

	Run Run

	// Experiments are in the order of Run.Experiments.
	Experiments []Experiment

	// Problems are what is missing or torn.
	Problems []Problem
}

// An Experiment is what the record holds of one experiment.
type Experiment struct {
	// Asked is experiment.yaml as it was run.
	Asked experiments.Experiment

	// Package is the import path of the benchmark's package.
	Package string

	// Observations are the timed processes that measured something, in the
	// order of running.
	Observations []Observation

	// Processes are all processes, in the order of running.
	Processes []Process

	// Peers are the samples of go test, in a record that measures assay.
	Peers []Peer

	// Profiles are the profiles that exist.
	Profiles []ProfileFile

	Compilers  []CompilerFile
	Assemblies []AssemblyFile
	Structs    []StructsFile

	// Files are the other files that exist: what was asked, what was timed,
	// how the processes fared, what go test measured beside, and the
	// profiles that builds are optimised by.
	Files []File
}

// A File is a file in the record that belongs to no arm.
type File struct {
	// Kind is "asked", "rounds", "processes", "peer" or "pgo".
	Kind string

	// Path is relative to the record, with slashes. Bytes is its size.
	Path  string
	Bytes int64
}

// A ProfileFile is a profile in the record.
type ProfileFile struct {
	Arm, Build string
	Workload   experiments.Workload
	Kind       Kind

	// Path is relative to the record, with slashes. Bytes is its size.
	Path  string
	Bytes int64

	// Binary is the hash of the binary that wrote it, empty if unknown.
	Binary string

	// Iterations is how many iterations of its benchmark the process ran
	// that wrote it; zero if unknown. Values is what it printed of them.
	Iterations int64
	Values     map[string]float64
}

// A CompilerFile is a compiler's file in the record.
type CompilerFile struct {
	Path  string
	Bytes int64
	Compiler
}

// A StructsFile is a file of struct layouts in the record.
type StructsFile struct {
	Path  string
	Bytes int64
	Structs
}

// An AssemblyFile is a file of machine code in the record.
type AssemblyFile struct {
	Path  string
	Bytes int64
	Assembly
}
