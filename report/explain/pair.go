package explain

import (
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

// An Arm is what the record holds of one arm under one workload in one build.
// Whatever the record lacks is nil, and rules that need it say nothing.
type Arm struct {
	// Name is the arm's name.
	Name string

	// CPU is the CPU profile, Wall the wall-clock profile.
	CPU, Wall *cost.Profile

	// Allocs counts objects and bytes by site. Mutex counts what others
	// waited because a lock was held at the site, Block what the site waited
	// for channels, locks and others.
	Allocs, Mutex, Block []cost.Amount

	// Values has the medians of the timed processes by unit as the benchmark
	// printed it, such as "ns/op", "B/op" and "allocs/op".
	Values map[string]float64

	// Decisions finds what the compiler decided in a function, by the name
	// that pprof shows. It is never nil, and may find several entries: that
	// of the instantiation and that of the generic function.
	Decisions func(function string) []*results.Function

	// Listings are the machine code of the hot functions, hottest first.
	// Their samples are those of CPU, which has CPU.Samples in all.
	Listings []results.Listing

	// Structs are the layouts of struct types in the binary.
	Structs []results.Struct
}

// A Pair is two arms that were compared.
type Pair struct {
	Arm, Against *Arm

	// Difference is how many nanoseconds per operation Arm takes longer than
	// Against, as timed, with the interval of the comparison.
	Difference cost.Estimate

	// Settled says that the timing found a difference: the verdict is faster
	// or slower. Same says that it found none: the verdict is the same.
	Settled, Same bool

	// Procs is the GOMAXPROCS that both ran with.
	Procs int

	// LayoutDecides says that the order of functions in the binary moves an
	// arm by more than the two differ.
	LayoutDecides bool

	// Measured reports whether a function belongs to what is measured: to
	// the module, or to a library that it calls, but not to the harness.
	Measured func(function string) bool
}

// A Side is a pair seen from the arm that may pay for a mechanism, which is
// More. The other is Less.
type Side struct {
	*Pair
	More, Less *Arm
}

// sides are the two sides of a pair, first that of the arm that takes longer:
// what is found does not depend on which arm is compared with which.
func (p *Pair) sides() []Side {
	arm, against := Side{p, p.Arm, p.Against}, Side{p, p.Against, p.Arm}
	if p.Difference.Value < 0 {
		return []Side{against, arm}
	}
	return []Side{arm, against}
}

// Extra is how many CPU nanoseconds per operation More has beyond Less in the
// entries that keep chooses. It is zero where either has no profile.
func (s Side) Extra(keep func(*cost.Entry) bool) cost.Estimate {
	if s.More.CPU == nil || s.Less.CPU == nil {
		return cost.Estimate{}
	}
	return cost.Difference(s.More.CPU, s.Less.CPU, keep)
}

// ExtraKind is Extra for kinds of work.
func (s Side) ExtraKind(kinds ...cost.Kind) cost.Estimate { return s.Extra(OfKind(kinds...)) }
