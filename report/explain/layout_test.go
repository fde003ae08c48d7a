package explain

import "testing"

func TestLayout(t *testing.T) {
	slower := func(pair string, times float64) *Pair {
		p := recorded(t, pair)
		// The more often the operation ran in the same time, the less it took.
		p.Against.CPU.Operations *= times * p.Against.CPU.Sum(ofProgram).Value / p.Arm.CPU.Sum(ofProgram).Value
		p.Difference = exactly(p.Arm.CPU.Total().Value - p.Against.CPU.Total().Value)
		return p
	}
	for _, test := range []struct {
		name                     string
		pair                     *Pair
		settled, decides         bool
		found, claims, concludes bool
	}{
		{"the same code, a fifth slower", slower("same", 1.2), true, false, true, true, false},
		{"and its order in the binary matters", slower("same", 1.2), true, true, true, true, true},
		{"the same code, no difference", slower("same", 1), false, false, false, false, false},
		{"twice as slow is too much", slower("same", 2), true, false, false, false, false},
		{"other code", slower("division", 1.2), true, false, false, false, false},
		{"other code, whose order in the binary matters", slower("division", 1.2), false, true, true, false, false},
	} {
		test.pair.Settled, test.pair.LayoutDecides = test.settled, test.decides
		found := findLayout(Side{test.pair, test.pair.Arm, test.pair.Against})
		if (len(found) == 1) != test.found || len(found) > 1 {
			t.Errorf("%s: found\n%s", test.name, told(found))
			continue
		}
		if test.found && ((found[0].Claims != nil) != test.claims || (found[0].Strength == Established) != test.concludes) {
			t.Errorf("%s: claims or concludes wrongly:\n%s", test.name, told(found))
		}
	}
}
