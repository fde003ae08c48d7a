package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// The narrowest and the widest that WriteText writes, in columns. Text wider
// than that is not read, it is searched for.
const (
	minWidth = 40
	maxWidth = 100
)

// WriteText writes a report for a terminal of so many columns: of each
// experiment the answer, a table for each workload, the claims, what could not
// be decided, warnings, notes and the commands. A warning that keeps verdicts
// from being settled comes before the answer. Zero stands for a width that is not known. What does not fit
// is left out of tables column by column, metrics that do not decide first.
func WriteText(w io.Writer, r *Report, width int) error {
	if width <= 0 {
		width = 80
	}
	t := &textWriter{width: min(max(width, minWidth), maxWidth)}
	for i := range r.Experiments {
		if i > 0 {
			t.line("")
		}
		t.experiment(&r.Experiments[i])
	}
	if len(r.Experiments) == 0 {
		t.line("The record has no experiment.")
	}
	if len(r.Problems) > 0 {
		t.line("")
	}
	for _, p := range r.Problems {
		t.wrap("! ", "  ", p.Error())
	}
	if line := machineLine(&r.Run); line != "" {
		t.line("")
		t.wrap("", "", line)
	}
	_, err := w.Write(t.out.Bytes())
	return err
}

// A textWriter lays text out in so many columns.
type textWriter struct {
	out   bytes.Buffer
	width int
}

func (t *textWriter) experiment(x *Experiment) {
	t.wrap("", "", x.Name+" · "+x.Title)
	unsettling, others := x.sortedWarnings()
	for _, w := range unsettling {
		t.wrap("! ", "  ", w.Text)
	}
	t.wrap("", "", x.Answer)
	for _, workload := range x.Workloads {
		t.line("")
		if label := x.workloadLabel(workload); label != "" {
			t.wrap("", "", label)
		}
		for i, table := range x.tables(workload) {
			if i > 0 {
				t.line("")
			}
			if table.title != "" {
				t.wrap("", "", table.title)
			}
			t.table(table)
		}
	}
	if reasons := x.reasons(); len(reasons) > 0 {
		t.line("")
		t.wrap("", "", reasonsTitle+":")
		for _, sentence := range reasons {
			t.wrap("- ", "  ", sentence)
		}
	}
	if worth := x.worth(); len(worth) > 0 {
		t.line("")
		t.wrap("", "", worthTitle+":")
		for _, sentence := range worth {
			t.wrap("- ", "  ", sentence)
		}
	}
	if len(x.Claims) > 0 {
		t.line("")
	}
	for _, c := range x.Claims {
		t.wrap("", "    ", fmt.Sprintf("%s: %s (%s; %s)", c.Judgement, c.Text, c.Asserts, c.Why))
	}
	if len(x.Undecided) > 0 {
		t.line("")
		t.wrap("", "", undecidedTitle+":")
	}
	for _, sentence := range x.Undecided {
		t.wrap("? ", "  ", sentence)
	}
	if x.Resolution != "" {
		t.line("")
		t.wrap("", "", x.Resolution)
	}
	if len(others)+len(x.Notes) > 0 {
		t.line("")
	}
	for _, w := range others {
		t.wrap("! ", "  ", w.Text)
	}
	for _, note := range x.Notes {
		t.wrap("! ", "  ", note)
	}
	if len(x.Commands) > 0 {
		t.line("")
	}
	for _, c := range x.Commands {
		// A command is not wrapped, since it would not be one afterwards.
		t.line(oneLine(c.Line))
	}
}

func (t *textWriter) line(text string) {
	t.out.WriteString(text)
	t.out.WriteByte('\n')
}

// wrap writes text with line breaks between words, after a prefix for the
// first line and one for the others.
func (t *textWriter) wrap(first, rest, text string) {
	line, empty := first, true
	for _, word := range strings.Fields(oneLine(text)) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > t.width {
			t.line(line)
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	t.line(line)
}

// gap is what stands between two columns, and widestArm the most that the
// name of an arm takes from the figures.
const (
	gap       = "  "
	widestArm = 40
)

// table writes a table: the first column and the verdict to the left, numbers
// to the right.
func (t *textWriter) table(table table) {
	rows := [][]string{table.head}
	rows = append(rows, table.rows...)
	widths := make([]int, len(table.head))
	for _, row := range rows {
		for i := range row {
			row[i] = oneLine(row[i])
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	widths[armColumn] = min(widths[armColumn], widestArm)
	total := func() int {
		sum := len(gap) * (len(widths) - 1)
		for _, w := range widths {
			sum += w
		}
		return sum
	}
	for len(widths) > fixedColumns && total() > t.width {
		widths = widths[:len(widths)-1]
	}
	if over := total() - t.width; over > 0 {
		widths[armColumn] = max(8, widths[armColumn]-over)
	}
	for _, row := range rows {
		var line strings.Builder
		for i, width := range widths {
			cell := shorten(row[i], width)
			padding := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if i > 0 {
				line.WriteString(gap)
			}
			if i == armColumn || i == verdictColumn {
				line.WriteString(cell + padding)
			} else {
				line.WriteString(padding + cell)
			}
		}
		t.line(strings.TrimRight(line.String(), " "))
	}
}

// shorten cuts text to so many columns, and shows that it did.
func shorten(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:width-1]) + "…"
}
