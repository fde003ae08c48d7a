package explain

import (
	"github.com/assay-bench/assay/report/cost"

	"github.com/assay-bench/assay/report/symbol"
)

// goroutine finds goroutines that are started as a part of the operation.
//
// It takes from the CPU profile what starting and ending goroutines costs. Calls
// of runtime.newproc in the machine code agree, and waits for a group of
// goroutines in the block profile. It accounts for starting and ending them, and
// for all that scheduling costs more: who starts goroutines has them scheduled.
//
// It says nothing where starting them does not surely cost more; stacks that grow
// are no goroutines that start.
var goroutine = Rule{Name: "goroutine", Find: findGoroutine}

func findGoroutine(s Side) []Finding {
	claims := s.of(workGoroutine)
	if !s.Extra(isStart).Above() || !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(isStart),
		Mechanism: "Each operation starts goroutines, which have to be scheduled and ended.",
	}
	var e Evidence
	e.Agree(s.cpuText("starting, switching and ending goroutines", claims))
	e.Agree(s.callsText(workGoroutine, isStart, f.Place))
	e.Agree(s.blockText("waits for a group of goroutines", isGroup))
	e.Put(&f)
	return []Finding{f}
}

// isGroup chooses waits for a group of goroutines.
func isGroup(a *cost.Amount) bool {
	pkg, name := symbol.Package(a.Via), symbol.Name(a.Via)
	return pkg == "sync" && name == "(*WaitGroup).Wait"
}
