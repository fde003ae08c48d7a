package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// mostCostRows is how many rows of a list of costs are shown one by one.
const mostCostRows = 20

// othersName is the row that what is small goes into.
const othersName = "all others"

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
