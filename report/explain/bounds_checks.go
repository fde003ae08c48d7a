package explain

import (
	"fmt"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
)

// boundsChecks finds checks of an index or of a slice's bounds that More runs
// and Less does not.
//
// It looks for compare-and-jump instructions that lead to a panic of the
// runtime, in loops or with samples on them, and for checks that the compiler
// says it could not remove. It accounts for the samples on the comparison and
// the jump.
//
// It says nothing where Less runs as many, or where the machine code of either
// arm is not recorded.
var boundsChecks = Rule{Name: "bounds-checks", Find: findBoundsChecks}

func findBoundsChecks(s Side) []Finding {
	c, ok := s.contrast(spotsOf(assembly.BoundsCheck, 1, 0))
	if !ok {
		return nil
	}
	f := Finding{
		Mechanism: fmt.Sprintf("Indices are checked in %s, where %s runs %s.",
			functionsText(c.more.functions, c.more.body.Function), s.Less.Name, c.fewer("no such check", "fewer checks")),
		Place:  c.more.body.where(c.more.at),
		Claims: s.inPlaceOf(c.more.functions),
		Amount: &c.extra,
	}
	var e Evidence
	e.Agree(c.codeText(s, "bounds check", "bounds checks"))
	e.Agree(c.decidedText(s, "bounds-check elimination", results.BoundsCheck, "check remains", "checks remain"))
	e.Agree(c.sampleText("them"))
	e.Put(&f)
	return s.worth(f)
}
