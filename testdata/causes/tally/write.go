package tally

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/format"
)

// Write writes a row for each pair, and what they come to.
func (t Tally) Write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "pair\tratio\tinterval\tverdict\tplanted\tfirst finding\tstrength\taccounts for\tunexplained\t")
	for _, r := range t {
		fmt.Fprintln(table, strings.Join(r.columns(), "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	first, planted := t.First()
	claimed, without := t.Without()
	_, err := fmt.Fprintf(w, "\ncauses: %d of %d first, %d claimed of %d without\n", first, planted, claimed, without)
	return err
}

// columns are the cells of a row.
func (r Row) columns() []string {
	cells := []string{r.Pair.Name, format.None, format.None, "not measured", planted(r.Pair.Cause), format.None, format.None, format.None, format.None, r.judgement()}
	c := r.Comparison
	if c == nil {
		return cells
	}
	cells[3] = string(c.Verdict)
	if c.Ratio != nil {
		cells[1] = format.Ratio(*c.Ratio)
	}
	if c.Low != nil && c.High != nil {
		cells[2] = format.Interval(*c.Low, *c.High)
	}
	if f := r.First(); f != nil {
		cells[5], cells[6] = f.Rule, string(f.Strength)
		cells[7] = nanoseconds(f.NsPerOp)
		if c.Cost != nil {
			cells[7] = format.Number(f.NsPerOp) + " of " + nanoseconds(c.Cost.Measured.Value)
		}
	}
	if c.Unexplained != nil {
		cells[8] = nanoseconds(*c.Unexplained)
	}
	return cells
}

// planted names what was planted.
func planted(cause string) string {
	if cause == "" {
		return "nothing"
	}
	return cause
}

// judgement says whether a row is as it should be, and what is established in
// it that is not true.
func (r Row) judgement() string {
	text := "ok"
	if !r.OK() {
		text = "WRONG"
		if f := r.First(); f != nil && r.Pair.Cause == f.Rule {
			text += ", said of " + f.Side
		}
	}
	if claimed := r.Claimed(); len(claimed) > 0 {
		text += fmt.Sprintf(", %s too: %s", explain.Established, strings.Join(claimed, ", "))
	}
	return text
}

func nanoseconds(ns float64) string { return format.Number(ns) + " ns/op" }
