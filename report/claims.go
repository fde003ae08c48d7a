package report

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/stats"
)

// claims judges what the experiment claims. A claim about two sides that are
// compared anyway rests on that comparison. The others stand together: what is
// claimed of them was fixed beforehand, and is no pick out of all pairs.
func (b *builder) claims() []Claim {
	type pair struct {
		arm, against side
		metric       string
	}
	listed := map[pair]*Comparison{}
	for i := range b.out.Comparisons {
		c := &b.out.Comparisons[i]
		listed[pair{side{c.Arm, c.Workload, c.Build}, side{c.Against, c.Workload, c.AgainstBuild}, c.Metric}] = c
	}
	others := 0
	for _, asked := range b.in.Asked.Claims {
		arm, against, metric, missing := b.claimed(asked)
		if missing == "" && listed[pair{arm, against, metric.Unit}] == nil {
			others++
		}
	}
	list := []Claim{}
	for _, asked := range b.in.Asked.Claims {
		claim := Claim{Text: asked.Text, Asserts: asserts(asked), Judgement: Open}
		arm, against, metric, missing := b.claimed(asked)
		if missing != "" {
			claim.Why = missing
		} else {
			together := others
			known := listed[pair{arm, against, metric.Unit}]
			if known != nil {
				together = known.Together
			}
			c, outcome := b.compare(arm, against, metric, together)
			if known != nil {
				c.Benchstat = known.Benchstat
			}
			claim.Comparison = &c
			claim.Judgement, claim.Why = judge(asked, c, outcome)
			if doubt := b.doubtOf(arm, against, metric.Unit); doubt != "" {
				claim.Judgement, claim.Why = Open, doubt
			}
		}
		if cores := b.record.Run.Machine.Cores; cores > 0 && asked.Cores > cores {
			claim.Judgement = NotAnswerable
			claim.Why = fmt.Sprintf("not answerable on %s: it takes %d", count(cores, "core", "cores"), asked.Cores)
		}
		list = append(list, claim)
	}
	return list
}

// claimed finds the two cells and the metric that a claim is about, or says
// what of it was not measured.
func (b *builder) claimed(asked experiments.Claim) (arm, against side, m Metric, missing string) {
	workload, ok := b.findWorkload(asked.Workload)
	if !ok {
		return arm, against, m, fmt.Sprintf("nothing was measured with %s", asked.Workload)
	}
	metric := cmp.Or(asked.Metric, b.primaries[workload])
	m, ok = b.metric(metric)
	if !ok {
		return arm, against, m, "no metric was measured"
	}
	arm = side{asked.Arm, workload, cmp.Or(asked.Build, b.firstBuild())}
	against = side{cmp.Or(asked.Against, b.out.Baseline), workload, cmp.Or(asked.AgainstBuild, b.firstBuild())}
	for _, s := range []side{arm, against} {
		if !b.series[s].reports(metric) {
			return arm, against, m, fmt.Sprintf("this record has no %s of %s", metric, b.cellLabel(s))
		}
	}
	return arm, against, m, ""
}

// findWorkload is the first measured workload that has the keys asked for.
// The headline's workload comes first, and is what no keys at all stand for.
func (b *builder) findWorkload(asked experiments.Workload) (string, bool) {
	for _, workload := range b.out.Workloads {
		if asked.Matches(b.workloads[workload]) {
			return workload, true
		}
	}
	return "", false
}

// asserts writes the bounds of a claim in words.
func asserts(c experiments.Claim) string {
	switch {
	case c.AtLeast != nil && c.AtMost != nil:
		return "ratio from " + bound(*c.AtLeast) + " to " + bound(*c.AtMost)
	case c.AtLeast != nil:
		return "ratio at least " + bound(*c.AtLeast)
	case c.AtMost != nil:
		return "ratio at most " + bound(*c.AtMost)
	}
	return "nothing"
}

// bound writes a bound as it was asked for, up to six digits.
func bound(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// judge holds the interval of a ratio against the bounds of a claim.
func judge(asked experiments.Claim, c Comparison, outcome stats.Outcome) (Judgement, string) {
	if c.Ratio == nil {
		return judgeZeros(asked, c, outcome)
	}
	if c.Confidence < stats.Simultaneous(c.Together) {
		return Open, c.Why
	}
	interval := "the interval, " + format.Interval(*c.Low, *c.High) + ", lies "
	low, high := bounds(asked)
	switch {
	case low <= *c.Low && *c.High <= high:
		return Supported, interval + "wholly within the claim"
	case *c.High < low:
		return Refuted, interval + "wholly below " + bound(low)
	case *c.Low > high:
		return Refuted, interval + "wholly above " + bound(high)
	case *c.Low < low:
		return Open, interval + "on both sides of " + bound(low)
	}
	return Open, interval + "on both sides of " + bound(high)
}

// judgeZeros judges a claim about rounds that have no ratio. Where one side
// is zero in every round and the other in none, the ratio is zero or beyond
// every bound, and that can be judged.
func judgeZeros(asked experiments.Claim, c Comparison, outcome stats.Outcome) (Judgement, string) {
	var ratio float64
	switch outcome {
	case stats.Lower:
		ratio = 0
	case stats.Higher:
		ratio = math.Inf(1)
	default:
		return Open, c.Why
	}
	low, high := bounds(asked)
	if low <= ratio && ratio <= high {
		return Supported, c.Why
	}
	return Refuted, c.Why
}

// bounds are the bounds of a claim; one that is not set bounds nothing.
func bounds(c experiments.Claim) (low, high float64) {
	low, high = 0, math.Inf(1)
	if c.AtLeast != nil {
		low = *c.AtLeast
	}
	if c.AtMost != nil {
		high = *c.AtMost
	}
	return low, high
}
