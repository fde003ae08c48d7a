package attribution

// interactions are those of all pairs of changes of which there are four arms
// that have neither, one, the other and both. On logarithms they are twice the
// two-factor interactions of a factorial design; see F. Yates, The Design and
// Analysis of Factorial Experiments (1937).
func (w *way) interactions(o *orders) []Interaction {
	list := []Interaction{}
	path := o.path(w.points)
	for i, one := range path {
		for _, other := range path[i+1:] {
			logs, n := w.interaction(one.group, other.group)
			if n == 0 {
				continue
			}
			of := Interaction{Ratio: w.ratio(logs), Combinations: n}
			of.Factor, _, _ = w.named(one.group)
			of.With, _, _ = w.named(other.group)
			list = append(list, of)
		}
	}
	return list
}

// interaction is the logarithm of an interaction by rounds, on average over so
// many combinations of the other factors.
func (w *way) interaction(one, other uint64) (logs []float64, combinations int) {
	logs = make([]float64, len(w.rounds))
	for _, neither := range w.points {
		if neither.changes&(one|other) != 0 {
			continue
		}
		first, second, both := w.at(neither.changes|one), w.at(neither.changes|other), w.at(neither.changes|one|other)
		if first == nil || second == nil || both == nil {
			continue
		}
		combinations++
		after, before := minus(both.logs, second.logs), minus(first.logs, neither.logs)
		for i, l := range minus(after, before) {
			logs[i] += l
		}
	}
	for i := range logs {
		logs[i] /= max(1, float64(combinations))
	}
	return logs, combinations
}
