package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/format"
)

// mostPairs is how many functions of the main arm stand beside those of the
// baseline, leastPair the share of an arm's samples from which on they do. The
// hottest does in any case.
const (
	mostPairs = 4
	leastPair = 0.01
)

// A codePair is a function of one arm beside the one that stands in its place
// in another.
type codePair struct {
	ID    string
	Sides [2]codeSide

	// Same is set when the two are the same machine code.
	Same bool

	Rows []pairRow
	Mix  []mixRow
}

// A codeSide is one of the two functions.
type codeSide struct {
	Label string
	Name  name

	Share, Samples, Size string
	Count                int

	// Source are the lines that rows refer to.
	Source []sourceRow

	arm, build string
	lines      map[string]string // a line of the source to its id
}

// A pairRow is an instruction of either function, or of one of them, or a gap
// that says what it leaves out. Class says how the two differ.
type pairRow struct {
	Gap   string
	Class string
	Cells [2]pairCell
}

// A pairCell is an instruction; empty where the other function has one that
// this one does not have.
type pairCell struct {
	codeRow

	// Line is the line of the source, Link the id of where it is shown.
	Line int
	Link string
}

// A sourceRow is a line of the source and the samples on it.
type sourceRow struct {
	ID, At, Share, Text string
}

// A mixRow is how many instructions of a kind both functions have, with the
// share of the arm's samples on them.
type mixRow struct {
	Kind  string
	Cells [2]mixCell
}

// A mixCell is a count.
type mixCell struct {
	Count, Share, Sort string
}

// newCodePairs puts the hot functions of the main comparison side by side, the
// baseline's left. Those that differ come first.
func newCodePairs(s *subject) []codePair {
	first := s.allBuilds()[0]
	arms, builds := [2]string{s.x.Baseline, s.mainArm()}, [2]string{first, first}
	if c := s.mainComparison(); c != nil {
		arms, builds = [2]string{c.Against, c.Arm}, [2]string{c.AgainstBuild, c.Build}
	}
	var code [2]*results.Assembly
	for i := range s.x.Code {
		a := &s.x.Code[i]
		for side := range code {
			if a.Arm == arms[side] && a.Build == cmp.Or(builds[side], first) {
				code[side] = a
			}
		}
	}
	if code[0] == nil || code[1] == nil || code[0] == code[1] {
		return nil
	}
	weight := func(p assembly.Paired) float64 {
		return float64(p.A.Samples)/float64(max(code[0].Samples, 1)) + float64(p.B.Samples)/float64(max(code[1].Samples, 1))
	}
	paired := assembly.Pair(code[0].Listings, code[1].Listings)
	paired = slices.DeleteFunc(paired, func(p assembly.Paired) bool {
		return p.A == nil || p.B == nil || len(p.A.Instructions)+len(p.B.Instructions) == 0
	})
	slices.SortStableFunc(paired, func(p, q assembly.Paired) int {
		if p.Same != q.Same && min(weight(p), weight(q)) >= leastPair {
			if p.Same {
				return 1
			}
			return -1
		}
		return cmp.Compare(weight(q), weight(p))
	})
	var pairs []codePair
	for i, p := range paired[:min(len(paired), mostPairs)] {
		if i > 0 && weight(p) < leastPair {
			break
		}
		pairs = append(pairs, newCodePair(s, fmt.Sprintf("pair-%d", i), code, p))
	}
	return pairs
}

func newCodePair(s *subject, id string, code [2]*results.Assembly, p assembly.Paired) codePair {
	pair := codePair{ID: id, Same: p.Same}
	listings := [2]*results.Listing{p.A, p.B}
	var totals, most [2]int64
	for i, l := range listings {
		totals[i], most[i] = max(code[i].Samples, 1), 1
		for _, in := range l.Instructions {
			most[i] = max(most[i], in.Samples)
		}
		pair.Sides[i] = codeSide{
			Label: s.inBuild(code[i].Arm, code[i].Build), Name: shorten(l.Function),
			Share:   format.Share(float64(l.Samples) / float64(totals[i])),
			Samples: plural(int(l.Samples), "sample"), Size: format.Bytes(int64(l.Size)), Count: len(l.Instructions),
			arm: code[i].Arm, build: code[i].Build, lines: map[string]string{},
		}
	}
	pair.Mix = newMix(listings, totals)

	rows := assembly.Align(*p.A, *p.B)
	share := func(in *results.Instruction, side int) float64 {
		if in == nil {
			return 0
		}
		return float64(in.Samples) / float64(totals[side])
	}
	matters := func(in *results.Instruction) bool { return in != nil && (in.Call != "" || in.Locked) }
	keep, _ := keepRows(len(rows),
		func(i int) float64 { return max(share(rows[i].A, 0), share(rows[i].B, 1)) },
		func(i int) bool { return matters(rows[i].A) || matters(rows[i].B) })
	for i := 0; i < len(rows); i++ {
		if !keep[i] {
			start := i
			for i < len(rows) && !keep[i] {
				i++
			}
			pair.Rows = append(pair.Rows, pairRow{Gap: gapText(rows[start:i], totals)})
			i--
			continue
		}
		row := pairRow{Class: "differs"}
		switch {
		case rows[i].Same:
			row.Class = ""
		case rows[i].B == nil:
			row.Class = "only-a"
		case rows[i].A == nil:
			row.Class = "only-b"
		}
		for side, in := range [2]*results.Instruction{rows[i].A, rows[i].B} {
			if in != nil {
				cell := &row.Cells[side]
				*cell = pairCell{codeRow: newCodeRow(in, totals[side], most[side]), Line: in.Line}
				if cell.Marks == "direct call" {
					cell.Marks = "" // the colour says so, and there is little room
				}
				cell.Link = pair.Sides[side].refer(id, side, listings[side], in)
			}
		}
		pair.Rows = append(pair.Rows, row)
	}
	for side, l := range listings {
		pair.Sides[side].addSource(l, totals[side])
	}
	return pair
}

