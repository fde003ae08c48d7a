package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A grid shows ratios at a glance: a row an arm, tinted by how much it
// differs.
type grid struct {
	Title   string
	Corner  string
	Columns []string
	Rows    []gridRow
}

// A gridRow has a cell for each column.
type gridRow struct {
	Label string
	Cells []gridCell
}

// A gridCell is one ratio, empty when there is none.
type gridCell struct {
	Text, Mark, Tone string

	// Title says the ratio in full.
	Title string

	// Strength is how deep the tint is, in percent.
	Strength int

	Sort string
}

// newCell shows c, which may be nil.
func newCell(s *subject, c *report.Comparison) gridCell {
	if c == nil {
		return gridCell{}
	}
	cell := gridCell{
		Text: s.ratioText(c), Mark: s.mark(c), Tone: tone(c.Verdict),
		Title: s.ratioText(c) + " (" + intervalText(c) + "), " + inWords(c),
		Sort:  sortKey(c.Ratio),
	}
	if c.Why != "" {
		cell.Title += ": " + c.Why
	}
	if c.Ratio != nil && c.Verdict != report.Undecided && c.Verdict != report.Same {
		// A factor of 30 has the full tint.
		distance := 1.0
		if at, ok := place(*c.Ratio); ok {
			distance = min(1, math.Abs(at)/1.5)
		}
		cell.Strength = 9 + int(20*distance)
	}
	return cell
}

// overviewGrids has a grid for each build with a column for each workload,
// none when there is only one of each.
func overviewGrids(s *subject) []*grid {
	workloads := s.allWorkloads()
	if len(workloads) == 1 && !s.manyBuilds() {
		return nil
	}
	var grids []*grid
	if len(workloads) == 1 {
		// The builds side by side, since a grid of one column says little.
		g := &grid{Corner: "arm"}
		for _, build := range s.allBuilds() {
			g.Columns = append(g.Columns, s.build(build))
		}
		g.fill(s, len(g.Columns), func(arm string, column int) *report.Comparison {
			return s.armComparison(arm, workloads[0], s.allBuilds()[column])
		})
		return append(grids, g)
	}
	workloads, sizes := s.bySize()
	for _, build := range s.allBuilds() {
		g := &grid{Corner: "arm"}
		if s.manyBuilds() {
			g.Title = s.build(build)
		}
		if len(s.varying) == 1 {
			g.Corner = "arm, by " + keyName(s.varying[0])
		}
		for i, w := range workloads {
			column := s.workload(w)
			switch {
			case sizes != nil:
				column = format.Number(sizes[i])
			case len(s.varying) == 1:
				column = strings.TrimPrefix(column, s.varying[0]+"=")
			}
			g.Columns = append(g.Columns, strings.ReplaceAll(column, " ", "\n"))
		}
		g.fill(s, len(g.Columns), func(arm string, column int) *report.Comparison {
			return s.armComparison(arm, workloads[column], build)
		})
		if len(g.Rows) > 0 {
			grids = append(grids, g)
		}
	}
	return grids
}

// metricsGrid has a column for each metric of the headline's workload, nil
// when there is only one.
func metricsGrid(s *subject, build string) *grid {
	g := &grid{Corner: "arm"}
	find := func(arm, unit string) *report.Comparison {
		for i := range s.x.Comparisons {
			c := &s.x.Comparisons[i]
			if c.Arm == arm && c.Metric == unit && c.Workload == s.headline() &&
				c.Build == build && !c.Control && !s.betweenBuilds(c) {
				return c
			}
		}
		return nil
	}
	var units []string
	for _, m := range s.x.Metrics {
		for _, arm := range s.x.Arms {
			if find(arm.Name, m.Unit) != nil {
				units = append(units, m.Unit)
				g.Columns = append(g.Columns, m.Unit)
				break
			}
		}
	}
	if len(units) < 2 {
		return nil
	}
	g.fill(s, len(units), func(arm string, column int) *report.Comparison {
		return find(arm, units[column])
	})
	return g
}

// buildsGrid has a column for each build but the first, which the others are
// divided by.
func buildsGrid(s *subject, workload string) *grid {
	builds := s.allBuilds()[1:]
	g := &grid{Corner: "arm"}
	if len(s.x.Workloads) > 1 {
		g.Title = s.workload(workload)
	}
	for _, b := range builds {
		g.Columns = append(g.Columns, s.build(b))
	}
	g.fill(s, len(builds), func(arm string, column int) *report.Comparison {
		for i := range s.x.Comparisons {
			c := &s.x.Comparisons[i]
			if c.Primary && c.Arm == arm && c.Workload == workload && c.Build == builds[column] &&
				!c.Control && s.betweenBuilds(c) {
				return c
			}
		}
		return nil
	})
	if len(g.Rows) == 0 {
		return nil
	}
	return g
}

// fill adds a row for each arm that has a ratio.
func (g *grid) fill(s *subject, columns int, find func(arm string, column int) *report.Comparison) {
	for _, arm := range s.x.Arms {
		row := gridRow{Label: s.arm(arm.Name)}
		any := false
		for i := range columns {
			c := find(arm.Name, i)
			any = any || c != nil
			row.Cells = append(row.Cells, newCell(s, c))
		}
		if any {
			g.Rows = append(g.Rows, row)
		}
	}
}

// armComparison is the ratio of an arm to the baseline in the primary metric,
// nil when there is none.
func (s *subject) armComparison(arm, workload, build string) *report.Comparison {
	for _, c := range s.armComparisons(workload, build) {
		if c.Arm == arm && !c.Control {
			return c
		}
	}
	return nil
}

// sortKey orders a column of figures, those that do not exist last.
func sortKey(v *float64) string {
	if v == nil || math.IsNaN(*v) || math.IsInf(*v, 0) {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', 6, 64)
}
