package page

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// How much machine code a page shows. An excerpt holds the instructions that
// carry weight; the rest stands beside it as plain text, up to a limit that
// keeps the page from growing without bound.
const (
	barWidth    = 44      // of the widest bar, in pixels
	wholeRows   = 48      // a listing up to this long is shown whole
	excerptRows = 120     // the most rows of an excerpt
	excerptFrom = 0.003   // the share of the arm's samples that makes a row weigh
	plainBytes  = 2 << 20 // of plain text on a page, in all listings
)

// A codeSection is the machine code of the arms' hot functions.
type codeSection struct {
	// Pairs are functions of the main arm beside those of the baseline.
	Pairs []codePair

	Listings []listing
}

// A listing is one function of one arm. ID is unique on the page.
type listing struct {
	ID    string
	Label string
	Name  name

	// Share is the function's share of the arm's samples.
	Share, Samples string
	Size           string

	// Base and Main mark the listings that stand side by side at first.
	Base, Main bool

	Rows []codeRow

	// Plain is the whole listing as text, where Rows are an excerpt.
	// Elsewhere is set when there was no room for it.
	Plain     string
	Elsewhere bool
	Count     int

	// File is the address of the record's file with the whole of it.
	File template.URL

	arm, build string
	of         *results.Listing
}

// A codeRow is an instruction, a line of the source, or a gap. Class says
// which, in the style sheet's terms.
type codeRow struct {
	Class  string
	Full   string // the text, where import paths are left out of it
	Share  string
	Count  string
	Width  int
	Text   string
	Marks  string
	Source bool
}

// newCode is nil when no machine code was recorded.
func newCode(s *subject) *codeSection {
	section := &codeSection{Pairs: newCodePairs(s)}
	room := plainBytes
	first := s.allBuilds()[0]
	main := s.mainArm()
	for i := range s.x.Code {
		a := &s.x.Code[i]
		for j := range a.Listings {
			l := &a.Listings[j]
			if len(l.Instructions) == 0 {
				continue
			}
			total := max(a.Samples, 1)
			out := listing{
				ID: fmt.Sprintf("listing-%d", len(section.Listings)), arm: a.Arm, build: a.Build, of: l,
				Label: s.inBuild(a.Arm, a.Build), Name: shorten(l.Function),
				Share:   format.Share(float64(l.Samples) / float64(total)),
				Samples: plural(int(l.Samples), "sample"), Size: format.Bytes(int64(l.Size)),
				Base:  j == 0 && a.Arm == s.x.Baseline && a.Build == first,
				Main:  j == 0 && a.Arm == main && a.Build == first,
				Count: len(l.Instructions),
			}
			for _, e := range s.x.Evidence {
				if e.Kind == "assembly" && e.Arm == a.Arm && e.Build == a.Build && e.Workload == a.Workload.String() {
					out.File = s.link(e.Path)
				}
			}
			var whole bool
			out.Rows, whole = codeRows(l, total)
			if !whole {
				out.Plain = plainListing(l, total)
				if len(out.Plain) > room {
					out.Plain, out.Elsewhere = "", true
				}
				room -= len(out.Plain)
			}
			section.Listings = append(section.Listings, out)
		}
	}
	if len(section.Listings) == 0 {
		return nil
	}
	return section
}

// codeRows is the excerpt of a listing. It is whole when nothing was left
// out.
func codeRows(l *results.Listing, total int64) (rows []codeRow, whole bool) {
	keep, kept := keepInstructions(l, total)
	most := int64(1)
	for _, in := range l.Instructions {
		most = max(most, in.Samples)
	}
	var source string
	for i := 0; i < len(l.Instructions); i++ {
		if !keep[i] {
			start, samples := i, int64(0)
			for ; i < len(l.Instructions) && !keep[i]; i++ {
				samples += l.Instructions[i].Samples
			}
			text := plural(i-start, "instruction")
			if samples > 0 {
				text += ", " + format.Share(float64(samples)/float64(total))
			} else {
				text += " without samples"
			}
			rows = append(rows, codeRow{Class: "gap", Text: "⋯ " + text})
			source = ""
			i--
			continue
		}
		in := &l.Instructions[i]
		if at := sourceKey(in.File, in.Line); at != source && in.Line > 0 {
			source = at
			rows = append(rows, codeRow{Class: "src", Source: true, Text: strings.TrimSpace(at + "  " + strings.TrimSpace(l.Source[at]))})
		}
		rows = append(rows, newCodeRow(in, total, most))
	}
	return rows, kept == len(l.Instructions)
}

