package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/format"
)

// answer puts the verdicts of the headline into a few sentences, and then
// says where other workloads and builds come to something else. Nothing
// stands in it that is not a verdict of the record.
func (b *builder) answer() string {
	if len(b.in.Observations) == 0 {
		return "Nothing was measured."
	}
	contest := b.contest()
	if len(contest) == 0 {
		return "There is nothing to compare: " + b.uncompared() + "."
	}
	lead, named := b.lead(contest)
	sentences := []string{lead}
	if named != nil {
		sentences = append(sentences, b.nearest(contest, *named))
	}
	sentences = append(sentences, b.unknown(contest, named), b.bounds(), b.otherWorkloads(contest[0], named), b.otherBuilds(contest[0]))
	sentences = slices.DeleteFunc(sentences, func(s string) bool { return s == "" })
	for i, s := range sentences {
		sentences[i] = b.capitalised(s)
	}
	return strings.Join(sentences, " ")
}

// capitalised begins a sentence with a capital letter where it begins with
// what people call an arm. Names stay as they are: those of arms that have no
// label, and first words such as time.Now.
func (b *builder) capitalised(sentence string) string {
	prose := slices.ContainsFunc(b.out.Arms, func(a Arm) bool { return a.Label != a.Name && strings.HasPrefix(sentence, a.Label) })
	word, _, _ := strings.Cut(sentence, " ")
	if !prose || strings.ContainsFunc(strings.TrimRight(word, ","), func(r rune) bool { return !unicode.IsLower(r) }) {
		return sentence
	}
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToUpper(first)) + sentence[size:]
}

// contest is what the headline decides: the arms against the baseline in the
// metric that decides, in the first build. Arms that are bounds do not
// compete. Where there is but one arm, its builds do.
func (b *builder) contest() []Comparison {
	var arms, builds []Comparison
	for _, c := range b.out.Comparisons {
		if !c.Primary || c.Control || c.Workload != b.out.Headline {
			continue
		}
		switch {
		case c.Arm == c.Against:
			builds = append(builds, c)
		case c.Build == b.firstBuild() && !b.isBound(c.Arm):
			arms = append(arms, c)
		}
	}
	if len(arms) > 0 {
		return arms
	}
	return builds
}

// isBound reports whether an arm is a limit and not a candidate.
func (b *builder) isBound(name string) bool {
	return slices.ContainsFunc(b.out.Arms, func(a Arm) bool { return a.Name == name && a.Bound })
}

