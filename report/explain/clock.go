package explain

import "github.com/assay-bench/assay/report/cost"

// clock finds reads of the clock: time.Now, time.Since and what they call.
//
// It takes from the CPU profile what they cost. Calls of them in the machine code
// agree. Reads of the clock that set a timer belong to timer, and those of the
// scheduler to none.
//
// It says nothing where reading the clock does not surely cost more.
var clock = Rule{Name: "clock", Find: findClock}

func findClock(s Side) []Finding {
	claims := isWork(workClock)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(claims),
		Mechanism: "Each operation reads the clock.",
	}
	const wall = "time.Now"
	if extra := extraBy(s.More.CPU, s.Less.CPU, claims, func(e *cost.Entry) bool { return e.Via == wall }); extra[true] > extra[false] {
		f.Mechanism = "Each operation reads the clock with time.Now, which reads two: that of the day and the monotonic one."
	}
	var e Evidence
	e.Agree(s.cpuText("reading the clock", claims))
	e.Agree(s.callsText(workClock, claims, f.Place))
	e.Put(&f)
	return []Finding{f}
}
