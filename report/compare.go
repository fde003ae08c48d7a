package report

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/stats"
)

// comparisons makes every comparison that the experiment asks for: in each
// workload and build every arm against the baseline, and the baseline against
// its second run; where there are several builds, also each arm against
// itself in the first build.
func (b *builder) comparisons() []Comparison {
	list := []Comparison{}
	add := func(arm, against side) {
		for _, m := range b.comparedMetrics(arm.workload) {
			if b.series[arm].reports(m.Unit) && b.series[against].reports(m.Unit) {
				c, _ := b.compare(arm, against, m)
				list = append(list, c)
			}
		}
	}
	for key := range b.series {
		if key.arm != b.out.Baseline {
			add(key, side{b.out.Baseline, key.workload, key.build})
		}
		if first := b.firstBuild(); key.build != first && key.arm != experiments.ControlArm {
			add(key, side{key.arm, key.workload, first})
		}
	}
	slices.SortFunc(list, b.compareComparisons)
	return list
}

// compareComparisons puts the headline's workload first, and in each workload
// the metric that decides. Then come the builds in their order, arms against
// the baseline before arms against themselves, and the control last.
func (b *builder) compareComparisons(x, y Comparison) int {
	return cmp.Or(
		cmp.Compare(place(b.rank.workload, x.Workload), place(b.rank.workload, y.Workload)),
		falseFirst(!x.Primary, !y.Primary),
		cmp.Compare(place(b.rank.metric, x.Metric), place(b.rank.metric, y.Metric)),
		b.rank.compareBuilds(x.Build, y.Build),
		falseFirst(x.Build != x.AgainstBuild, y.Build != y.AgainstBuild),
		falseFirst(x.Control, y.Control),
		cmp.Compare(place(b.rank.arm, x.Arm), place(b.rank.arm, y.Arm)),
		compareNatural(x.Arm, y.Arm),
	)
}

// comparedMetrics are the metrics that the experiment names, and the one that
// decides where the workload prints none of them.
func (b *builder) comparedMetrics(workload string) []Metric {
	primary := b.primaries[workload]
	var list []Metric
	for _, m := range b.out.Metrics {
		_, asked := b.in.Asked.Metric(m.Unit)
		if asked || m.Unit == primary {
			list = append(list, m)
		}
	}
	return list
}

// compare divides one cell by another within rounds and judges the ratio.
// Both are of the same workload.
func (b *builder) compare(arm, against side, m Metric) (Comparison, stats.Outcome) {
	c := Comparison{
		Arm: arm.arm, Against: against.arm,
		Workload: arm.workload,
		Build:    arm.build, AgainstBuild: against.build,
		Metric:  m.Unit,
		Primary: m.Unit == b.primaries[arm.workload],
		Control: arm.arm == experiments.ControlArm,
	}
	limit := math.NaN()
	if floor, known := b.floor(floorKey{arm.workload, arm.build, m.Unit}); known {
		c.Floor = &floor
		if !c.Control {
			// By its own floor the control could never differ, and so it
			// is judged by its interval alone.
			limit = floor
		}
	}

	pairs := b.series[arm].pairs(b.series[against], m.Unit)
	c.N = len(pairs)
	ratio, err := stats.Compare(pairs, stats.Level)
	var outcome stats.Outcome
	var reason stats.Reason
	switch {
	case err == nil:
		c.Ratio, c.Low, c.High, c.Confidence = &ratio.Estimate, &ratio.Low, &ratio.High, ratio.Confidence
		outcome, reason = stats.Judge(ratio, stats.Level, b.out.Margin, limit)
		c.Why = string(reason)
	case errors.Is(err, stats.ErrZero):
		outcome, reason = stats.JudgeZeros(pairs, stats.Level)
		c.Why = noRatio(outcome, reason)
	default:
		c.Why = "no ratio: " + err.Error()
	}
	if doubt := b.doubtOf(arm, against); doubt != "" {
		outcome, c.Why = stats.Undecided, doubt
	}
	c.Verdict = verdict(outcome, m)
	return c, outcome
}

// noRatio says why rounds with zeros have no ratio.
func noRatio(outcome stats.Outcome, reason stats.Reason) string {
	switch outcome {
	case stats.Same:
		return "no ratio: both are zero in every round"
	case stats.Lower:
		return "no ratio: it is zero in every round, and the other in none"
	case stats.Higher:
		return "no ratio: the other is zero in every round, and it in none"
	}
	return "no ratio: " + string(reason)
}

// doubtOf is what keeps the figures of a comparison from being what they seem.
func (b *builder) doubtOf(arm, against side) string {
	for _, s := range []side{arm, against} {
		if s := b.series[s]; s != nil && s.doubt != "" {
			return s.doubt
		}
	}
	return ""
}

// verdict says an outcome in terms of what is better.
func verdict(o stats.Outcome, m Metric) Verdict {
	switch o {
	case stats.Undecided:
		return Undecided
	case stats.Same:
		return Same
	}
	better := o == stats.Lower
	switch m.Better {
	case "lower":
	case "higher":
		better = !better
	default:
		if o == stats.Lower {
			return Lower
		}
		return Higher
	}
	switch {
	case better && m.Better == "lower" && m.isTime():
		return Faster
	case m.Better == "lower" && m.isTime():
		return Slower
	case better:
		return Better
	}
	return Worse
}

// floorKey is what a noise floor is good for.
type floorKey struct {
	workload, build, metric string
}

// floor is the noise floor that the control of a workload and build shows in
// a metric. Builds without a control of their own use that of the first.
func (b *builder) floor(key floorKey) (float64, bool) {
	if f, ok := b.floors[key]; ok {
		return f, !math.IsNaN(f)
	}
	control := b.series[side{experiments.ControlArm, key.workload, key.build}]
	baseline := b.series[side{b.out.Baseline, key.workload, key.build}]
	f := math.NaN()
	if ratio, err := stats.Compare(control.pairs(baseline, key.metric), stats.Level); err == nil {
		f = stats.Floor(ratio)
	} else if first := b.firstBuild(); control == nil && key.build != first {
		f, _ = b.floor(floorKey{key.workload, first, key.metric})
	}
	b.floors[key] = f
	return f, !math.IsNaN(f)
}
