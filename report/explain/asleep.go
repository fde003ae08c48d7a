package explain

import (
	"math"

	"github.com/assay-bench/assay/report/cost"
)

// asleep finds time that the goroutines of More were inside a work and on no
// processor, by the wall-clock profile: that of both, less the processor time.
// The finding accounts for it as far as the difference is not processor time.
// It is none where that is too little to speak of.
func (s Side) asleep(w work, mechanism, doing string) []Finding {
	if s.More.Wall == nil || s.Less.Wall == nil {
		return nil
	}
	inside := func(e *cost.Entry) bool { return workOf(e) == w && e.Site.Function != "" }
	amount := added(cost.Difference(s.More.Wall, s.Less.Wall, inside), s.Extra(inside).Negative())
	if !amount.Above() || amount.Value < leastWaiting*math.Abs(s.Difference.Value) {
		return nil
	}
	f := Finding{Mechanism: mechanism, Place: placeIn(s.More.Wall, s.Less.Wall, inside), Amount: &amount}
	var e Evidence
	e.Agree(s.wallText(doing, inside))
	e.Agree(s.callsText(w, inside, f.Place))
	e.Put(&f)
	return []Finding{f}
}
