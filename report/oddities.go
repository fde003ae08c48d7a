package report

import (
	"fmt"
	"math"

	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/stats"
)

// warnModes tells of arms whose metric that decides takes one of two figures.
// A median then stands for one of them, and which one is luck.
func (b *builder) warnModes() []Warning {
	tested := map[string]int{}
	var found []finding
	for _, cell := range b.out.Cells {
		metric := b.primaries[cell.Workload]
		values := b.series[side{cell.Arm, cell.Workload, cell.Build}].values(metric)
		if cell.Control || !allPositive(values) {
			continue
		}
		tested[cell.Workload]++
		low, high, share, two := stats.Modes(values)
		if !two {
			continue
		}
		label := b.out.armLabel(cell.Arm)
		found = append(found, finding{
			cell.Arm, cell.Workload, cell.Build, metric,
			fmt.Sprintf("the figures of %s are two: %s, and in %s of the rounds %s. %s", label,
				format.Value(low, metric), format.Share(share), format.Value(high, metric), b.modesOfRatio(cell, metric)),
			fmt.Sprintf("%s (%s or %s)", label, format.Value(low, metric), format.Value(high, metric)),
		})
	}
	return b.fold(TwoModes, tested, found, "cells have two figures",
		"A median stands for one of the two. Where the baseline changes along in the same rounds, ratios do not show it.")
}

// modesOfRatio says whether the ratio of a cell to the baseline has two modes
// as well.
func (b *builder) modesOfRatio(cell Cell, metric string) string {
	const either = "Its median stands for one of the two."
	if cell.Arm == b.out.Baseline {
		return either
	}
	baseline := b.out.armLabel(b.out.Baseline)
	ratios := b.ratios(Comparison{
		Arm: cell.Arm, Against: b.out.Baseline, Workload: cell.Workload,
		Build: cell.Build, AgainstBuild: cell.Build, Metric: metric,
	})
	if len(ratios) == 0 || !allPositive(ratios) {
		return either
	}
	if low, high, _, two := stats.Modes(ratios); two {
		return fmt.Sprintf("So does its ratio to %s, %s or %s: the ratio shown stands for one of the two.", baseline, format.Ratio(low), format.Ratio(high))
	}
	return fmt.Sprintf("Its ratio to %s does not.", baseline)
}

// drift looks for a drift of a ratio in the course of the run that is more
// than the margin.
func (b *builder) drift(c Comparison) (total float64, drifts bool) {
	total, drifts = stats.Drift(b.ratios(c))
	return total, drifts && math.Abs(math.Log1p(total)) > math.Log1p(b.out.Margin)
}

// warnDrift tells of ratios that move in the course of the run.
func (b *builder) warnDrift() []Warning {
	tested := map[string]int{}
	var found []finding
	for _, c := range b.primaryRatios() {
		tested[c.Workload]++
		total, drifts := b.drift(c)
		if !drifts {
			continue
		}
		found = append(found, finding{
			c.Arm, c.Workload, c.Build, c.Metric,
			fmt.Sprintf("the ratio of %s moves by %s from the first round to the last. The figure is that of the whole run, and of neither end.", b.compared(c), signed(total)),
			fmt.Sprintf("%s by %s", b.out.armLabel(c.Arm), signed(total)),
		})
	}
	return b.fold(Drifts, tested, found, "ratios move from the first round to the last",
		"The figures are those of the whole run, and of neither end.")
}

// warnAutocorrelation tells of ratios by which the next round's can be told.
// Of one that drifts that goes without saying.
func (b *builder) warnAutocorrelation() []Warning {
	tested := map[string]int{}
	var found []finding
	for _, c := range b.primaryRatios() {
		tested[c.Workload]++
		lag, shown := stats.Autocorrelation(b.ratios(c))
		if !shown {
			continue
		}
		if _, drifts := b.drift(c); drifts {
			continue
		}
		found = append(found, finding{
			c.Arm, c.Workload, c.Build, c.Metric,
			fmt.Sprintf("the ratio of %s in a round tells that of the next one (correlation %.2f). Its interval takes them for independent, and holds less often than it says.", b.compared(c), lag),
			fmt.Sprintf("%s (correlation %.2f)", b.out.armLabel(c.Arm), lag),
		})
	}
	return b.fold(Autocorrelated, tested, found, "ratios tell the next round's",
		"Their intervals take rounds for independent, and hold less often than they say.")
}

