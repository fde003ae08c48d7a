package explain

import (
	"fmt"
	"math"

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
// It says nothing where the collector does not surely cost more. Where neither
// more is allocated nor the runtime traces more, it says nothing of less than a
// tenth of the difference: each process collects garbage before it measures.
var gcPressure = Rule{Name: "gc-pressure", Find: findGCPressure}

// leastMarking is the share of the difference that collecting must come to where
// it is the CPU profile alone that shows it.
const leastMarking = 0.1

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
	trace := s.traceText()
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
	case trace == "" && s.Extra(claims).Value < leastMarking*math.Abs(s.Difference.Value):
		return nil
	case printed == "" && exceeds(a.lessBytes, a.bytes, leastBytes):
		e.Disagree(a.text(s))
	case printed != "" || known:
		f.Mechanism = "The garbage collector works more although no more is allocated: it has more to mark."
	}
	e.Agree(trace)
	e.Put(&f)
	return []Finding{f}
}

// traceText says how often garbage was collected and how long code that
// allocates had to help, as the runtime traces it. It is empty where that is not
// known, or neither is more.
func (s Side) traceText() string {
	const collections, assists = "gc/op", "gc-assist-ns/op"
	more, less := s.More.Values, s.Less.Values
	for _, unit := range []string{collections, assists} {
		if _, known := more[unit]; !known {
			return ""
		}
		if _, known := less[unit]; !known {
			return ""
		}
	}
	if more[collections] <= 1.1*less[collections] && more[assists] <= 1.1*less[assists]+leastPrinted {
		return ""
	}
	return fmt.Sprintf("gc trace: %s collections and %s of helping per operation against %s and %s in %s",
		format.Number(more[collections]), format.Value(more[assists], "ns"),
		format.Number(less[collections]), format.Value(less[assists], "ns"), s.Less.Name)
}
