package explain

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// chosen are the amounts that keep chooses.
func chosen(list []cost.Amount, keep func(*cost.Amount) bool) []cost.Amount {
	var kept []cost.Amount
	for i := range list {
		if keep(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// askedBy chooses the amounts that came about by asking for a work.
func askedBy(w work) func(*cost.Amount) bool {
	return func(a *cost.Amount) bool { return askedFor(a.Via) == w }
}

// totals adds up amounts.
func totals(list []cost.Amount) (count, value float64) {
	for _, a := range list {
		count += a.Count
		value += a.Value
	}
	return count, value
}

// placeOf is where more has the most beyond less, by value. It is the zero
// Place where it has no more anywhere.
func placeOf(more, less []cost.Amount) cost.Place {
	extra := map[cost.Place]float64{}
	for _, a := range more {
		extra[a.Site] += a.Value
	}
	for _, a := range less {
		extra[a.Site] -= a.Value
	}
	delete(extra, cost.Place{})
	place, _ := largest(extra, comparePlaces)
	return place
}

// An allocated is what both arms allocate per operation for some work, and
// where More allocates the most beyond Less.
type allocated struct {
	objects, lessObjects float64
	bytes, lessBytes     float64
	place                cost.Place
}

// allocates reads the allocation profiles, of those allocations that were
// made for a work, or of all where it is noWork. It reports false where the
// record has no such profile.
func (s Side) allocates(w work) (a allocated, known bool) {
	if s.More.Allocs == nil && s.Less.Allocs == nil {
		return a, false
	}
	of := func(arm *Arm) []cost.Amount {
		return chosen(arm.Allocs, func(amount *cost.Amount) bool { return w == noWork || arm.allocatedFor(amount) == w })
	}
	more, less := of(s.More), of(s.Less)
	a.objects, a.bytes = totals(more)
	a.lessObjects, a.lessBytes = totals(less)
	a.place = placeOf(more, less)
	return a, true
}

// more reports whether More allocates more, in objects or in bytes.
func (a allocated) more() bool {
	return exceeds(a.objects, a.lessObjects, leastEvents) || exceeds(a.bytes, a.lessBytes, leastBytes)
}

// text is what the allocation profiles show.
func (a allocated) text(s Side) string {
	where := ""
	if a.more() && a.place.Line > 0 {
		where = ", most of it at " + at(a.place)
	}
	return fmt.Sprintf("allocation profile: %s per operation against %s in %s%s",
		objects(a.objects, a.bytes), objects(a.lessObjects, a.lessBytes), s.Less.Name, where)
}

// allocatedText says what is allocated for a work. It is empty where the
// allocation profiles are lacking or do not show that it is more.
func (s Side) allocatedText(w work) string {
	a, known := s.allocates(w)
	if !known || !a.more() {
		return ""
	}
	return a.text(s)
}

// leastBytes is how many bytes per operation are none: a process that starts
// allocates some, which fall on few operations.
const leastBytes = 1

// objects writes a number of objects and their size.
func objects(count, bytes float64) string {
	n, size := format.Number(count), format.Value(bytes, "B")
	switch {
	case count < leastEvents && bytes < leastBytes:
		return "none"
	case count < leastEvents:
		return size
	case n == "1":
		return "1 object of " + size
	}
	return fmt.Sprintf("%s objects of %s together", n, size)
}

// exceeds reports whether a figure per operation is larger than another by
// more than a hundredth and more than the least that counts.
func exceeds(more, less, least float64) bool { return more > 1.01*less+least }

// allocatedFor is the work that something was allocated for. The allocation
// profile leaves out the functions of the runtime that allocate. Where
// measured code calls these, the CPU profile or the machine code of its line
// tells what for.
func (a *Arm) allocatedFor(amount *cost.Amount) work {
	if w := askedFor(amount.Via); w != noWork {
		return w
	}
	if amount.Via != "" {
		return workAllocation
	}
	if a.CPU != nil {
		for i := range a.CPU.Entries { // those with the most samples first
			if e := &a.CPU.Entries[i]; e.Site == amount.Site && isAllocator(e.Function) && workOf(e) != noWork {
				return workOf(e)
			}
		}
	}
	found := noWork
	for _, in := range a.callsAt(amount.Site) {
		switch w := askedFor(in.Target); w {
		case workAllocation:
			return w
		case workChannel, workMap, workConversion, workGoroutine, workDefer:
			found = w
		}
	}
	return cmp.Or(found, workAllocation)
}

// isAllocator reports whether a function is one of the runtime's that make
// objects and clear their memory, whoever wants them.
func isAllocator(function string) bool {
	pkg, name := symbol.Package(function), symbol.Name(function)
	if pkg != "runtime" {
		return false
	}
	for _, prefix := range []string{
		"malloc", "newobject", "newarray", "makeslice", "growslice", "raw", "nextFree", "memclr", "heapSetType", "(*mcache).", "(*mcentral).", "(*mheap).",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