// warnLayout tells of differences that the order of functions in the binary
// may turn.
func (b *builder) warnLayout() []Warning {
	tested := map[string]int{}
	var found []finding
	for _, c := range b.primaryRatios() {
		if c.Control {
			continue
		}
		add := func(alone, listed string) {
			found = append(found, finding{c.Arm, c.Workload, c.Build, c.Metric, alone, listed})
		}
		tested[c.Workload]++
		spread := b.spreads[side{c.Arm, c.Workload, c.Build}]
		switch low, high, turns := b.turnedByLayout(c); {
		case turns:
			add(fmt.Sprintf("the ratio of %s is %s with one layout of the binary and %s with another: the order of functions decides between the two.", b.compared(c), format.Ratio(low), format.Ratio(high)),
				fmt.Sprintf("%s (%s or %s)", b.out.armLabel(c.Arm), format.Ratio(low), format.Ratio(high)))
		case c.decided() && spread != nil && spread.LayoutShown && *spread.Layout > math.Abs(math.Log(*c.Ratio)):
			moves := "±" + format.Share(*spread.Layout)
			add(fmt.Sprintf("layout alone moves %s by %s, which is more than its difference in the ratio of %s (%s): other orders of functions may turn it.", b.out.armLabel(c.Arm), moves, b.compared(c), format.Ratio(*c.Ratio)),
				fmt.Sprintf("%s (%s, and layout moves it by %s)", b.out.armLabel(c.Arm), format.Ratio(*c.Ratio), moves))
		}
	}
	return b.fold(LayoutDecides, tested, found, "differences depend on the layout of the binary",
		"Other orders of functions may turn them.")
}

// turnedByLayout looks for a layout with which a ratio lies below 1 and one
// with which it lies above, both beyond noise. It returns the lowest and the
// highest of such ratios.
func (b *builder) turnedByLayout(c Comparison) (low, high float64, turns bool) {
	arm, against := b.sidesOf(c)
	byLayout := map[int64][]stats.Pair{}
	b.series[arm].eachPair(b.series[against], c.Metric, func(layout int64, p stats.Pair) {
		byLayout[layout] = append(byLayout[layout], p)
	})
	low, high = math.Inf(1), math.Inf(-1)
	level := stats.Simultaneous(len(byLayout))
	for _, pairs := range byLayout {
		r, err := stats.Compare(pairs, level)
		if err != nil || r.Confidence < level {
			continue
		}
		if r.High < 1 {
			low = min(low, r.Estimate)
		}
		if r.Low > 1 {
			high = max(high, r.Estimate)
		}
	}
	return low, high, low < 1 && high > 1
}

// primaryRatios are the comparisons of metrics that decide which have a ratio.
func (b *builder) primaryRatios() []Comparison {
	var list []Comparison
	for _, c := range b.out.Comparisons {
		if c.Primary && c.Ratio != nil {
			list = append(list, c)
		}
	}
	return list
}

// ratios are those of a comparison in the order of running.
func (b *builder) ratios(c Comparison) []float64 {
	arm, against := b.sidesOf(c)
	list := make([]float64, 0, c.N)
	b.series[arm].eachPair(b.series[against], c.Metric, func(_ int64, p stats.Pair) {
		list = append(list, p.Arm/p.Against)
	})
	return list
}

func (b *builder) sidesOf(c Comparison) (arm, against side) {
	return side{c.Arm, c.Workload, c.Build}, side{c.Against, c.Workload, c.AgainstBuild}
}

// allPositive reports whether values are numbers that have a logarithm.
func allPositive(values []float64) bool {
	for _, v := range values {
		if !(v > 0) || !finite(v) {
			return false
		}
	}
	return true
}
