package debounce

import "time"

// An Event is what the ladder debounces: 24 bytes without pointers.
type Event struct {
	ID   int64
	X, Y float64
}

// A Rung is one way to debounce, as the contract test and the experiments
// see it.
type Rung struct {
	// Name is the rung's name in benchmarks and reports, as in
	// variant=worker-ticks: lower-case letters, digits and hyphens.
	Name string

	// New starts a debouncer that hands the latest event to deliver once
	// interval has passed without one. It fails if interval is not positive
	// or deliver is nil. The caller closes the instance.
	New func(interval time.Duration, deliver func(*Event)) (Instance, error)

	// Late says that a value may be delivered as late as twice the interval
	// after it was sent.
	Late bool
}

// An Instance is a running debouncer.
type Instance struct {
	// SendAll calls Send once for each event, in a plain loop. Each rung
	// writes the loop out for its own type. A loop shared between them would
	// reach Send through an interface or a dictionary, and every rung would
	// pay for a call that its users do not make.
	//
	// The debouncer keeps pointers into events.
	SendAll func(events []Event)

	// Close drops what is pending.
	Close func()
}

// Rungs is the ladder, in the order in which it is told.
var Rungs = []Rung{
	{Name: "goroutine", New: goroutineRung},
	{Name: "afterfunc", New: afterFuncRung},
	{Name: "reset", New: resetRung},
	{Name: "owner", New: ownerRung},
	{Name: "owner-buffered", New: ownerBufferedRung},
	{Name: "worker-reentrant", New: workerReentrantRung},
	{Name: "worker-mutex", New: workerMutexRung},
	{Name: "now-ticks", New: nowTicksRung},
	{Name: "worker-ticks", New: ticksRung},
	{Name: "early-clock", New: earlyClockRung},
	{Name: "held-any", New: heldAnyRung},
	{Name: "held-value", New: heldValueRung},
	{Name: "concrete", New: concreteRung},
	{Name: "pad-64", New: pad64Rung},
	{Name: "pad-128", New: pad128Rung},
	{Name: "lock-last", New: lockLastRung},
	{Name: "lock-apart", New: lockApartRung},
	{Name: "atomic", New: atomicRung},
	{Name: "no-clock", New: noClockRung, Late: true},
	{Name: "bep", New: bepRung},
	{Name: "lo", New: loRung},
}

// Find returns the rung of that name.
func Find(name string) (Rung, bool) {
	for _, r := range Rungs {
		if r.Name == name {
			return r, true
		}
	}
	return Rung{}, false
}
