package attribution

// besides are the changes of factors that are the same at both ends, each from
// a point that an order leads by.
func (w *way) besides(o *orders) ([]Change, error) {
	onWay := map[*point]bool{}
	for _, s := range o.steps {
		if s.share > 0 {
			onWay[w.points[s.from]], onWay[w.points[s.to]] = true, true
		}
	}
	list := []Change{}
	for _, a := range w.arms {
		changes, others, ok := w.locate(a)
		p := w.at(changes)
		if !ok || len(others) != 1 || p == nil || !onWay[p] {
			continue
		}
		var logs []float64
		for i, round := range w.rounds {
			if _, measured := a.Rounds[round]; !measured {
				continue
			}
			l, err := a.logarithm(round)
			if err != nil {
				return nil, err
			}
			logs = append(logs, l-p.logs[i])
		}
		if len(logs) == 0 {
			continue
		}
		list = append(list, Change{
			Factor: others[0], FromLevel: w.begin[others[0]], ToLevel: w.levelOf(a, others[0]),
			Against: p.name, Arm: a.Name, Ratio: w.ratio(logs),
		})
	}
	return list, nil
}
