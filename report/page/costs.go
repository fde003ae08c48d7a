package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
)

// A whereSection says where arms spend their time.
type whereSection struct {
	// Kinds is what each arm spends by kind of work.
	Kinds *kindChart

	// Differences takes comparisons apart, the main one first. Left says how
	// many are not on the page.
	Differences []costTables
	Left        string

	Flames    *flameSection
	Profiles  []buildGroup[profileTable]
	Profiling string
}

// newWhere is nil where there is no profile.
func newWhere(s *subject) (*whereSection, error) {
	flames, err := newFlames(s)
	if err != nil {
		return nil, err
	}
	section := &whereSection{
		Kinds: newKindChart(s), Flames: flames,
		Profiles: newProfiles(s), Profiling: profilingText(s),
	}
	section.Differences, section.Left = newDifferences(s)
	if section.Kinds == nil && len(section.Differences) == 0 && section.Flames == nil && len(section.Profiles) == 0 {
		return nil, nil
	}
	return section, nil
}

// A kindChart has a bar for each arm, made of the kinds of work that it does.
type kindChart struct {
	Unit   string
	Legend []legendItem
	Bars   []kindBar

	// Columns name the kinds, for the table.
	Columns []string
}

// A kindBar is one arm.
type kindBar struct {
	Label       string
	Total, Sort string

	// Parts are the bar, Cells the row of the table.
	Parts []kindPart
	Cells []figureText
}

// A kindPart is a kind of work in a bar. Width is in percent of the longest
// bar.
type kindPart struct {
	Class, Title, Text string
	Width              float64
}

// kindClasses are the colours of kinds that take the most, in the style
// sheet's terms. What is left shares restClass.
var kindClasses = []string{"k1", "k2", "k3", "k4", "k5", "k7", "k8"}

const restClass = "rest"

// labelledPart is the width, in percent, from which on a part of a bar has
// room for its figure.
const labelledPart = 8

// A costSide is what one arm spends in one build.
type costSide struct {
	arm, build string
	total      float64
	kinds      map[string]float64
}

// costSides gathers what is known of the headline's workload from both sides
// of all comparisons, in the order of builds and arms.
func costSides(s *subject) []costSide {
	var sides []costSide
	add := func(arm, build string, d *report.CostDifference, of func(*report.CostRow) cost.Estimate) {
		if slices.ContainsFunc(sides, func(known costSide) bool { return known.arm == arm && known.build == build }) {
			return
		}
		side := costSide{arm: arm, build: build, total: positive(of(&d.Profiled).Value), kinds: map[string]float64{}}
		for i := range d.Kinds {
			side.kinds[d.Kinds[i].Name] += positive(of(&d.Kinds[i]).Value)
		}
		if side.total > 0 {
			sides = append(sides, side)
		}
	}
	for i := range s.x.Comparisons {
		c := &s.x.Comparisons[i]
		if c.Cost == nil || !c.Primary || c.Control || c.Workload != s.headline() {
			continue
		}
		add(c.Arm, c.Build, c.Cost, func(r *report.CostRow) cost.Estimate { return r.Arm })
		add(c.Against, c.AgainstBuild, c.Cost, func(r *report.CostRow) cost.Estimate { return r.Against })
	}
	builds := s.allBuilds()
	rank := func(arm string) int {
		return slices.IndexFunc(s.x.Arms, func(a report.Arm) bool { return a.Name == arm })
	}
	slices.SortStableFunc(sides, func(a, b costSide) int {
		return cmp.Or(
			cmp.Compare(slices.Index(builds, a.build), slices.Index(builds, b.build)),
			cmp.Compare(rank(a.arm), rank(b.arm)))
	})
	return sides
}

