package explain

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
)

// writeBarrier finds stores of pointers that More has to tell the garbage
// collector of, and Less does not.
//
// It looks for the test whether pointers are being marked and for calls that
// mark one, in loops or with samples on them, and for stores that the compiler
// says need a barrier. It accounts for the samples on the test and the jump
// behind it, and for what the runtime spends on marking pointers as they are
// stored.
//
// It says nothing where Less runs as many barriers and the runtime spends no
// more on them, or where the machine code of either arm is not recorded. On
// arm64 the test is not recognised, and only the calls count.
var writeBarrier = Rule{Name: "write-barrier", Find: findWriteBarrier}

func findWriteBarrier(s Side) []Finding {
	more, less := bodies(s, s.More), bodies(s, s.Less)
	find := spotsOf(assembly.WriteBarrier, 0, 1)
	c := contrast{more: weigh(more, find), less: weigh(less, find)}
	if len(less) == 0 || c.more.running <= c.less.running {
		return nil
	}
	buffered := s.Extra(marksStored)
	c.extra = added(s.sampled(c.more.samples, c.less.samples), buffered)
	if !s.notable(c.extra) {
		return nil
	}
	inPlace := s.inPlaceOf(c.more.functions)
	f := Finding{
		Mechanism: fmt.Sprintf("%s stores pointers through a write barrier, where %s stores %s.",
			functionsText(c.more.functions, c.more.body.Function), s.Less.Name, c.fewer("none", "fewer")),
		Place:  c.more.body.where(c.more.at),
		Claims: func(e *cost.Entry) bool { return inPlace(e) || marksStored(e) },
		Amount: &c.extra,
	}
	var e Evidence
	e.Agree(c.codeText(s, "barrier", "barriers"))
	e.Agree(c.decidedText(s, "compiler", results.WriteBarrier, "store with a write barrier", "stores with a write barrier"))
	if buffered.Above() {
		e.Agree(s.cpuText("marking pointers as they are stored", marksStored))
	}
	e.Agree(c.sampleText("the barriers"))
	e.Put(&f)
	return s.worth(f)
}

// marksStored chooses what the runtime does because a pointer was stored.
func marksStored(e *cost.Entry) bool {
	// The barrier itself is assembly, and profiles name it without a package.
	for _, prefix := range []string{"gcWriteBarrier", "runtime.gcWriteBarrier", "runtime.wbBufFlush", "runtime.bulkBarrierPreWrite"} {
		if strings.HasPrefix(e.Via, prefix) || strings.HasPrefix(e.Function, prefix) {
			return true
		}
	}
	return false
}
