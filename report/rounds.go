package report

import "github.com/assay-bench/assay/experiments/results"

// rounds lists every timed process that measured something. Values that are
// not finite numbers are left out of it, and notes say so.
func (b *builder) rounds() []Round {
	foreign := map[int]float64{}
	for _, p := range b.in.Processes {
		if p.Pass == results.PassTiming && finite(p.Foreign) {
			foreign[p.Process] = p.Foreign
		}
	}
	list := make([]Round, 0, len(b.in.Observations))
	for _, o := range b.in.Observations {
		key := sideOf(o.Cell, o.Control)
		round := Round{
			Process: o.Process, Round: o.Round, Position: o.Position,
			Arm: key.arm, Workload: key.workload, Build: key.build, Control: o.Control,
			Foreign: -1,
			Values:  make(map[string]float64, len(o.Values)),
		}
		if share, ok := foreign[o.Process]; ok {
			round.Foreign = share
		}
		for unit, v := range o.Values {
			if finite(v) {
				round.Values[unit] = v
			}
		}
		list = append(list, round)
	}
	return list
}