// newCodeRow is one instruction. The bar of one with the most samples has the
// full width.
func newCodeRow(in *results.Instruction, total, most int64) codeRow {
	row := codeRow{Text: symbol.Short(in.Text)}
	if row.Text != in.Text {
		row.Full = in.Text
	}
	if in.Samples > 0 {
		row.Share = format.Share(float64(in.Samples) / float64(total))
		row.Count = format.Count(in.Samples)
		row.Width = max(1, int(barWidth*in.Samples/most))
	}
	switch {
	case in.Locked:
		row.Class, row.Marks = "lock", "locked"
	case in.Call != "":
		row.Class, row.Marks = "call", in.Call+" call"
		if in.Target != "" && !strings.Contains(in.Text, in.Target) {
			row.Marks += " of " + shorten(in.Target).Short
		}
	case in.Branch:
		row.Class = "jump"
	}
	return row
}

// sourceKey is how a listing's Source names a line.
func sourceKey(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

// keepInstructions picks the instructions of an excerpt: those with weight,
// calls and locked ones.
func keepInstructions(l *results.Listing, total int64) (keep []bool, kept int) {
	return keepRows(len(l.Instructions),
		func(i int) float64 { return float64(l.Instructions[i].Samples) / float64(total) },
		func(i int) bool { return l.Instructions[i].Call != "" || l.Instructions[i].Locked })
}

// keepRows picks the rows of an excerpt: those that weigh, as a share of the
// samples, and those that matter without that, with one row around each. Where
// that is too much, those without weight go first, then the lightest.
func keepRows(n int, weight func(i int) float64, matters func(i int) bool) (keep []bool, kept int) {
	keep = make([]bool, n)
	if n <= wholeRows {
		for i := range keep {
			keep[i] = true
		}
		return keep, n
	}
	pick := func(from float64, light bool) int {
		clear(keep)
		for i := range n {
			if weight(i) >= from || light && matters(i) {
				for k := max(i-1, 0); k <= min(i+1, n-1); k++ {
					keep[k] = true
				}
			}
		}
		// A gap of one or two takes as much room as what it hides.
		for i := 1; i < n-1; i++ {
			if !keep[i] && keep[i-1] && (keep[i+1] || i+2 < n && keep[i+2]) {
				keep[i] = true
			}
		}
		count := 0
		for _, k := range keep {
			if k {
				count++
			}
		}
		return count
	}
	kept = pick(excerptFrom, true)
	if kept > excerptRows {
		kept = pick(excerptFrom, false)
	}
	for from := excerptFrom * 2; kept > excerptRows && from < 1; from *= 2 {
		kept = pick(from, false)
	}
	if kept == 0 {
		for i := range min(n, wholeRows) {
			keep[i] = true
		}
		kept = min(n, wholeRows)
	}
	return keep, kept
}

// anchor is the id of where the page shows a place in the source of an arm;
// empty where it does not.
func (c *codeSection) anchor(arm, build string, p cost.Place) string {
	if c == nil {
		return ""
	}
	at := placeOf(p.File, p.Line)
	for i := range c.Pairs {
		for j := range c.Pairs[i].Sides {
			side := &c.Pairs[i].Sides[j]
			if id := side.lines[at]; id != "" && side.arm == arm && side.build == build {
				return id
			}
		}
	}
	for i := range c.Listings {
		l := &c.Listings[i]
		if l.arm != arm || l.build != build {
			continue
		}
		if _, shown := l.of.Source[at]; shown || l.of.Function == p.Function {
			return l.ID
		}
	}
	return ""
}

// plainListing is a whole listing as text, an instruction a line.
func plainListing(l *results.Listing, total int64) string {
	var b strings.Builder
	for _, in := range l.Instructions {
		share := ""
		if in.Samples > 0 {
			share = format.Share(float64(in.Samples) / float64(total))
		}
		fmt.Fprintf(&b, "%6s  %#x  %s:%d\t%s\n", share, in.Address, in.File, in.Line, in.Text)
	}
	return b.String()
}
