package explain

import (
	"fmt"

	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// layout finds that two arms differ by nothing but where their code lies in the
// binary.
//
// It looks for arms that run the same machine code and yet differ a little, and
// for comparisons that the order of functions in the binary moves by more than
// the arms differ. In the first case it accounts for what the program's own work
// costs more, in the second for nothing.
//
// It says nothing where the same code costs one arm a third more or still more,
// which is too much for layout alone, or where another rule knows why it does.
var layout = Rule{Name: "layout", Find: findLayout}

// mostOfLayout is how many times as much the same code may cost.
const mostOfLayout = 1.33

func findLayout(s Side) []Finding {
	pairs, share := samePairs(s)
	var f Finding
	var e Evidence
	if s.LayoutDecides {
		f.Mechanism = "The order of functions in the binary moves the result by more than the two differ."
		e.Agree("timing: rounds with other orders of functions differ by more than the arms do")
	}
	if len(pairs) > 0 {
		f.Place = pairs[0].A.where(0)
	}
	if s.Settled && len(pairs) > 0 {
		extra := s.Extra(ofProgram)
		less := s.Less.CPU.Sum(ofProgram).Value
		if s.notable(extra) && extra.Value+less < mostOfLayout*less && len(findSharedLine(s)) == 0 && len(findMoreWork(s)) == 0 {
			f.Mechanism = fmt.Sprintf("%s and %s are the same machine code in different places, and differ by their layout only.",
				symbol.Short(pairs[0].A.Function), symbol.Short(pairs[0].B.Function))
			f.Claims = ofProgram
			e.Agree(fmt.Sprintf("machine code: functions that hold %s of the samples of measured code are the same but for addresses", format.Share(share)))
		}
	}
	if f.Mechanism == "" {
		return nil
	}
	e.Put(&f)
	return []Finding{f}
}
