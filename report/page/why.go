package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/format"
)

// A whySection says why arms differ.
type whySection struct {
	// Main is of the main comparison. Others are those of which there is
	// evidence too.
	Main   *whyItem
	Others []whyItem

	// Without names the arms without evidence, in a sentence.
	Without string
}

// A whyItem is what is known of one difference.
type whyItem struct {
	Title, Summary string

	// Lead tells the difference, or why there is nothing to explain.
	Lead     string
	Findings []findingRow

	// Rest is what no finding accounts for, in words.
	Rest string
}

// A findingRow is a mechanism and what it accounts for.
type findingRow struct {
	Rule, Mechanism string

	// Amount is what it accounts for, empty where that is nothing of the
	// difference. Interval and Share go with it, Tone is its colour.
	Amount, Interval, Share, Tone string

	Strength    string
	Established bool

	// Payer is the arm that pays.
	Payer string

	// Place is where, Link the id of where the page shows it, if it does.
	Place    name
	At, Link string

	Agrees, Disagrees []evidenceItem
}

// An evidenceItem is a piece of evidence: the artefact, and what it shows.
// Section is the id of the section that has the artefact, if there is one.
type evidenceItem struct {
	Artefact, Text, Section string
}

// newWhy is nil where nothing is compared. It links to sections that the page
// has, and to places in its machine code.
func newWhy(s *subject, code *codeSection, has func(section string) bool) *whySection {
	main := s.mainComparison()
	if main == nil {
		return nil
	}
	item := newWhyItem(s, main, code, has)
	section := &whySection{Main: &item}
	var others []*report.Comparison
	var without []string
	for i := range s.x.Comparisons {
		c := &s.x.Comparisons[i]
		switch {
		case c == main || !c.Primary || c.Control:
		case c.Cost != nil || len(c.Findings) > 0:
			others = append(others, c)
		case s.nearness(c) == 0:
			without = append(without, s.arm(c.Arm))
		}
	}
	slices.SortStableFunc(others, func(a, b *report.Comparison) int {
		return cmp.Compare(s.nearness(a), s.nearness(b))
	})
	for _, c := range others {
		section.Others = append(section.Others, newWhyItem(s, c, code, has))
	}
	if len(without) > 0 && (main.Cost != nil || len(others) > 0) {
		section.Without = "The record has no evidence of " + strings.Join(without, "; ") + "."
	}
	return section
}

// nearness orders comparisons: those of arms under the headline's workload in
// the first build, other builds of it, and then the rest.
func (s *subject) nearness(c *report.Comparison) int {
	switch {
	case c.Workload != s.headline():
		return 2
	case c.Build != s.allBuilds()[0] || s.betweenBuilds(c):
		return 1
	}
	return 0
}

func newWhyItem(s *subject, c *report.Comparison, code *codeSection, has func(section string) bool) whyItem {
	item := whyItem{Title: s.comparisonTitle(c), Summary: inWords(c), Lead: s.whyLead(c)}
	rules := map[string]bool{}
	for i := range c.Findings {
		f := &c.Findings[i]
		item.Findings = append(item.Findings, newFindingRow(s, c, f, code, has))
		if !rules[f.Rule] && len(rules) < 3 {
			separator := ", "
			if len(rules) == 0 {
				separator = ": "
			}
			item.Summary += separator + f.Rule
			rules[f.Rule] = true
		}
	}
	if settled(c) && c.Cost != nil && c.Unexplained != nil {
		item.Rest = fmt.Sprintf("unexplained: %s of %s",
			nanoseconds(math.Abs(*c.Unexplained), c.Metric), format.Number(math.Abs(c.Cost.Measured.Value)))
		if *c.Unexplained*c.Cost.Measured.Value < 0 {
			item.Rest = fmt.Sprintf("accounted for beyond what was measured: %s, of %s",
				nanoseconds(math.Abs(*c.Unexplained), c.Metric), format.Number(math.Abs(c.Cost.Measured.Value)))
		}
	}
	return item
}

// settled reports whether timing found a difference.
func settled(c *report.Comparison) bool {
	return c.Verdict != report.Same && c.Verdict != report.Undecided
}

// whyLead tells a difference as it is taken apart, or why it is not.
func (s *subject) whyLead(c *report.Comparison) string {
	arm, against := s.sides(c)
	switch {
	case c.Verdict == report.Same:
		return fmt.Sprintf("%s and %s are the same within %s: there is no difference to explain.", arm, against, wholeShare(s.x.Margin))
	case c.Verdict == report.Undecided:
		return fmt.Sprintf("Whether %s and %s differ is undecided: there is no difference to explain.", arm, against)
	case c.Cost == nil:
		return fmt.Sprintf("The record does not have CPU profiles of both %s and %s: nothing says why they differ.", arm, against)
	}
	measured := c.Cost.Measured
	word := "more"
	if measured.Value < 0 {
		measured, word = measured.Negative(), "less"
	}
	lead := fmt.Sprintf("What accounts for the %s that %s takes %s than %s (%s, from %s).",
		nanoseconds(measured.Value, c.Metric), arm, word, against, span(measured.Low, measured.High), c.Cost.Metric)
	if len(c.Findings) == 0 {
		lead += " No rule knows why."
	}
	return lead
}

