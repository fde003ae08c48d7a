package report

import "github.com/assay-bench/assay/experiments/results"

// rounds lists every timed process that measured something, those that were
// run again included. Values that are not finite numbers are left out of it,
// and notes say so.
func (b *builder) rounds() []Round {
	timed := make(map[int]*results.Process, len(b.in.Processes))
	for i := range b.in.Processes {
		if p := &b.in.Processes[i]; p.Pass == results.PassTiming {
			timed[p.Process] = p
		}
	}
	list := make([]Round, 0, len(b.in.Observations))
	for i := range b.in.Observations {
		o := &b.in.Observations[i]
		from := b.seriesOf(o.Cell, o.Control)
		round := Round{
			Process: o.Process, Round: o.Round, Position: o.Position,
			Arm: from.cell.arm, Workload: from.cell.workload, Build: from.cell.build, Control: o.Control,
			Layout: o.Layout, Attempt: max(1, o.Attempt), Counts: from.in(o.Round) == o,
			Foreign: -1,
			Values:  finiteValues(o.Values),
		}
		if p := timed[o.Process]; p != nil {
			round.Disturbed = p.Disturbed
			if finite(p.Foreign) {
				round.Foreign = p.Foreign
			}
		}
		list = append(list, round)
	}
	return list
}

// finiteValues leaves out what is not a finite number. Most often that is
// nothing, and the map is the same.
func finiteValues(values map[string]float64) map[string]float64 {
	for _, v := range values {
		if !finite(v) {
			rest := make(map[string]float64, len(values))
			for unit, v := range values {
				if finite(v) {
					rest[unit] = v
				}
			}
			return rest
		}
	}
	if values == nil {
		return map[string]float64{}
	}
	return values
}
