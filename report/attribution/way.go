package attribution

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A way leads from the baseline to the target.
type way struct {
	from, to *Arm

	// arms are those that take part, in the order in which they are listed.
	arms []*Arm

	// begin has the level at which each factor begins.
	begin map[string]string

	// changed are the factors that end at another level, in lexical order.
	changed []string

	// points are the combinations on the way of which there are arms: fewer
	// changes first, and else in the order of the list. The first one is
	// without a change, the last one with all.
	points []*point

	// rounds are those in which all points were measured, ascending.
	rounds []int

	// level is the confidence that intervals are asked to have.
	level float64
}

// newWay finds the way. It is nil where no more than one factor changes.
func newWay(arms []Arm, baseline, target string) (*way, error) {
	from := find(arms, baseline)
	if from == nil || len(from.Factors) == 0 {
		return nil, nil
	}
	w := &way{from: from, begin: beginnings(arms, from)}
	for i := range arms {
		if arms[i].takesPart(from) {
			w.arms = append(w.arms, &arms[i])
		}
	}
	if target == "" {
		w.to = w.farthest()
	} else {
		w.to = find(arms, target)
	}
	switch {
	case w.to == nil && target == "":
		return nil, nil
	case w.to == nil || len(w.to.Factors) == 0:
		return nil, fmt.Errorf("there is no arm %q with factors", target)
	case len(from.Rounds) == 0:
		return nil, fmt.Errorf("%s was not measured", from.Name)
	case !w.to.takesPart(from):
		return nil, fmt.Errorf("%s was measured in %d of %d rounds, which is too little to go by", w.to.Name, len(w.to.Rounds), len(from.Rounds))
	}
	for _, factor := range slices.Sorted(maps.Keys(w.begin)) {
		if w.levelOf(w.to, factor) != w.begin[factor] {
			w.changed = append(w.changed, factor)
		}
	}
	switch n := len(w.changed); {
	case n < 2:
		return nil, nil
	case n > mostFactors:
		return nil, fmt.Errorf("%s differs from %s in %d factors, which is more than %d", w.to.Name, from.Name, n, mostFactors)
	}
	w.findPoints()
	return w, w.measure()
}

// mostFactors is how many factors may change: their orders can then be
// counted.
const mostFactors = 20

// beginnings are the levels at which factors begin.
func beginnings(arms []Arm, from *Arm) map[string]string {
	begin := maps.Clone(from.Factors)
	for i := range arms {
		for factor, level := range arms[i].Factors {
			if _, known := begin[factor]; !known {
				begin[factor] = level
			}
		}
	}
	return begin
}

// levelOf is the level of a factor in an arm.
func (w *way) levelOf(a *Arm, factor string) string {
	if level, ok := a.Factors[factor]; ok {
		return level
	}
	return w.begin[factor]
}

// farthest is the arm that differs from the baseline in most factors, the
// first of several; nil where none differs.
func (w *way) farthest() *Arm {
	var far *Arm
	most := 0
	for _, a := range w.arms {
		n := 0
		for factor, begin := range w.begin {
			if w.levelOf(a, factor) != begin {
				n++
			}
		}
		if n > most {
			far, most = a, n
		}
	}
	return far
}

// locate says which of the changed factors an arm has at their ends, and which
// of the others it has at another level than both ends of the way. ok is false
// where a changed factor is neither where it begins nor where it ends.
func (w *way) locate(a *Arm) (changes uint64, others []string, ok bool) {
	for _, factor := range slices.Sorted(maps.Keys(w.begin)) {
		level := w.levelOf(a, factor)
		if level == w.begin[factor] {
			continue
		}
		i, changed := slices.BinarySearch(w.changed, factor)
		switch {
		case !changed:
			others = append(others, factor)
		case level == w.levelOf(w.to, factor):
			changes |= 1 << i
		default:
			return 0, nil, false
		}
	}
	return changes, others, true
}

// named names the factors of a group and their levels.
func (w *way) named(group uint64) (factor, fromLevel, toLevel string) {
	var factors, begin, end []string
	for i, name := range w.changed {
		if group&(1<<i) != 0 {
			factors = append(factors, name)
			begin = append(begin, w.begin[name])
			end = append(end, w.levelOf(w.to, name))
		}
	}
	const and = " + "
	return strings.Join(factors, and), strings.Join(begin, and), strings.Join(end, and)
}
