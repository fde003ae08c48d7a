package page

import (
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A claimRow is a claim and what the record says of it.
type claimRow struct {
	Text, Asserts string

	// Ratio and Interval are None without a comparison.
	Ratio, Interval, Words string

	Judgement, Tone, Why string
}

func newClaims(s *subject) []claimRow {
	var rows []claimRow
	for _, c := range s.x.Claims {
		row := claimRow{
			Text: c.Text, Asserts: c.Asserts, Why: c.Why,
			Ratio: format.None, Judgement: string(c.Judgement), Tone: "doubt",
		}
		if c.Comparison != nil {
			row.Ratio, row.Interval = s.ratioText(c.Comparison), intervalText(c.Comparison)
			row.Words = inWords(c.Comparison)
		}
		switch c.Judgement {
		case report.Supported:
			row.Tone = "faster"
		case report.Refuted:
			row.Tone = "slower"
		}
		rows = append(rows, row)
	}
	return rows
}

// A publishedTable is a set of figures from elsewhere beside ours.
type publishedTable struct {
	Source, Machine string
	Rows            []publishedRow
}

// A publishedRow is one of them.
type publishedRow struct {
	Text, There, Here, Range, Arm string
}

func newPublished(s *subject) []publishedTable {
	var tables []publishedTable
	for _, p := range s.x.Published {
		t := publishedTable{Source: p.Source, Machine: p.Machine}
		for _, f := range p.Figures {
			row := publishedRow{Text: f.Text, There: format.Value(f.Value, f.Metric), Here: format.None}
			if f.Arm != "" {
				row.Arm = s.arm(f.Arm)
			}
			if f.Here != nil {
				row.Here = format.Value(f.Here.Median, f.Here.Metric)
				row.Range = rangeText(f.Here)
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}
