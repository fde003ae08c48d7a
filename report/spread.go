package report

import (
	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/stats"
)

// spread takes the variation of a cell in the metric that decides apart. What
// an arm shares with the baseline in a round is the moment of the machine; for
// the baseline itself the control tells. It is nil where there is too little
// to tell.
func (b *builder) spread(key side) *Spread {
	if key.arm == experiments.ControlArm {
		return nil
	}
	beside := side{b.out.Baseline, key.workload, key.build}
	if key == beside {
		beside.arm = experiments.ControlArm
	}
	rounds := len(b.series[key].rounds)
	values, others := make([]float64, 0, rounds), make([]float64, 0, rounds)
	layouts := make([]int64, 0, rounds)
	b.series[key].eachPair(b.series[beside], b.primaries[key.workload], func(layout int64, p stats.Pair) {
		values, others, layouts = append(values, p.Arm), append(others, p.Against), append(layouts, layout)
	})
	if len(values) == 0 || !allPositive(values) || !allPositive(others) {
		return nil
	}
	split, ok := stats.SplitVariance(values, others, layouts)
	if !ok {
		return nil
	}
	s := &Spread{Process: split.Process, Rest: split.Rest}
	if split.Layouts > 1 {
		s.Layout, s.LayoutShown = &split.Layout, split.LayoutShown
	}
	return s
}
