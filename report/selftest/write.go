package selftest

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteJSON writes a result, indented.
func WriteJSON(w io.Writer, r *Result) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// headings are over what is counted: how assay does, and the other way.
var headings = []string{"", "assay", "go test -count=10, Mann-Whitney"}

// WriteText writes a result for a terminal: what it comes to, and the tables.
func WriteText(w io.Writer, r *Result) error {
	if _, err := fmt.Fprintf(w, "%s\n", strings.Join(r.sentences(), "\n")); err != nil {
		return err
	}
	for _, t := range r.tables() {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, cells := range append([][]string{t.head}, t.rows...) {
			fmt.Fprintln(table, strings.Join(cells, "\t"))
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// WriteMarkdown writes the same for a document.
func WriteMarkdown(w io.Writer, r *Result) error {
	var out strings.Builder
	for _, s := range r.sentences() {
		fmt.Fprintf(&out, "- %s\n", s)
	}
	for _, t := range r.tables() {
		fmt.Fprintf(&out, "\n| %s |\n|%s\n", strings.Join(t.head, " | "), strings.Repeat("---|", len(t.head)))
		for _, cells := range t.rows {
			fmt.Fprintf(&out, "| %s |\n", strings.Join(cells, " | "))
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// A table is one in plain text.
type table struct {
	head []string
	rows [][]string
}

// tables are the summary, the counts, and how much the arms truly differ.
func (r *Result) tables() []table {
	summary := table{head: headings}
	for _, l := range r.summary() {
		summary.rows = append(summary.rows, []string{l.What, l.Ours, l.Peer})
	}
	counts := table{head: append([]string{"work", "does"}, r.columns()...)}
	for _, l := range r.lines() {
		cells := []string{l.Work, l.Does}
		for _, c := range l.Cells {
			cells = append(cells, c.String())
		}
		counts.rows = append(counts.rows, cells)
	}
	verified := table{head: []string{"work", "does", "ratio over the whole record", "rounds", "instructions"}}
	for _, v := range r.Verified {
		verified.rows = append(verified.rows, []string{work(v.Arm, v.Neighbour), does(v.Effect), v.ratio(), fmt.Sprint(v.Rounds), v.instructions()})
	}
	return []table{summary, counts, verified}
}

func (v Verified) ratio() string { return fmt.Sprintf("%.4f (%.4f–%.4f)", v.Ratio, v.Low, v.High) }

func (v Verified) instructions() string {
	if v.Instructions == nil {
		return none
	}
	return fmt.Sprintf("%.4f", *v.Instructions)
}
