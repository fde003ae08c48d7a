package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/stats"
	"github.com/assay-bench/assay/report/symbol"
)

// mostCostRows is how many rows of a list of costs are shown one by one.
const mostCostRows = 20

// othersName is the row that what is small goes into.
const othersName = "all others"

// A measuredCost is what two cells differ by, in nanoseconds per operation.
type measuredCost struct {
	// metric is what was timed, in words.
	metric     string
	difference cost.Estimate

	// waits says that it is wall time, of which the processor was idle for a
	// good part.
	waits bool
}

// idle is the share of a process's wall time in which no processor worked for
// it from which on an arm is said to wait.
const idle = 0.2

// measuredCost is the difference that is to be taken apart: in the processor
// time that the benchmark reports, else in its wall time times the number of
// processors that its processes kept busy. Where an arm waits for a good part
// of the time, it is the wall time itself.
func (b *builder) measuredCost(arm, against side, metric string) (measuredCost, bool) {
	unit, ok := strings.CutPrefix(metric, "ns/")
	if !ok {
		unit, metric = "op", "ns/op"
	}
	one, other := b.series[arm], b.series[against]
	if cpu := "cpu-ns/" + unit; one.reports(cpu) && other.reports(cpu) {
		return differenceOf(cpu, one.pairs(other, cpu))
	}
	busyOne, busyOther := b.busy(one), b.busy(other)
	if busyOne <= 0 || busyOther <= 0 {
		return differenceOf(metric, one.pairs(other, metric))
	}
	if min(busyOne, busyOther) < 1-idle {
		m, ok := differenceOf(metric, one.pairs(other, metric))
		m.waits = true
		return m, ok
	}
	pairs := one.pairs(other, metric)
	for i := range pairs {
		pairs[i].Arm *= busyOne
		pairs[i].Against *= busyOther
	}
	return differenceOf(fmt.Sprintf("%s × processors kept busy (%.2f, %.2f)", metric, busyOne, busyOther), pairs)
}

// busy is how many processors the timed processes of a cell kept busy: the
// median of processor time over wall time. It is 0 where that is not known.
func (b *builder) busy(s *series) float64 {
	var shares []float64
	for _, o := range s.counts {
		if p := b.process(o.Process); p != nil && p.Wall > 0 && p.User+p.System > 0 {
			shares = append(shares, float64(p.User+p.System)/float64(p.Wall))
		}
	}
	return stats.Summarize(shares).Median
}

// process finds a process by its number, or nil.
func (b *builder) process(number int) *results.Process {
	at, ok := slices.BinarySearchFunc(b.in.Processes, number, func(p results.Process, n int) int {
		return cmp.Compare(p.Process, n)
	})
	if !ok {
		return nil
	}
	return &b.in.Processes[at]
}

// differenceOf is what the sides of pairs differ by: the ratio less one, of
// what the second side takes.
func differenceOf(metric string, pairs []stats.Pair) (measuredCost, bool) {
	ratio, err := stats.Compare(pairs, stats.Level)
	if err != nil {
		return measuredCost{}, false
	}
	var against []float64
	for _, p := range pairs {
		against = append(against, p.Against)
	}
	base := stats.Summarize(against).Median
	return measuredCost{metric: metric, difference: cost.Estimate{
		Value: base * (ratio.Estimate - 1), Low: base * (ratio.Low - 1), High: base * (ratio.High - 1),
	}}, true
}

// costDifference takes a measured difference apart.
func (b *builder) costDifference(pair *explain.Pair, m measuredCost, c *Comparison) *CostDifference {
	arm, against := pair.Arm.CPU, pair.Against.CPU
	row := func(name string, keep func(*cost.Entry) bool) CostRow {
		return CostRow{
			Name: name, Arm: arm.Sum(keep), Against: against.Sum(keep),
			Difference: cost.Difference(arm, against, keep),
		}
	}
	rows := func(key func(*cost.Entry) string) []CostRow {
		names := map[string]float64{}
		for _, p := range []*cost.Profile{arm, against} {
			for name, e := range p.Group(key) {
				names[name] = max(names[name], e.Value)
			}
		}
		kept := make([]string, 0, len(names))
		for name := range names {
			kept = append(kept, name)
		}
		// The largest are shown, and ordered by what they differ by.
		slices.SortFunc(kept, func(x, y string) int { return cmp.Or(cmp.Compare(names[y], names[x]), cmp.Compare(x, y)) })
		shown := map[string]bool{}
		list := []CostRow{}
		for _, name := range kept[:min(len(kept), mostCostRows)] {
			shown[name] = true
			list = append(list, row(name, func(e *cost.Entry) bool { return key(e) == name }))
		}
		slices.SortStableFunc(list, func(x, y CostRow) int {
			return cmp.Compare(math.Abs(y.Difference.Value), math.Abs(x.Difference.Value))
		})
		if len(kept) > len(list) {
			list = append(list, row(othersName, func(e *cost.Entry) bool { return !shown[key(e)] }))
		}
		return list
	}
	d := &CostDifference{
		Metric:    m.metric,
		Measured:  m.difference,
		Profiled:  row("", nil),
		Kinds:     rows(func(e *cost.Entry) string { return string(e.Kind) }),
		Packages:  rows(func(e *cost.Entry) string { return symbol.Package(e.Function) }),
		Functions: rows(func(e *cost.Entry) string { return e.Function }),
	}
	d.Remainder = m.difference.Value - d.Profiled.Difference.Value
	d.Why = b.whyRemainder(d, m, c)
	return d
}

// remainderTold is the share of the measured difference from which on the
// page says where the rest may have gone.
const remainderTold = 0.05

// whyRemainder says why the profiles do not add up to what was measured, as
// far as the record tells.
func (b *builder) whyRemainder(d *CostDifference, m measuredCost, c *Comparison) string {
	if math.Abs(d.Remainder) <= remainderTold*math.Abs(d.Measured.Value) {
		return ""
	}
	if p := d.Profiled.Difference; p.Low <= d.Measured.High && d.Measured.Low <= p.High {
		return "Sampling, and the noise of the timing, explain it: the two intervals overlap."
	}
	if m.waits {
		return "An arm waits for a good part of the time, and a CPU profile has no samples of what waits."
	}
	for _, p := range b.out.Profiling {
		slower := p.Profiled/p.Plain - 1
		if p.Workload == c.Workload && (p.Arm == c.Arm || p.Arm == c.Against) && p.Plain > 0 && math.Abs(slower) > remainderTold {
			return fmt.Sprintf("The profiled process of %s took %s as long per operation as one without a profile.",
				b.in.Asked.Label(p.Arm), format.Ratio(p.Profiled/p.Plain))
		}
	}
	if math.Abs(d.Profiled.Difference.Value) > math.Abs(d.Measured.Value) {
		return "The profiles also hold what the processes did besides the timed loop: their start, the preparation of the benchmark, the harness."
	}
	return "The profiled processes came to less than the timed ones: they ran at another moment, or spent time that no sample shows. The record does not tell which."
}

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
