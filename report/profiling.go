package report

import (
	"slices"

	"github.com/assay-bench/assay/experiments/results"
)

// profilingCosts are the cells that ran with and without a CPU profile.
func (b *builder) profilingCosts() []ProfilingCost {
	plain := map[side]*results.Process{}
	for i := range b.in.Processes {
		if p := &b.in.Processes[i]; p.Pass == results.PassPlain && p.Failure == "" {
			plain[sideOf(p.Cell, false)] = p
		}
	}
	var list []ProfilingCost
	for _, file := range b.in.Profiles {
		key := side{file.Arm, file.Workload.String(), file.Build}
		metric := b.primaries[key.workload]
		without := plain[key]
		if file.Kind != results.CPU || without == nil {
			continue
		}
		one, other := without.Values[metric], file.Values[metric]
		if one > 0 && other > 0 && finite(one) && finite(other) {
			list = append(list, ProfilingCost{Arm: key.arm, Workload: key.workload, Build: key.build, Metric: metric, Plain: one, Profiled: other})
		}
	}
	slices.SortStableFunc(list, func(x, y ProfilingCost) int {
		return b.compareSides(side{x.Arm, x.Workload, x.Build}, side{y.Arm, y.Workload, y.Build})
	})
	return list
}
