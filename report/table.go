package report

import (
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/format"
)

// A table is a part of a workload's cells as Markdown and text show it. It
// has words and no layout.
type table struct {
	// title says what sets its cells apart, and is empty when nothing does.
	title string

	head []string
	rows [][]string
}

// The columns that every table has, and how many there are.
const (
	armColumn = iota
	valueColumn
	ratioColumn
	intervalColumn
	verdictColumn
	fixedColumns
)

// tables are what there is to see of a workload: the cells of each build,
// divided by the baseline of that build, and where arms as well as builds are
// compared, the cells of other builds divided by the first.
func (x *Experiment) tables(workload string) []table {
	first := x.Builds[0]
	many := len(x.Builds) > 1
	toArm := func(c *Cell) *Comparison { return x.against(c, x.Baseline, c.Build) }
	toBuild := func(c *Cell) *Comparison { return x.against(c, c.Arm, first.Name) }
	inBuild := func(c *Cell) string { return x.armLabel(c.Arm) + ", " + x.buildLabel(c.Build) }

	var list []table
	add := func(t table) {
		if len(t.rows) > 0 {
			list = append(list, t)
		}
	}
	if many && len(x.Arms) == 1 {
		add(x.table(workload, toBuild, func(c *Cell) string {
			if c.Control {
				return inBuild(c)
			}
			return x.buildLabel(c.Build)
		}))
		return list
	}
	for _, build := range x.Builds {
		t := x.table(workload, toArm, func(c *Cell) string {
			if c.Build != build.Name {
				return ""
			}
			return x.armLabel(c.Arm)
		})
		if many {
			t.title = "Build: " + build.Label
		}
		add(t)
	}
	if many {
		t := x.table(workload, toBuild, func(c *Cell) string {
			if c.Build == first.Name {
				return ""
			}
			return inBuild(c)
		})
		t.title = "Builds, divided by: " + first.Label
		add(t)
	}
	return list
}

// table lists the cells of a workload that name has a name for, each with the
// comparison that is picked for it. Metrics that do not decide follow after
// the fixed columns.
func (x *Experiment) table(workload string, pick func(*Cell) *Comparison, name func(*Cell) string) table {
	primary := x.primary(workload)
	t := table{head: []string{x.Compare, primary, "ratio", "interval", "verdict"}}
	var extra []string
	for _, m := range x.Metrics {
		if m.Unit != primary && x.reports(workload, m.Unit) {
			extra = append(extra, m.Unit)
		}
	}
	t.head = append(t.head, extra...)
	for i := range x.Cells {
		cell := &x.Cells[i]
		if cell.Workload != workload || name(cell) == "" {
			continue
		}
		row := []string{name(cell), cell.value(primary), format.None, format.None, ""}
		c := pick(cell)
		if c != nil && c.Ratio != nil {
			row[ratioColumn], row[intervalColumn] = format.Ratio(*c.Ratio), format.Interval(*c.Low, *c.High)
		}
		row[verdictColumn] = x.verdictWord(cell, c)
		for _, unit := range extra {
			row = append(row, cell.value(unit))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// verdictWord says what a cell comes to in a table.
func (x *Experiment) verdictWord(cell *Cell, c *Comparison) string {
	switch {
	case cell.Failed != "":
		return "failed"
	case c == nil && cell.Arm == x.Baseline:
		return "baseline"
	case c == nil:
		return format.None
	case c.Control && c.Floor != nil:
		return "floor ±" + format.Share(*c.Floor)
	}
	return string(c.Verdict)
}

// against finds the comparison of a cell in the metric that decides.
func (x *Experiment) against(cell *Cell, arm, build string) *Comparison {
	for i := range x.Comparisons {
		c := &x.Comparisons[i]
		if c.Primary && c.Workload == cell.Workload && c.Arm == cell.Arm && c.Build == cell.Build &&
			c.Against == arm && c.AgainstBuild == build {
			return c
		}
	}
	return nil
}

// primary is the metric that decides in a workload.
func (x *Experiment) primary(workload string) string {
	for _, c := range x.Comparisons {
		if c.Primary && c.Workload == workload {
			return c.Metric
		}
	}
	return primaryOf(x.Metrics, func(unit string) bool { return x.reports(workload, unit) })
}

// reports says whether a cell of a workload has a metric.
func (x *Experiment) reports(workload, unit string) bool {
	for i := range x.Cells {
		if x.Cells[i].Workload == workload && x.Cells[i].figure(unit) != nil {
			return true
		}
	}
	return false
}

func (c *Cell) figure(unit string) *Figure {
	for i := range c.Figures {
		if c.Figures[i].Metric == unit {
			return &c.Figures[i]
		}
	}
	return nil
}

// value writes the median of a metric. The head of the column says of what,
// so that only a prefix that scales is repeated.
func (c *Cell) value(unit string) string {
	f := c.figure(unit)
	if f == nil {
		return format.None
	}
	measured, _, _ := strings.Cut(unit, "/")
	if i := strings.LastIndexByte(measured, '-'); measured[i+1:] == "ns" {
		measured = "ns"
	}
	if measured == "ns" || measured == "B" {
		return format.Value(f.Median, measured)
	}
	return format.Number(f.Median)
}

// machineLine says in a line where a run was made.
func machineLine(run *results.Run) string {
	m := run.Machine
	var parts []string
	if m.CPU != "" {
		parts = append(parts, m.CPU)
	}
	if m.Cores > 0 {
		parts = append(parts, count(m.Cores, "core", "cores"))
	}
	if m.OS != "" {
		parts = append(parts, m.OS+"/"+m.Arch)
	}
	if m.Go != "" {
		parts = append(parts, m.Go)
	}
	if m.Virtual != "" {
		parts = append(parts, "virtual, "+m.Virtual)
	}
	if run.Rounds > 0 {
		parts = append(parts, count(run.Rounds, "round", "rounds"))
	}
	if !run.Started.IsZero() {
		parts = append(parts, run.Started.UTC().Format("2006-01-02 15:04 UTC"))
	}
	return strings.Join(parts, " · ")
}
