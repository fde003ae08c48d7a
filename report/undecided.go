package report

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/report/format"
)

// undecidedTitle stands above what could not be decided.
const undecidedTitle = "What could not be decided, and what it would take"

// mostUndecided is how many comparisons are told one by one.
const mostUndecided = 6

// undecided says in a sentence each what could not be decided and what it
// would take: of the headline's comparisons one by one, of the others how
// many there are.
func (b *builder) undecided() []string {
	var list []string
	var open []Comparison
	contest := b.contest()
	for _, c := range contest {
		if c.Verdict == Undecided {
			open = append(open, c)
		}
	}
	switch {
	case len(open) == 0:
	case b.failedControl(contest) != nil:
		list = append(list, fmt.Sprintf("%s: more rounds decide nothing while the control fails. What makes the baseline differ from itself has to be found first.",
			b.enumerateSubjects(open)))
	default:
		for _, c := range open[:min(len(open), mostUndecided)] {
			list = append(list, b.undecidedOne(c))
		}
		if more := len(open) - mostUndecided; more > 0 {
			list = append(list, fmt.Sprintf("%d more of this workload%s.", more, b.roundsFor(open[mostUndecided:])))
		}
	}
	if elsewhere := b.undecidedElsewhere(contest); elsewhere != "" {
		list = append(list, elsewhere)
	}
	for i, sentence := range list {
		list[i] = b.capitalised(sentence)
	}
	return list
}

// undecidedOne tells one comparison, as in "a against old comes to 1.02×
// (0.98–1.06), and the interval holds 1 and reaches beyond the margin. About
// 60 rounds would decide it; there are 12."
func (b *builder) undecidedOne(c Comparison) string {
	sides := b.subject(c) + " against " + b.object(c)
	if c.Ratio == nil {
		return fmt.Sprintf("%s: %s.", sides, c.Why)
	}
	text := fmt.Sprintf("%s comes to %s (%s), and %s.", sides, format.Ratio(*c.Ratio), format.Interval(*c.Low, *c.High), c.Why)
	arm, against := b.sidesOf(c)
	switch {
	case c.Needed > 0:
		return fmt.Sprintf("%s About %s would decide it; there %s %d.", text, rounds(c.Needed), be(c.N), c.N)
	case b.doubtOf(arm, against, c.Metric) != "":
		return text + " More rounds do not change that."
	}
	return text + " No number of rounds within reach would decide it, as long as the ratio stays there."
}

// undecidedElsewhere counts what is undecided in other workloads and builds.
// Bounds are no candidates there either.
func (b *builder) undecidedElsewhere(contest []Comparison) string {
	told := map[comparisonKey]bool{}
	for _, c := range contest {
		told[keyOfComparison(c)] = true
	}
	var open []Comparison
	all := 0
	for _, c := range b.out.Comparisons {
		if !c.Primary || c.Control || b.isBound(c.Arm) || told[keyOfComparison(c)] {
			continue
		}
		all++
		if c.Verdict == Undecided {
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return ""
	}
	where := "In other builds"
	switch {
	case len(b.out.Workloads) > 1 && len(b.out.Builds) > 1:
		where = "In other workloads and builds"
	case len(b.out.Workloads) > 1:
		where = "In other workloads"
	}
	return fmt.Sprintf("%s, %d of %s %s undecided%s.", where, len(open), count(all, "comparison", "comparisons"), be(len(open)), b.roundsFor(open))
}

// A comparisonKey is what a comparison is of.
type comparisonKey struct {
	arm, against, workload, build, againstBuild, metric string
}

func keyOfComparison(c Comparison) comparisonKey {
	return comparisonKey{c.Arm, c.Against, c.Workload, c.Build, c.AgainstBuild, c.Metric}
}

// roundsFor says what it would take to decide several comparisons.
func (b *builder) roundsFor(open []Comparison) string {
	least, most, within := 0, 0, 0
	for _, c := range open {
		if c.Needed == 0 {
			continue
		}
		if within++; least == 0 || c.Needed < least {
			least = c.Needed
		}
		most = max(most, c.Needed)
	}
	if within == 0 {
		return ", and more rounds would hardly decide them"
	}
	enough := "about " + rounds(most)
	if roughly(least) < roughly(most) {
		enough = fmt.Sprintf("from about %s to %s", format.Count(int64(roughly(least))), enough)
	}
	if within < len(open) {
		return fmt.Sprintf("; %s would decide %d of them", enough, within)
	}
	return fmt.Sprintf("; %s would decide %s", enough, them(within))
}

// enumerateSubjects names the first few subjects of comparisons.
func (b *builder) enumerateSubjects(list []Comparison) string {
	var names []string
	for _, c := range list {
		names = append(names, b.subject(c))
	}
	return firstOf(names)
}

// rounds writes an estimate of a number of rounds.
func rounds(n int) string { return format.Count(int64(roughly(n))) + " rounds" }

// roughly keeps two digits of an estimate that has no more to it.
func roughly(n int) int {
	step := 1
	for n/step >= 100 {
		step *= 10
	}
	return (n + step - 1) / step * step
}

// resolution says what difference the rounds of the headline could find.
func (b *builder) resolution() string {
	var least, most *Comparison
	contest := b.contest()
	for i := range contest {
		c := &contest[i]
		if c.Detectable == nil {
			continue
		}
		if least == nil || *c.Detectable < *least.Detectable {
			least = c
		}
		if most == nil || *c.Detectable > *most.Detectable {
			most = c
		}
	}
	if least == nil {
		return ""
	}
	text := fmt.Sprintf("With %s, this experiment finds ", count(most.N, "round", "rounds"))
	smallest := func(c *Comparison) string {
		if *c.Detectable == 0 {
			return "any difference"
		}
		return fmt.Sprintf("differences of %s and more", format.Share(*c.Detectable))
	}
	// Arms of about the same noise need not be told apart.
	if *most.Detectable <= 1.5**least.Detectable {
		text += smallest(most)
	} else {
		text += fmt.Sprintf("%s of %s, and of %s only %s", smallest(least), b.subject(*least), b.subject(*most), strings.TrimPrefix(smallest(most), "differences of "))
	}
	text += ", nine times of ten."
	if *least.Detectable < b.out.Margin {
		text += fmt.Sprintf(" What lies within %s it calls the same.", percent(b.out.Margin))
	}
	return text
}
