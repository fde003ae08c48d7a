package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// An experimentPage is what the template of an experiment's page shows. A
// section without data is nil or empty, and absent from the page.
type experimentPage struct {
	Library library
	Name    string
	Title   string

	Answer []answerPart
	Facts  []string
	Asked  []pair
	Nav    []navLink

	// Unsettling are the warnings that keep verdicts from being settled. They
	// stand above the answer, the other Warnings and the Notes below.
	Unsettling []warning
	Warnings   []warning
	Notes      []string

	Ratio     *ratioSection
	Why       *whySection
	Worth     *worthSection
	Builds    *buildsSection
	Rounds    *roundsSection
	Spread    *spreadSection
	Figures   []figuresTable
	Where     *whereSection
	Bodies    []buildGroup[[]bodyRow]
	Decisions []buildGroup[armDecisions]
	Code      *codeSection
	Claims    []claimRow
	Published []publishedTable
	Files     []fileRow
	Failures  []failureRow
	Commands  []report.Command

	Machine  []pair
	Problems []string
}

// A warning is a reason to doubt figures.
type warning struct {
	Kind, Text string
}

// kindWords is a kind of warning as a reader sees it.
func kindWords(kind report.WarningKind) string {
	return strings.ReplaceAll(string(kind), "-", " ")
}

// A navLink leads to a section.
type navLink struct {
	ID, Title string
}

func newExperimentPage(s *subject, lib library) (*experimentPage, error) {
	x := s.x
	p := &experimentPage{
		Library: lib, Name: x.Name, Title: x.Title,
		Answer: answerParts(x.Answer), Facts: facts(s),
		Notes:     x.Notes,
		Worth:     newWorth(s),
		Builds:    newBuilds(s),
		Spread:    newSpread(s),
		Figures:   newFigures(s),
		Bodies:    newBodies(s),
		Decisions: newDecisions(s),
		Code:      newCode(s),
		Claims:    newClaims(s),
		Published: newPublished(s),
		Files:     newFiles(s),
		Failures:  newFailures(s),
		Commands:  x.Commands,
		Machine:   machineFacts(s.rep),
		Problems:  problemTexts(s.rep),
	}
	if p.Title == "" {
		p.Title = x.Name
	}
	for _, w := range x.Warnings {
		shown := warning{Kind: kindWords(w.Kind), Text: w.Text}
		if w.Settles {
			p.Warnings = append(p.Warnings, shown)
		} else {
			p.Unsettling = append(p.Unsettling, shown)
		}
	}
	for _, a := range []pair{{"Asked", x.Question}, {"Expected", x.Hypothesis}, {"Limits", x.Limits}} {
		if a.Text != "" && a.Text != p.Title {
			p.Asked = append(p.Asked, a)
		}
	}
	var err error
	if p.Ratio, err = newRatioSection(s); err != nil {
		return nil, err
	}
	if p.Rounds, err = newRoundsSection(s); err != nil {
		return nil, err
	}
	if p.Where, err = newWhere(s); err != nil {
		return nil, err
	}
	p.Why = newWhy(s, p.Code, p.has)
	p.Nav = p.nav()
	return p, nil
}

// has reports whether the page has a section.
func (p *experimentPage) has(section string) bool {
	return slices.ContainsFunc(p.nav(), func(l navLink) bool { return l.ID == section })
}

// nav lists the sections that the page has.
func (p *experimentPage) nav() []navLink {
	var links []navLink
	add := func(there bool, id, title string) {
		if there {
			links = append(links, navLink{id, title})
		}
	}
	add(p.Ratio != nil, "ratio", "How much")
	add(p.Why != nil, "why", "Why")
	add(p.Worth != nil, "worth", "Each change")
	add(p.Builds != nil, "builds", "Builds")
	add(p.Rounds != nil, "rounds", "Every round")
	add(p.Spread != nil, "spread", "Variation")
	add(len(p.Figures) > 0, "figures", "Figures")
	add(p.Where != nil, "where", "Where it goes")
	add(len(p.Bodies) > 0, "bodies", "Which code ran")
	add(len(p.Decisions) > 0, "compiler", "Compiler")
	add(p.Code != nil, "code", "Machine code")
	add(len(p.Claims) > 0, "claims", "Claims")
	add(len(p.Published) > 0, "elsewhere", "Elsewhere")
	add(len(p.Files) > 0, "files", "Files")
	add(len(p.Failures) > 0, "failures", "Failures")
	add(len(p.Commands) > 0, "again", "Run it again")
	add(len(p.Machine) > 0, "machine", "Machine")
	return links
}

// facts is the line under the answer: what the figures rest on.
func facts(s *subject) []string {
	var list []string
	if s.x.Baseline != "" {
		list = append(list, "baseline: "+s.baseline())
	}
	if n := len(s.x.Rounds); n > 0 {
		rounds, noisy := 0, 0
		for _, r := range s.x.Rounds {
			rounds = max(rounds, r.Round)
			if r.Disturbed != "" {
				noisy++
			}
		}
		text := plural(rounds, "round") + ", " + plural(n, "process")
		if noisy > 0 {
			text += fmt.Sprintf(", %d of them disturbed", noisy)
		}
		list = append(list, text)
		if floor := floorOf(s.armComparisons(s.headline(), s.allBuilds()[0])); floor > 0 {
			list = append(list, "noise floor ±"+format.Share(floor))
		}
	}
	if n := len(s.x.Failures); n > 0 {
		list = append(list, plural(n, "process")+" failed")
	}
	if s.x.Margin > 0 {
		list = append(list, "the same: within "+wholeShare(s.x.Margin))
	}
	if line := machineLine(s.rep); line != "" {
		list = append(list, line)
	}
	return list
}

// mainComparison is the ratio that stands for the experiment, as its answer
// has it: the best of the arms under the headline's workload, the worst where
// none is better than the baseline. Where none differs it is the first, and
// nil when there is none. Bounds do not count. Where there is but one arm, its
// builds do.
func (s *subject) mainComparison() *report.Comparison {
	var candidates []*report.Comparison
	for _, c := range s.armComparisons(s.headline(), s.allBuilds()[0]) {
		if !c.Control && c.Ratio != nil && !s.isBound(c.Arm) {
			candidates = append(candidates, c)
		}
	}
	if len(candidates) == 0 {
		for i := range s.x.Comparisons {
			c := &s.x.Comparisons[i]
			if c.Primary && c.Ratio != nil && c.Workload == s.headline() && s.betweenBuilds(c) {
				candidates = append(candidates, c)
			}
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	rank := func(c *report.Comparison) (kind int, distance float64) {
		switch tone(c.Verdict) {
		case "faster":
			kind = 3
		case "slower":
			kind = 2
		case "other":
			kind = 1
		default:
			return 0, 0
		}
		at, ok := place(*c.Ratio)
		if !ok {
			return kind, math.Inf(1)
		}
		return kind, math.Abs(at)
	}
	return slices.MaxFunc(candidates, func(a, b *report.Comparison) int {
		kindA, distanceA := rank(a)
		kindB, distanceB := rank(b)
		return cmp.Or(cmp.Compare(kindA, kindB), cmp.Compare(distanceA, distanceB))
	})
}

// isBound reports whether an arm is a limit and not a candidate.
func (s *subject) isBound(arm string) bool {
	return slices.ContainsFunc(s.x.Arms, func(a report.Arm) bool { return a.Name == arm && a.Bound })
}