// positive is a figure that can be drawn: not below zero, and a number.
func positive(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// newKindChart is nil where no arm's costs are known.
func newKindChart(s *subject) *kindChart {
	sides := costSides(s)
	if len(sides) == 0 {
		return nil
	}
	most, longest := map[string]float64{}, 0.0
	for _, side := range sides {
		longest = max(longest, side.total)
		for kind, v := range side.kinds {
			most[kind] = max(most[kind], v)
		}
	}
	var kinds []string
	for kind, v := range most {
		if v > 0 {
			kinds = append(kinds, kind)
		}
	}
	slices.SortFunc(kinds, func(a, b string) int { return cmp.Or(cmp.Compare(most[b], most[a]), cmp.Compare(a, b)) })
	chart := &kindChart{Unit: perOperation(s.primaryUnit()), Columns: kinds}
	coloured := kinds[:min(len(kinds), len(kindClasses))]
	for i, kind := range coloured {
		chart.Legend = append(chart.Legend, legendItem{Text: kind, Class: kindClasses[i]})
	}
	if rest := len(kinds) - len(coloured); rest > 0 {
		chart.Legend = append(chart.Legend, legendItem{Text: plural(rest, "other kind"), Class: restClass})
	}
	for _, side := range sides {
		bar := kindBar{Label: s.inBuild(side.arm, side.build), Total: format.Number(side.total), Sort: sortKey(&side.total)}
		rest := 0.0
		part := func(class, kind string, v float64) {
			p := kindPart{Class: class, Width: percent(v / longest)}
			if p.Width <= 0 {
				return
			}
			p.Title = fmt.Sprintf("%s: %s %s, %s", kind, format.Number(v), chart.Unit, format.Share(v/side.total))
			if p.Width >= labelledPart {
				p.Text = format.Number(v)
			}
			bar.Parts = append(bar.Parts, p)
		}
		for i, kind := range kinds {
			v := side.kinds[kind]
			bar.Cells = append(bar.Cells, figureText{Text: format.Number(v), Sort: sortKey(&v)})
			if i < len(coloured) {
				part(kindClasses[i], kind, v)
			} else {
				rest += v
			}
		}
		part(restClass, "other kinds", rest)
		chart.Bars = append(chart.Bars, bar)
	}
	return chart
}

// costTables takes one comparison apart.
type costTables struct {
	Title, Summary string

	// Open marks the one that is shown at first.
	Open bool

	Unit, Arm, Against string
	Lists              []costList

	// Remainder is what was measured and is not in the profiles, Why where it
	// may have gone. Metric says how it was measured.
	Sum                         costRow
	Remainder, Measured, Within string
	Why, Metric                 string
}

// A costList is a list of what adds up to the same sum.
type costList struct {
	By   string
	Rows []costRow
}

// A costRow is what both sides spend on one thing. The widths of their bars
// are in percent of the widest.
type costRow struct {
	Name                       name
	Arm, Against, Difference   string
	ArmSpan, AgainstSpan, Span string

	SortArm, SortAgainst, Sort string
	Here, There                float64
}

// mostDifferences is how many comparisons a page takes apart. Each is some
// twenty kilobytes.
const mostDifferences = 40

func newDifferences(s *subject) (list []costTables, left string) {
	main := s.mainComparison()
	var with []*report.Comparison
	for i := range s.x.Comparisons {
		if c := &s.x.Comparisons[i]; c.Cost != nil && c.Primary && !c.Control {
			with = append(with, c)
		}
	}
	slices.SortStableFunc(with, func(a, b *report.Comparison) int {
		rank := func(c *report.Comparison) int {
			if c == main {
				return -1
			}
			return s.nearness(c)
		}
		return cmp.Compare(rank(a), rank(b))
	})
	if n := len(with) - mostDifferences; n > 0 {
		with = with[:mostDifferences]
		left = fmt.Sprintf("%s more: the JSON form of this report has them.", plural(n, "comparison"))
	}
	for _, c := range with {
		list = append(list, newCostTables(s, c))
	}
	if len(list) > 0 {
		list[0].Open = true
	}
	return list, left
}

func newCostTables(s *subject, c *report.Comparison) costTables {
	d := c.Cost
	arm, against := s.sides(c)
	t := costTables{
		Title: s.comparisonTitle(c), Unit: perOperation(c.Metric), Arm: arm, Against: against,
		Sum:       newCostRow(&d.Profiled),
		Remainder: signed(d.Remainder), Measured: signed(d.Measured.Value), Within: span(d.Measured.Low, d.Measured.High),
		Why: d.Why, Metric: d.Metric,
	}
	t.Summary = fmt.Sprintf("%s %s, measured %s", t.Sum.Difference, t.Unit, t.Measured)
	for _, list := range []struct {
		by   string
		rows []report.CostRow
	}{{"kind of work", d.Kinds}, {"package", d.Packages}, {"function", d.Functions}} {
		if len(list.rows) > 0 {
			t.Lists = append(t.Lists, newCostList(list.by, list.rows))
		}
	}
	return t
}

func newCostList(by string, rows []report.CostRow) costList {
	l := costList{By: by}
	widest := 0.0
	for i := range rows {
		widest = max(widest, positive(rows[i].Arm.Value), positive(rows[i].Against.Value))
	}
	for i := range rows {
		row := newCostRow(&rows[i])
		if widest > 0 {
			row.Here, row.There = percent(positive(rows[i].Arm.Value)/widest), percent(positive(rows[i].Against.Value)/widest)
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

func newCostRow(r *report.CostRow) costRow {
	return costRow{
		Name: shorten(r.Name),
		Arm:  format.Number(r.Arm.Value), Against: format.Number(r.Against.Value), Difference: signed(r.Difference.Value),
		ArmSpan: span(r.Arm.Low, r.Arm.High), AgainstSpan: span(r.Against.Low, r.Against.High), Span: span(r.Difference.Low, r.Difference.High),
		SortArm: sortKey(&r.Arm.Value), SortAgainst: sortKey(&r.Against.Value), Sort: sortKey(&r.Difference.Value),
	}
}

// signed writes a difference with its sign.
func signed(v float64) string {
	if v > 0 && !math.IsInf(v, 0) {
		return "+" + format.Number(v)
	}
	return format.Number(v)
}

// profilingText says what taking CPU profiles cost, in a sentence.
func profilingText(s *subject) string {
	var list []string
	for _, p := range s.x.Profiling {
		if positive(p.Plain) == 0 || positive(p.Profiled) == 0 {
			continue
		}
		label := s.inBuild(p.Arm, p.Build)
		if len(s.x.Workloads) > 1 && p.Workload != s.headline() {
			label += " · " + s.workload(p.Workload)
		}
		list = append(list, fmt.Sprintf("%s %s (%s instead of %s)", label, format.Ratio(p.Profiled/p.Plain),
			format.Value(p.Profiled, p.Metric), format.Value(p.Plain, p.Metric)))
	}
	if len(list) == 0 {
		return ""
	}
	return "What profiling itself costs, one process with a CPU profile beside one without: " + strings.Join(list, "; ") + "."
}
