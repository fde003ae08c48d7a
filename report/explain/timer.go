package explain

import "github.com/assay-bench/assay/report/cost"

// timer finds timers that are made, set or stopped as a part of the operation, and
// time that is slept.
//
// It takes from the CPU profile what functions of package time cost that have to
// do with timers, with what they allocate, and what running timers costs. Calls of
// them in the machine code agree, and what the allocation profile has of them.
// Where goroutines sleep, it takes from the wall-clock profile for how long, and
// accounts for that as far as it is not processor time.
//
// It says nothing where measured code does not ask for timers more than in the
// other arm: the scheduler looks for timers whether there are any or not.
var timer = Rule{Name: "timer", Find: findTimer}

func findTimer(s Side) []Finding {
	asks := func(e *cost.Entry) bool { return workOf(e) == workTimer && e.Site.Function != "" }
	found := s.asleep(workTimer, "Each operation sleeps, or waits for a timer.", "timers")
	claims := s.of(workTimer)
	if !s.Extra(asks).Above() || !s.notable(s.Extra(claims)) {
		return found
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(asks),
		Mechanism: "Each operation makes, sets or stops a timer.",
	}
	var e Evidence
	e.Agree(s.cpuText("timers", claims))
	e.Agree(s.callsText(workTimer, asks, f.Place))
	e.Agree(s.allocatedText(workTimer))
	e.Put(&f)
	return append(found, f)
}
