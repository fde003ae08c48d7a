package page

import (
	"slices"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A figuresTable is the absolute figures under one workload in one build.
type figuresTable struct {
	Title   string
	Columns []figuresColumn
	Rows    []figuresRow
}

// A figuresColumn is a metric.
type figuresColumn struct {
	Unit, Label, Note string
	Primary           bool
}

// A figuresRow is a cell: an arm, or the control.
type figuresRow struct {
	Label, Note   string
	Failed, Doubt string
	Figures       []figuresCell
}

// A figuresCell is a median with its range.
type figuresCell struct {
	Median, Range, Sort string
	N                   int
}

// newFigures has a table for each workload and build, the headline's first.
func newFigures(s *subject) []figuresTable {
	var tables []figuresTable
	for _, build := range s.allBuilds() {
		for _, workload := range s.allWorkloads() {
			if t, ok := newFiguresTable(s, workload, build); ok {
				tables = append(tables, t)
			}
		}
	}
	return tables
}

func newFiguresTable(s *subject, workload, build string) (figuresTable, bool) {
	var cells []*report.Cell
	for i := range s.x.Cells {
		if c := &s.x.Cells[i]; c.Workload == workload && c.Build == build {
			cells = append(cells, c)
		}
	}
	t := figuresTable{Title: s.where(workload, build)}
	for _, unit := range unitsOf(s, cells) {
		m := s.metric(unit)
		column := figuresColumn{Unit: unit, Label: m.Label, Note: m.Note, Primary: m.Primary}
		if column.Label == unit {
			column.Label = ""
		}
		t.Columns = append(t.Columns, column)
	}
	for _, c := range cells {
		row := figuresRow{Label: s.side(c.Arm, c.Control), Failed: c.Failed, Doubt: c.Doubt}
		if !c.Control {
			for _, arm := range s.x.Arms {
				if arm.Name == c.Arm {
					row.Note = arm.Note
				}
			}
		}
		for _, column := range t.Columns {
			cell := figuresCell{Median: format.None}
			for _, f := range c.Figures {
				if f.Metric != column.Unit {
					continue
				}
				cell = figuresCell{Median: format.Number(f.Median), Sort: sortKey(&f.Median), N: f.N}
				cell.Range = rangeText(&f)
			}
			row.Figures = append(row.Figures, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, len(t.Rows) > 0
}

// rangeText writes the range of a figure, nothing when it shows none.
func rangeText(f *report.Figure) string {
	low, high := format.Number(f.Min), format.Number(f.Max)
	if low == high {
		return ""
	}
	return low + "–" + high
}

// unitsOf lists what the cells report: the experiment's metrics in its order,
// then the others.
func unitsOf(s *subject, cells []*report.Cell) []string {
	reported := map[string]bool{}
	var rest []string
	for _, c := range cells {
		for _, f := range c.Figures {
			if !reported[f.Metric] {
				reported[f.Metric] = true
				rest = append(rest, f.Metric)
			}
		}
	}
	var units []string
	for _, m := range s.x.Metrics {
		if reported[m.Unit] {
			units = append(units, m.Unit)
		}
	}
	for _, unit := range rest {
		if !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	return units
}
