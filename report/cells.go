package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/stats"
)

// doubt marks the cells whose senders hardly ran side by side, although that
// is what their workload is for.
func (b *builder) doubt() {
	least := b.in.Asked.MinOverlap
	if least == 0 {
		least = 0.5
	}
	for _, s := range b.series {
		overlap := stats.Summarize(s.values(overlapMetric))
		if overlap.N > 0 && overlap.Median < least {
			s.doubt = fmt.Sprintf("senders ran side by side for %s of the time, and %s is asked for",
				format.Share(overlap.Median), percent(least))
		}
	}
}

// cells gives each cell its figures.
func (b *builder) cells() []Cell {
	b.spreads = map[side]*Spread{}
	for key := range b.series {
		b.spreads[key] = b.spread(key)
	}
	list := []Cell{}
	for _, key := range slices.SortedFunc(maps.Keys(b.series), b.compareSides) {
		s := b.series[key]
		cell := Cell{
			Arm: key.arm, Workload: key.workload, Build: key.build,
			Control: key.arm == experiments.ControlArm,
			Figures: []Figure{},
			Doubt:   s.doubt,
		}
		for _, m := range b.out.Metrics {
			if sum := stats.Summarize(s.values(m.Unit)); sum.N > 0 {
				cell.Figures = append(cell.Figures, Figure{Metric: m.Unit, N: sum.N, Median: sum.Median, Min: sum.Min, Max: sum.Max})
			}
		}
		if len(cell.Figures) == 0 {
			cell.Failed = s.failure()
		}
		cell.Spread = b.spreads[key]
		list = append(list, cell)
	}
	return list
}

// compareSides puts the headline's workload first, then goes by build and by
// arm. The control follows the baseline.
func (b *builder) compareSides(x, y side) int {
	return cmp.Or(
		cmp.Compare(place(b.rank.workload, x.workload), place(b.rank.workload, y.workload)),
		b.rank.compareBuilds(x.build, y.build),
		cmp.Compare(place(b.rank.arm, x.arm), place(b.rank.arm, y.arm)),
		falseFirst(x.arm == experiments.ControlArm, y.arm == experiments.ControlArm),
		compareNatural(x.arm, y.arm),
	)
}

// failure says why a cell has no figures.
func (s *series) failure() string {
	switch {
	case len(s.failed) > 0 && len(s.failed) == s.processes:
		return fmt.Sprintf("%d of %d processes failed: %s", len(s.failed), s.processes, s.failed[0].Failure)
	case len(s.failed) > 0:
		return fmt.Sprintf("%d of %d processes failed, and the others left no figures: %s", len(s.failed), s.processes, s.failed[0].Failure)
	case len(s.rounds) > 0:
		return "no value is a finite number"
	}
	return "its processes left no figures in the record"
}

// figure is a metric of a cell, or nil.
func (b *builder) figure(key side, metric string) *Figure {
	sum := stats.Summarize(b.series[key].values(metric))
	if sum.N == 0 {
		return nil
	}
	return &Figure{Metric: metric, N: sum.N, Median: sum.Median, Min: sum.Min, Max: sum.Max}
}