// bounds says where the arms lie that are limits, in the headline's workload.
func (b *builder) bounds() string {
	var parts []string
	for _, cell := range b.out.Cells {
		if cell.Workload != b.out.Headline || cell.Build != b.firstBuild() || !b.isBound(cell.Arm) {
			continue
		}
		for _, f := range cell.Figures {
			if f.Metric == b.primaries[cell.Workload] {
				parts = append(parts, fmt.Sprintf("%s, is at %s", b.out.armLabel(cell.Arm), format.Value(f.Median, f.Metric)))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "The bound, " + strings.Join(parts, "; the bound, ") + "."
}

// best is the arm whose ratio to the baseline is the best of the contest, and
// empty when none is better than the baseline.
func (b *builder) best() string {
	if better := ranked(b.contest(), (*Comparison).better); len(better) > 0 && better[0].Arm != b.out.Baseline {
		return better[0].Arm
	}
	return ""
}

// better and worse say which way a comparison was decided, and differs that
// it was, where neither way is better.
func (c *Comparison) better() bool  { return c.Verdict == Faster || c.Verdict == Better }
func (c *Comparison) worse() bool   { return c.Verdict == Slower || c.Verdict == Worse }
func (c *Comparison) differs() bool { return c.Verdict == Lower || c.Verdict == Higher }

// decided reports whether a comparison came to a difference.
func (c *Comparison) decided() bool { return c.better() || c.worse() || c.differs() }

// ranked lists the comparisons that keep holds for, the one furthest from 1
// first. One without a ratio was decided by zeros, and is further than any.
func ranked(list []Comparison, keep func(*Comparison) bool) []Comparison {
	var kept []Comparison
	for _, c := range list {
		if keep(&c) {
			kept = append(kept, c)
		}
	}
	distance := func(c Comparison) float64 {
		if c.Ratio == nil {
			return math.Inf(1)
		}
		return math.Abs(math.Log(*c.Ratio))
	}
	slices.SortStableFunc(kept, func(x, y Comparison) int {
		switch dx, dy := distance(x), distance(y); {
		case dx > dy:
			return -1
		case dx < dy:
			return 1
		}
		return 0
	})
	return kept
}

// lead is the first sentence, and the comparison that it names, if one.
func (b *builder) lead(contest []Comparison) (sentence string, named *Comparison) {
	where := b.out.workloadLabel(b.out.Headline)
	if where != "" {
		where = "With " + where + ": "
	}
	own := func(text string) string {
		if where != "" {
			return where + text
		}
		return strings.ToUpper(text[:1]) + text[1:]
	}
	if failed := b.failedControl(contest); failed != nil {
		return own(fmt.Sprintf("nothing is settled: %s. Whatever causes that may cause any other difference too.", b.differsBy(*failed))), nil
	}
	if better := ranked(contest, (*Comparison).better); len(better) > 0 {
		return where + b.difference(better[0]) + ".", &better[0]
	}
	if differ := ranked(contest, (*Comparison).differs); len(differ) > 0 {
		return where + b.difference(differ[0]) + ".", &differ[0]
	}
	worse := ranked(contest, (*Comparison).worse)
	switch {
	case len(worse) == 1 && len(contest) == 1:
		return where + b.difference(worse[0]) + ".", &worse[0]
	case len(worse) > 0:
		best := "better"
		if worse[0].Verdict == Slower {
			best = "faster"
		}
		return own(fmt.Sprintf("this record shows none of %s to be %s than %s. Furthest from it, %s.",
			b.competitors(contest), best, b.object(contest[0]), b.difference(worse[0]))), &worse[0]
	}
	return own(b.nothing(contest)), nil
}

// failedControl is the control that keeps every comparison of a contest from
// being settled, nil where they have none in common.
func (b *builder) failedControl(contest []Comparison) *Comparison {
	for _, c := range contest {
		if !b.controlFailed(c.Workload, c.Build, c.Metric) && !b.controlFailed(c.Workload, c.AgainstBuild, c.Metric) {
			return nil
		}
	}
	for i := range b.out.Comparisons {
		if c := &b.out.Comparisons[i]; c.Control && c.Primary && c.Workload == b.out.Headline && b.differsFromItself(floorKey{c.Workload, c.Build, c.Metric}) {
			return c
		}
	}
	return nil
}

// differsBy says how far a control is from the baseline.
func (b *builder) differsBy(c Comparison) string {
	return fmt.Sprintf("%s differs from its own second run, the control, by %s %s in %s",
		b.out.armLabel(b.out.Baseline), format.Times(*c.Ratio), span(c), c.Metric)
}

// nearest says how the arm that the answer names compares with the one that
// comes next after it on the same side of the baseline.
func (b *builder) nearest(contest []Comparison, named Comparison) string {
	better := ranked(contest, func(c *Comparison) bool { return c.Verdict == named.Verdict })
	if !named.better() || len(better) < 2 || named.Arm == named.Against {
		return ""
	}
	next := better[1]
	m, _ := b.metric(named.Metric)
	// The two are picked out of all pairs of arms.
	pairs := len(contest) * (len(contest) - 1) / 2
	c, _ := b.compare(side{named.Arm, named.Workload, named.Build}, side{next.Arm, next.Workload, next.Build}, m, pairs)
	label := b.out.armLabel(next.Arm)
	switch {
	case c.Verdict == Same:
		return fmt.Sprintf("%s comes to the same within %s.", label, percent(b.out.Margin))
	case !c.decided():
		return fmt.Sprintf("This record cannot tell it from %s.", label)
	case c.Ratio == nil:
		return ""
	}
	return fmt.Sprintf("Against %s, which is next, it is %s %s.", label, times(c, m), span(c))
}

// unknown counts the arms that cannot be told from the baseline, and those
// that are the same, where the first sentence is about another one.
func (b *builder) unknown(contest []Comparison, named *Comparison) string {
	if named == nil {
		return ""
	}
	same, open := tally(contest)
	var parts []string
	if open > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be told from %s", open, b.object(contest[0])))
	}
	if same > 0 {
		part := fmt.Sprintf("%d %s the same within %s", same, be(same), percent(b.out.Margin))
		if open == 0 {
			part = fmt.Sprintf("%d %s the same as %s within %s", same, be(same), b.object(contest[0]), percent(b.out.Margin))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Of %s, %s.", b.competitors(contest), strings.Join(parts, " and "))
}

// nothing tells a contest without any difference.
func (b *builder) nothing(contest []Comparison) string {
	object := b.object(contest[0])
	margin := percent(b.out.Margin)
	floor := ""
	if f := contest[0].Floor; f != nil {
		floor = fmt.Sprintf(" The noise floor is ±%s.", format.Share(*f))
	}
	if len(contest) == 1 {
		c := contest[0]
		ratio := ""
		if c.Ratio != nil {
			ratio = fmt.Sprintf(" comes to %s (%s)", format.Ratio(*c.Ratio), format.Interval(*c.Low, *c.High))
		}
		switch {
		case c.Verdict == Same:
			return fmt.Sprintf("no difference that matters: %s is the same as %s within %s.", b.subject(c), object, margin)
		case ratio == "":
			return fmt.Sprintf("no difference that this record can tell between %s and %s: %s.", b.subject(c), object, c.Why)
		}
		return fmt.Sprintf("no difference that this record can tell: %s against %s%s, and %s.%s", b.subject(c), object, ratio, c.Why, floor)
	}
	same, open := tally(contest)
	switch {
	case open == 0:
		return fmt.Sprintf("no difference that matters: each of %s is the same as %s within %s.", b.competitors(contest), object, margin)
	case same == 0:
		return fmt.Sprintf("no difference that this record can tell: none of %s can be told from %s.%s", b.competitors(contest), object, floor)
	}
	return fmt.Sprintf("no difference that this record can tell: of %s, %d %s the same as %s within %s, and %d cannot be told from it.%s",
		b.competitors(contest), same, be(same), object, margin, open, floor)
}

// tally counts the verdicts that are no difference.
func tally(contest []Comparison) (same, open int) {
	for _, c := range contest {
		switch c.Verdict {
		case Same:
			same++
		case Undecided:
			open++
		}
	}
	return same, open
}

// otherWorkloads says how the arm that the answer names fares elsewhere;
// where it names none, how many comparisons differ elsewhere.
func (b *builder) otherWorkloads(of Comparison, named *Comparison) string {
	others := len(b.out.Workloads) - 1
	if others == 0 {
		return ""
	}
	if named != nil {
		of = *named
	}
	var elsewhere []Comparison
	for _, c := range b.out.Comparisons {
		if c.Primary && !c.Control && c.Workload != b.out.Headline && c.Build == of.Build && c.AgainstBuild == of.AgainstBuild &&
			(named == nil || c.Arm == of.Arm) {
			elsewhere = append(elsewhere, c)
		}
	}
	if len(elsewhere) == 0 {
		return ""
	}
	if named == nil {
		differ := len(ranked(elsewhere, (*Comparison).decided))
		where := "In the other workload"
		if others > 1 {
			where = fmt.Sprintf("In the %d other workloads", others)
		}
		return fmt.Sprintf("%s, %d of %s differ.", where, differ, count(len(elsewhere), "comparison", "comparisons"))
	}
	counts := map[Verdict]int{}
	for _, c := range elsewhere {
		counts[c.Verdict]++
	}
	if n := counts[of.Verdict]; n == len(elsewhere) {
		return fmt.Sprintf("%s is %s in %s too.", b.subject(of), of.Verdict, count(n, "other workload", "other workloads"))
	}
	var parts []string
	for _, v := range []Verdict{Faster, Better, Slower, Worse, Lower, Higher, Same, Undecided} {
		if counts[v] > 0 {
			word := string(v)
			if v == Same {
				word = "the same"
			}
			parts = append(parts, fmt.Sprintf("%s in %d", word, counts[v]))
		}
	}
	return fmt.Sprintf("In %s, %s is %s.", count(len(elsewhere), "other workload", "other workloads"), b.subject(of), enumerate(parts))
}

// otherBuilds names the build that changes most, in a contest of arms.
func (b *builder) otherBuilds(of Comparison) string {
	if of.Arm == of.Against || len(b.out.Builds) < 2 {
		return ""
	}
	var between []Comparison
	for _, c := range b.out.Comparisons {
		if c.Primary && c.Workload == b.out.Headline && c.Arm == c.Against {
			between = append(between, c)
		}
	}
	if len(between) == 0 {
		return ""
	}
	decided := ranked(between, (*Comparison).decided)
	if len(decided) == 0 {
		return "No build makes a difference that this record can tell."
	}
	c := decided[0]
	m, _ := b.metric(c.Metric)
	if c.Ratio == nil {
		return ""
	}
	return fmt.Sprintf("Built “%s”, %s is %s than built “%s” %s; no build changes more.", b.out.buildLabel(c.Build),
		b.out.armLabel(c.Arm), times(c, m), b.out.buildLabel(c.AgainstBuild), span(c))
}

// competitors counts a contest.
func (b *builder) competitors(contest []Comparison) string {
	one, many := "the other arm", "other arms"
	if contest[0].Arm == contest[0].Against {
		one, many = "the other build", "other builds"
	}
	if len(contest) == 1 {
		return one
	}
	return fmt.Sprintf("the %d %s", len(contest), many)
}

// uncompared says why there is no contest.
func (b *builder) uncompared() string {
	measured := map[string]bool{}
	for s := range b.series {
		if s.arm != experiments.ControlArm && s.workload == b.out.Headline && len(b.series[s].rounds) > 0 {
			measured[s.arm] = true
		}
	}
	switch {
	case len(measured) == 0:
		return "no arm was measured in the workload of the headline"
	case !measured[b.out.Baseline]:
		return "the baseline, " + b.out.armLabel(b.out.Baseline) + ", was not measured"
	case len(measured) == 1:
		return "only " + b.out.armLabel(b.out.Baseline) + " was measured"
	}
	return "no arm reports what " + b.out.armLabel(b.out.Baseline) + " reports"
}
