package results

import (
	"time"

	"github.com/assay-bench/assay/experiments"
)

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
