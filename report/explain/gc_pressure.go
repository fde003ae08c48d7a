package explain

import (
	"fmt"

	"github.com/assay-bench/assay/report/format"
)

// gcPressure finds an arm for which the garbage collector works more.
//
// It takes from the CPU profile what marking, sweeping and helping the collector
// cost. That more is allocated per operation agrees, by the benchmark's B/op and
// allocs/op and by the allocation profile, and that the runtime traces more
// collections. Where the benchmark prints no more, the collector has more to mark:
// the profile also has what is allocated before the loop begins. It accounts for
// all work of the collector, for that which allocating code does on its behalf,
// and for scheduling its workers where nothing else explains that more is
// scheduled.
//
// It says nothing where the collector does not surely cost more.
var gcPressure = Rule{Name: "gc-pressure", Find: findGCPressure}

func findGCPressure(s Side) []Finding {
	claims := s.of(workCollection)
	if !s.Extra(isWork(workCollection)).Above() || !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(claims),
		Mechanism: "The garbage collector works more for each operation.",
	}
	var e Evidence
	e.Agree(s.cpuText("collecting garbage", claims))
	printed, printsMore := s.benchmarkText("B", "allocs")
	a, known := s.allocates(noWork)
	switch {
	case printsMore || printed == "" && a.more():
		f.follows = true
		f.Mechanism = "The garbage collector works more, since each operation allocates more."
		e.Agree(printed)
		if a.more() {
			f.Place = a.place
			f.Mechanism = fmt.Sprintf("The garbage collector works more, since each operation allocates %s against %s in %s.",
				objects(a.objects, a.bytes), objects(a.lessObjects, a.lessBytes), s.Less.Name)
			e.Agree(a.text(s))
		}
	case printed == "" && exceeds(a.lessBytes, a.bytes, leastBytes):
		e.Disagree(a.text(s))
	case printed != "" || known:
		f.Mechanism = "The garbage collector works more although no more is allocated: it has more to mark."
	}
	e.Agree(s.traceText())
	e.Put(&f)
	return []Finding{f}
}

// traceText says how often garbage was collected, as the runtime traces it. It
// is empty where that is not known, or not more often.
func (s Side) traceText() string {
	const unit = "gc/op"
	more, known := s.More.Values[unit]
	less, both := s.Less.Values[unit]
	if !known || !both || more <= 1.1*less {
		return ""
	}
	return fmt.Sprintf("gc trace: %s collections per operation against %s in %s", format.Number(more), format.Number(less), s.Less.Name)
}
