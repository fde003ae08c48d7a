package report

import (
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/assay-bench/assay/report/stats"
)

// A heapKey is the values of a metric of a cell.
type heapKey struct {
	cell   side
	metric string
}

// A heap is values as benchstat takes them: sorted, with no word on which
// round each is of.
type heap struct {
	sample  *benchmath.Sample
	summary benchmath.Summary
}

// addBenchstat says of each comparison what benchstat makes of the same
// values, and corrects its p-values for those that stand together.
func (b *builder) addBenchstat(list []Comparison) {
	heaps := map[heapKey]heap{}
	families := map[family][]*Comparison{}
	var order []family
	for i := range list {
		c := &list[i]
		arm := b.heap(heaps, heapKey{side{c.Arm, c.Workload, c.Build}, c.Metric})
		against := b.heap(heaps, heapKey{side{c.Against, c.Workload, c.AgainstBuild}, c.Metric})
		if len(arm.sample.Values) == 0 || len(against.sample.Values) == 0 {
			continue
		}
		c.Benchstat = &Benchstat{
			Center: arm.summary.Center, Low: finiteOrNil(arm.summary.Lo), High: finiteOrNil(arm.summary.Hi),
			AgainstCenter: against.summary.Center, AgainstLow: finiteOrNil(against.summary.Lo), AgainstHigh: finiteOrNil(against.summary.Hi),
			P: pValue(arm.sample, against.sample),
		}
		c.Benchstat.Holm = c.Benchstat.P
		if c.Control {
			continue // it stands for itself
		}
		of := family{c.Workload, c.Build, c.Metric}
		if c.Build != c.AgainstBuild {
			of.build = ""
		}
		if families[of] == nil {
			order = append(order, of)
		}
		families[of] = append(families[of], c)
	}
	for _, of := range order {
		p := make([]float64, len(families[of]))
		for i, c := range families[of] {
			p[i] = c.Benchstat.P
		}
		for i, adjusted := range stats.Holm(p) {
			families[of][i].Benchstat.Holm = adjusted
		}
	}
}

// heap takes the finite values of a metric of a cell. Values that are not
// finite are no part of any figure, and notes say so.
func (b *builder) heap(heaps map[heapKey]heap, key heapKey) heap {
	if h, ok := heaps[key]; ok {
		return h
	}
	values := b.series[key.cell].values(key.metric) // a copy: NewSample sorts
	values = slices.DeleteFunc(values, func(v float64) bool { return !finite(v) })
	h := heap{sample: benchmath.NewSample(values, &benchmath.DefaultThresholds)}
	if len(values) > 0 {
		h.summary = benchmath.AssumeNothing.Summary(h.sample, stats.Level)
	}
	heaps[key] = h
	return h
}

// finiteOrNil has no value where benchstat shows ±∞, since JSON has no form
// for it.
func finiteOrNil(v float64) *float64 {
	if !finite(v) {
		return nil
	}
	return &v
}
