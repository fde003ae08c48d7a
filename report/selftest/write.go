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

// WriteText writes the table for a terminal.
func WriteText(w io.Writer, r *Result) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\tassay\tgo test -count=10, Mann-Whitney\n")
	for _, l := range r.table() {
		fmt.Fprintf(table, "%s\t%s\t%s\n", l.What, l.Ours, l.Peer)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(r.sentences(), "\n"))
	return err
}

// WriteMarkdown writes the table, what it comes to, and how far the arms truly
// differ.
func WriteMarkdown(w io.Writer, r *Result) error {
	var out strings.Builder
	out.WriteString("| | assay | `go test -count=10`, Mann-Whitney |\n|---|---|---|\n")
	for _, l := range r.table() {
		fmt.Fprintf(&out, "| %s | %s | %s |\n", l.What, l.Ours, l.Peer)
	}
	out.WriteString("\n")
	for _, s := range r.sentences() {
		fmt.Fprintf(&out, "- %s\n", s)
	}
	out.WriteString("\n| work | more by | ratio over the whole record | rounds |\n|---|---|---|---|\n")
	for _, v := range r.Verified {
		fmt.Fprintf(&out, "| %s | %s | %s | %d |\n", v.label(), percent(v.Effect), v.ratio(), v.Rounds)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (v Verified) label() string {
	if v.Neighbour {
		return v.Arm + ", beside a neighbour"
	}
	return v.Arm
}

func (v Verified) ratio() string { return fmt.Sprintf("%.4f (%.4f–%.4f)", v.Ratio, v.Low, v.High) }
