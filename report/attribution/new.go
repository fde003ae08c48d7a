package attribution

import (
	"math"

	"github.com/assay-bench/assay/report/stats"
)

// New shares the ratio of the target to the baseline out. The arms are in the
// order in which they are listed; it keeps none of their maps. Arms without
// factors take no part, nor do those that were measured in fewer than half of
// the baseline's rounds. An empty target means the arm that differs from the
// baseline in most factors, the first of several.
//
// It returns nil where there is nothing to share out: where the baseline has
// no factors, or the target differs from it in no more than one. It fails when
// the target is unknown, when there is too little of an end of the way, or
// when a value is not above zero and finite.
func New(arms []Arm, baseline, target string) (*Attribution, error) {
	w, err := newWay(arms, baseline, target)
	if w == nil || err != nil {
		return nil, err
	}
	o := findOrders(w.points, len(w.changed))
	w.level = stats.Simultaneous(len(o.groups))
	a := &Attribution{
		From: w.from.Name, To: w.to.Name,
		Whole:  w.ratio(minus(w.last().logs, w.first().logs)),
		Orders: int(o.count),
	}
	a.Remainder = a.Whole.Estimate
	for _, s := range o.path(w.points) {
		share := w.share(o, s.group, a.Whole)
		a.Remainder /= share.Ratio.Estimate
		a.Factors = append(a.Factors, share)
		a.Steps = append(a.Steps, w.change(s))
	}
	a.Interactions = w.interactions(o)
	if a.Besides, err = w.besides(o); err != nil {
		return nil, err
	}
	a.Note = w.note(o, a)
	return a, nil
}

// share is what one change has of the whole.
func (w *way) share(o *orders, group uint64, whole Ratio) Share {
	var s Share
	s.Factor, s.FromLevel, s.ToLevel = w.named(group)
	logs := make([]float64, len(w.rounds))
	for _, step := range o.steps {
		if step.group == group {
			for i, l := range minus(w.points[step.to].logs, w.points[step.from].logs) {
				logs[i] += step.share * l
			}
		}
	}
	s.Ratio = w.ratio(logs)
	if whole.High < 1 || whole.Low > 1 {
		share := math.Log(s.Ratio.Estimate) / math.Log(whole.Estimate)
		s.Share = &share
	}
	if p := w.at(group); p != nil {
		r := w.ratio(minus(p.logs, w.first().logs))
		s.AddOneIn = &r
	}
	if p := w.at(w.last().changes &^ group); p != nil {
		r := w.ratio(minus(w.last().logs, p.logs))
		s.LeaveOneOut = &r
	}
	return s
}

// change is a step from arm to arm.
func (w *way) change(s step) Change {
	from, to := w.points[s.from], w.points[s.to]
	c := Change{Against: from.name, Arm: to.name, Ratio: w.ratio(minus(to.logs, from.logs))}
	c.Factor, c.FromLevel, c.ToLevel = w.named(s.group)
	return c
}

// minus subtracts round by round.
func minus(a, b []float64) []float64 {
	difference := make([]float64, len(a))
	for i := range a {
		difference[i] = a[i] - b[i]
	}
	return difference
}

// ratio is the median of a ratio over rounds, of which these are the
// logarithms. There is at least one.
func (w *way) ratio(logs []float64) Ratio {
	pairs := make([]stats.Pair, len(logs))
	for i, l := range logs {
		pairs[i] = stats.Pair{Arm: math.Exp(l), Against: 1}
	}
	// It cannot fail: what is out of range has no logarithm here.
	r, _ := stats.Compare(pairs, w.level)
	return Ratio{Estimate: r.Estimate, Low: r.Low, High: r.High, Confidence: r.Confidence, N: r.N}
}
