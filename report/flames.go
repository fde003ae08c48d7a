package report

import (
	"cmp"
	"slices"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/flame"
)

// leastFlame is the share of an arm's time from which on a function is in its
// flame graph. It keeps pages light: narrower ones cannot be seen.
const leastFlame = 0.002

// flames are the trees of the headline's arms.
func (b *builder) flames() []Flame {
	var list []Flame
	for _, file := range b.in.Profiles {
		operations := operationsIn(file)
		if file.Kind != results.CPU || !b.isHeadline(file.Workload) || operations <= 0 {
			continue
		}
		raw, err := b.rawProfile(file)
		if err != nil {
			continue // told where profiles are listed
		}
		if root, err := flame.New(raw, operations, leastFlame); err == nil && root.Value > 0 {
			list = append(list, Flame{Arm: file.Arm, Workload: b.out.Headline, Build: file.Build, Root: root})
		}
	}
	slices.SortStableFunc(list, func(x, y Flame) int {
		return cmp.Or(b.rank.compareBuilds(x.Build, y.Build), b.rank.compareArms(x.Arm, y.Arm))
	})
	return list
}