func newFindingRow(s *subject, c *report.Comparison, f *explain.Finding, code *codeSection, has func(section string) bool) findingRow {
	arm, build := f.Side, c.Build
	row := findingRow{
		Rule: f.Rule, Mechanism: f.Mechanism, Payer: s.arm(f.Side),
		Strength: string(f.Strength), Established: f.Strength == explain.Established,
		Place: shorten(f.Place.Function), At: placeOf(f.Place.File, f.Place.Line),
		Agrees: evidenceItems(f.Agrees, has), Disagrees: evidenceItems(f.Disagrees, has),
	}
	if s.betweenBuilds(c) {
		arm, build = c.Arm, f.Side
		row.Payer = s.build(f.Side)
	} else if f.Side == c.Against {
		build = c.AgainstBuild
	}
	row.Link = code.anchor(arm, build, f.Place)
	if f.NsPerOp == 0 {
		return row
	}
	of := cost.Estimate{Value: f.NsPerOp, Low: f.Interval[0], High: f.Interval[1]}
	row.Tone = "slower"
	if of.Value < 0 {
		of, row.Tone = of.Negative(), "faster"
	}
	row.Amount, row.Interval = nanoseconds(of.Value, c.Metric), span(of.Low, of.High)
	if c.Cost != nil && c.Cost.Measured.Value != 0 {
		row.Share = format.Share(f.NsPerOp/c.Cost.Measured.Value) + " of the difference"
	}
	return row
}

// artefactSections says which section has an artefact that evidence names.
// Where a page does not have the first one, it may have the second.
var artefactSections = map[string][]string{
	"cpu profile":        {"where", "files"},
	"wall-clock profile": {"files"},
	"block profile":      {"files"},
	"mutex profile":      {"files"},
	"allocation profile": {"files"},
	"type layout":        {"files"},
	"machine code":       {"code", "files"},
	"compiler":           {"compiler", "files"},
	"escape analysis":    {"compiler", "files"},
	"inlining":           {"compiler", "bodies"},
	"source":             {"code"},
	"benchmark":          {"figures"},
	"timing":             {"ratio"},
}

// evidenceItems takes sentences of evidence apart at their first colon, behind
// the name of the artefact.
func evidenceItems(evidence []string, has func(section string) bool) []evidenceItem {
	var items []evidenceItem
	for _, text := range evidence {
		artefact, rest, found := strings.Cut(text, ": ")
		if !found {
			artefact, rest = "", text
		}
		item := evidenceItem{Artefact: artefact, Text: rest}
		for _, section := range artefactSections[strings.ToLower(artefact)] {
			if has(section) {
				item.Section = section
				break
			}
		}
		items = append(items, item)
	}
	return items
}

// sides are the labels of what is compared: two arms, or two builds of one.
func (s *subject) sides(c *report.Comparison) (arm, against string) {
	if s.betweenBuilds(c) {
		return s.arm(c.Arm) + " built " + s.build(c.Build), "built " + s.build(c.AgainstBuild)
	}
	return s.arm(c.Arm), s.arm(c.Against)
}

// comparisonTitle names a comparison among others.
func (s *subject) comparisonTitle(c *report.Comparison) string {
	if s.betweenBuilds(c) {
		title := fmt.Sprintf("%s, %s against %s", s.arm(c.Arm), s.build(c.Build), s.build(c.AgainstBuild))
		if len(s.x.Workloads) > 1 {
			title += " · " + s.workload(c.Workload)
		}
		return title
	}
	title := s.arm(c.Arm)
	if where := s.where(c.Workload, c.Build); where != "" {
		title += " · " + where
	}
	return title
}

// nanoseconds writes what is spent per operation of a metric. It stays in
// nanoseconds, so that figures can be added up.
func nanoseconds(v float64, metric string) string {
	return format.Number(v) + " " + perOperation(metric)
}

// perOperation is the unit of costs: nanoseconds per what the metric is per.
func perOperation(metric string) string {
	if head, per, found := strings.Cut(metric, "/"); found && strings.HasSuffix(head, "ns") {
		return "ns/" + per
	}
	return "ns/op"
}

// span writes an interval of figures that may be negative.
func span(low, high float64) string { return format.Number(low) + " to " + format.Number(high) }
