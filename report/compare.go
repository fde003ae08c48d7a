package report

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/stats"
)

// A family is the comparisons that a reader looks at together, to pick one out
// of them: their intervals have to hold all at once. Those of arms are of one
// workload, metric and build. Those of builds are of one workload and metric,
// and their build is empty.
type family struct {
	workload, build, metric string
}

// comparisons makes every comparison that the experiment asks for: in each
// workload and build every arm against the baseline, and the baseline against
// its second run; where there are several builds, also each arm against
// itself in the first build.
func (b *builder) comparisons() []Comparison {
	type pair struct {
		arm, against side
		metric       Metric
		of           family
	}
	var asked []pair
	add := func(arm, against side, build string) {
		for _, m := range b.comparedMetrics(arm.workload) {
			if b.series[arm].reports(m.Unit) && b.series[against].reports(m.Unit) {
				asked = append(asked, pair{arm, against, m, family{arm.workload, build, m.Unit}})
			}
		}
	}
	for key := range b.series {
		if key.arm != b.out.Baseline {
			add(key, side{b.out.Baseline, key.workload, key.build}, key.build)
		}
		if first := b.firstBuild(); key.build != first && key.arm != experiments.ControlArm {
			add(key, side{key.arm, key.workload, first}, "")
		}
	}
	together := map[family]int{}
	for _, p := range asked {
		if p.arm.arm != experiments.ControlArm {
			together[p.of]++
		}
	}
	list := make([]Comparison, len(asked))
	for i, p := range asked {
		k := together[p.of]
		if p.arm.arm == experiments.ControlArm {
			// It is no candidate. Its interval makes the floor, which is the
			// same however many arms there are.
			k = 1
		}
		list[i], _ = b.compare(p.arm, p.against, p.metric, k)
	}
	slices.SortFunc(list, b.compareComparisons)
	b.addBenchstat(list)
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
// Both are of the same workload. The interval holds together with those of so
// many comparisons.
func (b *builder) compare(arm, against side, m Metric, together int) (Comparison, stats.Outcome) {
	c := Comparison{
		Arm: arm.arm, Against: against.arm,
		Workload: arm.workload,
		Build:    arm.build, AgainstBuild: against.build,
		Metric:   m.Unit,
		Primary:  m.Unit == b.primaries[arm.workload],
		Control:  arm.arm == experiments.ControlArm,
		Together: together,
		Findings: []explain.Finding{},
	}
	limit := math.NaN()
	if floor, known := b.floor(floorKey{arm.workload, arm.build, m.Unit}); known {
		c.Floor = &floor
		if !c.Control {
			limit = floor
		}
	}

	level := stats.Simultaneous(together)
	pairs := b.series[arm].pairs(b.series[against], m.Unit)
	c.N = len(pairs)
	ratio, err := stats.Compare(pairs, level)
	var outcome stats.Outcome
	var reason stats.Reason
	switch {
	case err == nil:
		c.Ratio, c.Low, c.High, c.Confidence = &ratio.Estimate, &ratio.Low, &ratio.High, ratio.Confidence
		outcome, reason = stats.Judge(ratio, level, b.out.Margin, limit)
		c.Why = string(reason)
	case errors.Is(err, stats.ErrZero):
		outcome, reason = stats.JudgeZeros(pairs, level)
		c.Why = noRatio(outcome, reason)
	default:
		c.Why = "no ratio: " + err.Error()
	}
	if c.Control && outcome != stats.Same && outcome != stats.Undecided {
		// By its own floor the control could never differ, and by its
		// interval alone it may. Code that is not faster than itself is
		// called neither, all the same.
		outcome, c.Why = stats.Undecided, sameCode
	}
	sound := true
	if doubt := b.doubtOf(arm, against, m.Unit); doubt != "" {
		outcome, c.Why, sound = stats.Undecided, doubt, false
	}
	if err == nil && ratio.Confidence >= level {
		if d := stats.Detectable(ratio, limit); finite(d) {
			c.Detectable = &d
		}
	}
	if err == nil && outcome == stats.Undecided && sound && !c.Control {
		c.Needed = needed(ratio, level, b.out.Margin, limit)
	}
	c.Verdict = verdict(outcome, m)
	return c, outcome
}

// sameCode is why a control that differs is not called faster or slower.
const sameCode = "it is the same code: what it differs by is noise"

// needed is about how many rounds in all would decide, zero where no number
// within reach would.
func needed(r stats.Ratio, level, margin, floor float64) int {
	rounds, ok := stats.Needed(r, margin, floor)
	if !ok {
		return 0
	}
	// A range of a few rounds is no interval yet, and tells little of how
	// wide one would be.
	return max(rounds, stats.MinRounds(level))
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

// doubtOf is what keeps a comparison from being decided, whatever its ratio:
// senders that did not contend, or a control that failed.
func (b *builder) doubtOf(arm, against side, metric string) string {
	for _, s := range []side{arm, against} {
		if s := b.series[s]; s != nil && s.doubt != "" {
			return s.doubt
		}
	}
	if arm.arm == experiments.ControlArm {
		return ""
	}
	for _, s := range []side{arm, against} {
		if b.controlFailed(s.workload, s.build, metric) {
			return "the control failed: the baseline differs from its own second run"
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
