package results

import (
	"time"
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
