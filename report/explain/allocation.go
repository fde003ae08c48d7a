package explain

import (
	"fmt"

	"github.com/assay-bench/assay/experiments/results"
)

// allocation finds memory that More allocates for each operation and Less does
// not, or less of it, and says why the value does not stay on the stack.
//
// It takes from the CPU profile what allocating costs, from the allocation profile
// and from the benchmark's B/op and allocs/op how much is allocated and where, and
// from the escape analysis why. Where these show that no more is allocated, they
// disagree. It accounts for allocating alone: what the collector does later is
// gc-pressure, and what a conversion, a map, a channel, a goroutine or a timer
// allocates for itself belongs to these.
//
// It says nothing where allocating does not surely cost more.
var allocation = Rule{Name: "allocation", Find: findAllocation}

func findAllocation(s Side) []Finding {
	claims := isWork(workAllocation)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{Claims: claims, Place: s.place(claims)}
	mechanism := "Each operation allocates memory on the heap"
	var e Evidence
	e.Agree(s.cpuText("allocating", claims))
	a, known := s.allocates(workAllocation)
	printed, printsMore := s.benchmarkText("B", "allocs")
	switch {
	case a.more() && (printsMore || printed == ""): // else it was before the loop
		f.Place = a.place
		mechanism = fmt.Sprintf("Each operation allocates %s on the heap, against %s in %s",
			objects(a.objects, a.bytes), objects(a.lessObjects, a.lessBytes), s.Less.Name)
		e.Agree(a.text(s))
	case known && !a.more():
		e.Disagree(a.text(s))
	}
	if printsMore {
		e.Agree(printed)
	} else {
		e.Disagree(printed)
	}
	if x := s.More.escapeAt(f.Place); x != nil {
		e.Agree(x.text())
		mechanism += ": " + x.because()
	}
	f.Mechanism = mechanism + "."
	e.Agree(s.callsText(workAllocation, claims, f.Place))
	e.Put(&f)
	return []Finding{f}
}

// because tells the escape as the reason of an allocation.
func (x *escape) because() string {
	what := "escapes"
	if x.decision.Kind == results.MovedToHeap {
		what = "is moved to the heap"
	}
	text := oneLine(x.decision.Text) + " " + what
	if why := x.why(); why != "" {
		text += ", since it " + why
	}
	return text
}
