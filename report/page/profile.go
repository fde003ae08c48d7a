package page

import (
	"fmt"
	"time"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A profileTable is the top of one arm's CPU profile beside the baseline's.
type profileTable struct {
	Label string

	// Base marks the baseline's own profile, which has nothing beside it.
	Base bool

	// Summary is the profile in a line.
	Summary string
	Error   string
	Rows    []profileRow

	// Open marks the one that is shown at first.
	Open bool
}

// A profileRow is one function.
type profileRow struct {
	Name  name
	Place string

	// Flat, Cum and Baseline are shares as text. Here and There are the
	// widths of their bars in percent.
	Flat, Cum, Baseline string
	Here, There         float64

	Sort, SortCum, SortBaseline string
}

// newProfiles lists the arms' profiles, the baseline's last.
func newProfiles(s *subject) []buildGroup[profileTable] {
	groups := byBuild(s, s.x.Profiles, func(p *report.Profile) string { return p.Build }, func(list []*report.Profile) []profileTable {
		var tables, base []profileTable
		for _, p := range list {
			if t := newProfileTable(s, p); t.Base {
				base = append(base, t)
			} else {
				tables = append(tables, t)
			}
		}
		return append(tables, base...)
	})
	if len(groups) > 0 {
		first, open := groups[0].Items, 0
		for i := range first {
			if first[i].Label == s.arm(s.mainArm()) {
				open = i
			}
		}
		first[open].Open = true
	}
	return groups
}

func newProfileTable(s *subject, p *report.Profile) profileTable {
	t := profileTable{
		Label: s.arm(p.Arm), Error: p.Error,
		Base: p.Arm == s.x.Baseline && (p.Build == s.allBuilds()[0] || p.Build == ""),
	}
	if p.Error == "" {
		t.Summary = fmt.Sprintf("%s, %s of CPU time", plural(int(p.Samples), "sample"),
			format.Duration(time.Duration(p.Seconds*float64(time.Second))))
		if len(p.Rows) > 0 {
			t.Summary = fmt.Sprintf("%s %s · %s", format.Share(p.Rows[0].Flat),
				shorten(p.Rows[0].Function).Short, t.Summary)
		}
	}
	widest := 0.0
	for _, row := range p.Rows {
		widest = max(widest, row.Flat, row.Baseline)
	}
	for _, row := range p.Rows {
		r := profileRow{
			Name: shorten(row.Function), Place: placeOf(row.File, int(row.Line)),
			Flat: format.Share(row.Flat), Cum: format.Share(row.Cum), Baseline: format.Share(row.Baseline),
			Sort: sortKey(&row.Flat), SortCum: sortKey(&row.Cum), SortBaseline: sortKey(&row.Baseline),
		}
		if widest > 0 {
			r.Here, r.There = percent(row.Flat/widest), percent(row.Baseline/widest)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// mainArm is the arm of the main comparison, another arm than the baseline
// when there is none, and empty when there is only the baseline.
func (s *subject) mainArm() string {
	if c := s.mainComparison(); c != nil && !s.betweenBuilds(c) {
		return c.Arm
	}
	for _, arm := range s.x.Arms {
		if arm.Name != s.x.Baseline {
			return arm.Name
		}
	}
	return ""
}

// percent keeps a width short in the markup.
func percent(share float64) float64 { return float64(int(share*1000+0.5)) / 10 }

// placeOf is a file's base name with a line.
func placeOf(file string, line int) string {
	for i := len(file) - 1; i >= 0; i-- {
		if file[i] == '/' || file[i] == '\\' {
			file = file[i+1:]
			break
		}
	}
	if file == "" || line <= 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}