// gapText says what rows that are left out hold.
func gapText(rows []assembly.Row, totals [2]int64) string {
	var counts [2]int
	var samples [2]int64
	for _, row := range rows {
		for side, in := range [2]*results.Instruction{row.A, row.B} {
			if in != nil {
				counts[side]++
				samples[side] += in.Samples
			}
		}
	}
	side := func(i int) string {
		text := plural(counts[i], "instruction")
		if samples[i] > 0 {
			text += ", " + format.Share(float64(samples[i])/float64(totals[i]))
		}
		return text
	}
	return "⋯ " + side(0) + " ‖ " + side(1)
}

// refer makes an id for the line of the source that an instruction names, and
// returns it. It is empty where the listing does not have the line.
func (side *codeSide) refer(pair string, number int, l *results.Listing, in *results.Instruction) string {
	at := sourceKey(in.File, in.Line)
	if _, known := l.Source[at]; !known {
		return ""
	}
	id := side.lines[at]
	if id == "" {
		id = fmt.Sprintf("%s-%d-%d", pair, number, len(side.lines))
		side.lines[at] = id
	}
	return id
}

// addSource adds the lines that were referred to, in the order of files and
// lines.
func (side *codeSide) addSource(l *results.Listing, total int64) {
	samples := map[string]int64{}
	type line struct {
		file   string
		number int
	}
	var lines []line
	for _, in := range l.Instructions {
		at := sourceKey(in.File, in.Line)
		samples[at] += in.Samples
		if n := (line{in.File, in.Line}); side.lines[at] != "" && !slices.Contains(lines, n) {
			lines = append(lines, n)
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.number, b.number))
	})
	for _, n := range lines {
		at := sourceKey(n.file, n.number)
		row := sourceRow{ID: side.lines[at], At: at, Text: strings.ReplaceAll(l.Source[at], "\t", "    ")}
		if samples[at] > 0 {
			row.Share = format.Share(float64(samples[at]) / float64(total))
		}
		side.Source = append(side.Source, row)
	}
}

// newMix counts what the instructions of two functions do. Kinds that neither
// has are left out.
func newMix(listings [2]*results.Listing, totals [2]int64) []mixRow {
	var mixes [2]assembly.Mix
	for i, l := range listings {
		mixes[i] = assembly.MixOf(*l)
	}
	var rows []mixRow
	for _, kind := range []struct {
		name  string
		count func(*assembly.Mix) assembly.Count
	}{
		{"instructions", func(m *assembly.Mix) assembly.Count { return m.All }},
		{"direct calls", func(m *assembly.Mix) assembly.Count { return m.Direct }},
		{"indirect calls", func(m *assembly.Mix) assembly.Count { return m.Indirect }},
		{"branches", func(m *assembly.Mix) assembly.Count { return m.Branches }},
		{"locked", func(m *assembly.Mix) assembly.Count { return m.Locked }},
		{"loads", func(m *assembly.Mix) assembly.Count { return m.Loads }},
		{"stores", func(m *assembly.Mix) assembly.Count { return m.Stores }},
		{"divisions", func(m *assembly.Mix) assembly.Count { return m.Divisions }},
		{"bounds checks", func(m *assembly.Mix) assembly.Count { return m.BoundsChecks }},
		{"nil checks", func(m *assembly.Mix) assembly.Count { return m.NilChecks }},
		{"write barriers", func(m *assembly.Mix) assembly.Count { return m.WriteBarriers }},
	} {
		row := mixRow{Kind: kind.name}
		there := false
		for i := range mixes {
			n := kind.count(&mixes[i])
			there = there || n.Instructions > 0
			row.Cells[i] = mixCell{Count: format.Count(int64(n.Instructions)), Sort: fmt.Sprint(n.Instructions)}
			if n.Samples > 0 {
				row.Cells[i].Share = format.Share(float64(n.Samples) / float64(totals[i]))
			}
		}
		if there {
			rows = append(rows, row)
		}
	}
	return rows
}
