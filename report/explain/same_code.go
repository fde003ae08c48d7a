package explain

import (
	"fmt"

	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// sameCode finds that both arms run the same machine code, so that no
// difference is to be expected but from data, layout and noise.
//
// It pairs the hot functions of both arms and compares their instructions but
// for addresses. It accounts for nothing, and as the machine code is all that
// it looks at, it only suspects.
//
// It says nothing where the pairs that are the same hold less than nine tenths
// of the samples of measured code in either arm, or where the functions are
// methods of types whose layouts differ.
var sameCode = Rule{Name: "same-code", Find: findSameCode}

// leastSame is the share of samples that must lie in functions that are the
// same code.
const leastSame = 0.9

func findSameCode(s Side) []Finding {
	pairs, share := samePairs(s)
	if len(pairs) == 0 {
		return nil
	}
	f := Finding{
		Mechanism: "Both run the same machine code: expect a ratio of 1, but for data, layout and noise.",
		Place:     pairs[0].A.where(0),
	}
	if s.Settled {
		f.Mechanism = "Both run the same machine code: what they differ by comes from data, memory, layout or noise."
	}
	var e Evidence
	e.Agree(fmt.Sprintf("machine code: %s and %s are the same but for addresses, and so are all functions that hold %s of the samples of measured code",
		symbol.Short(pairs[0].A.Function), symbol.Short(pairs[0].B.Function), format.Share(share)))
	e.Put(&f)
	return []Finding{f}
}

// samePairs are the pairs of functions with samples, where nearly all that
// measured code runs in both arms is the same machine code, and the share of
// the samples that they hold, in the arm in which it is smaller.
func samePairs(s Side) (pairs []bodyPair, share float64) {
	ranMore, ranLess := symbols(s.More), symbols(s.Less)
	sum := func(ran map[string]int64) (n int64) {
		for _, samples := range ran {
			n += samples
		}
		return n
	}
	allMore, allLess := sum(ranMore), sum(ranLess)
	if allMore == 0 || allLess == 0 {
		return nil, 0
	}
	var same, sameLess int64
	for _, p := range pairedBodies(s) {
		if ranMore[p.A.Function] == 0 && ranLess[p.B.Function] == 0 {
			continue
		}
		more, ofMore := receiver(s.More, p.A.Function)
		less, ofLess := receiver(s.Less, p.B.Function)
		if ofMore && ofLess && (more.Size != less.Size || largestStep(more) != largestStep(less)) {
			return nil, 0
		}
		if p.same {
			pairs = append(pairs, p)
			same += ranMore[p.A.Function]
			sameLess += ranLess[p.B.Function]
		}
	}
	share = min(float64(same)/float64(allMore), float64(sameLess)/float64(allLess))
	if share < leastSame {
		return nil, 0
	}
	return pairs, share
}
