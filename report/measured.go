package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/stats"
)

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
