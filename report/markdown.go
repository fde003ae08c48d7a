package report

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"github.com/assay-bench/assay/report/format"
)

// WriteMarkdown writes a report as GitHub-flavoured Markdown, short enough
// for a pull request: of each experiment the answer, the table of the
// headline's workload, why its arms differ and what each change is worth, the
// claims, what could not be decided, warnings, notes and the commands. A
// warning that keeps verdicts from being settled comes before the answer.
// Names in it are inert: they make no markup, mention nobody and refer to no
// issue.
func WriteMarkdown(w io.Writer, r *Report) error {
	var out bytes.Buffer
	for i := range r.Experiments {
		markdownExperiment(&out, &r.Experiments[i])
	}
	if len(r.Experiments) == 0 {
		out.WriteString("The record has no experiment.\n\n")
	}
	if len(r.Problems) > 0 {
		out.WriteString("**The record is not whole:**\n\n")
		for _, p := range r.Problems {
			fmt.Fprintf(&out, "- %s\n", markdown(p.Error()))
		}
		out.WriteString("\n")
	}
	if line := machineLine(&r.Run); line != "" {
		fmt.Fprintf(&out, "<sub>%s</sub>\n", markdown(line))
	}
	_, err := w.Write(out.Bytes())
	return err
}

func markdownExperiment(out *bytes.Buffer, x *Experiment) {
	fmt.Fprintf(out, "## %s: %s\n\n", markdown(x.Name), markdown(x.Title))
	unsettling, others := x.sortedWarnings()
	for _, w := range unsettling {
		fmt.Fprintf(out, "> %s\n\n", markdown(w.Text))
	}
	fmt.Fprintf(out, "%s\n\n", markdown(x.Answer))
	if label := x.workloadLabel(x.Headline); label != "" {
		fmt.Fprintf(out, "With %s:\n\n", markdown(label))
	}
	for _, t := range x.tables(x.Headline) {
		if t.title != "" {
			fmt.Fprintf(out, "**%s**\n\n", markdown(t.title))
		}
		markdownTable(out, t)
	}
	if reasons := x.reasons(); len(reasons) > 0 {
		fmt.Fprintf(out, "**%s**\n\n", reasonsTitle)
		markdownList(out, reasons)
	}
	if worth := x.worth(); len(worth) > 0 {
		fmt.Fprintf(out, "**%s**\n\n", worthTitle)
		markdownList(out, worth)
	}
	if len(x.Claims) > 0 {
		t := table{head: []string{"claim", "asserts", "here", "judgement"}}
		for _, c := range x.Claims {
			here := c.Why
			if c.Comparison != nil && c.Comparison.Ratio != nil {
				here = fmt.Sprintf("%s (%s)", format.Ratio(*c.Comparison.Ratio), format.Interval(*c.Comparison.Low, *c.Comparison.High))
			}
			t.rows = append(t.rows, []string{c.Text, c.Asserts, here, string(c.Judgement)})
		}
		markdownTable(out, t)
	}
	if len(x.Undecided) > 0 {
		fmt.Fprintf(out, "**%s**\n\n", undecidedTitle)
		markdownList(out, x.Undecided)
	}
	if x.Resolution != "" {
		fmt.Fprintf(out, "%s\n\n", markdown(x.Resolution))
	}
	var texts []string
	for _, w := range others {
		texts = append(texts, w.Text)
	}
	markdownList(out, append(texts, x.Notes...))
	if len(x.Commands) > 0 {
		var lines strings.Builder
		for _, c := range x.Commands {
			fmt.Fprintf(&lines, "# %s\n%s\n", oneLine(c.Does), printable(c.Line))
		}
		fence := fenceFor(lines.String())
		fmt.Fprintf(out, "<details><summary>Run it again</summary>\n\n%ssh\n%s%s\n\n</details>\n\n", fence, lines.String(), fence)
	}
}

func markdownList(out *bytes.Buffer, items []string) {
	for _, item := range items {
		fmt.Fprintf(out, "- %s\n", markdown(item))
	}
	if len(items) > 0 {
		out.WriteString("\n")
	}
}

func markdownTable(out *bytes.Buffer, t table) {
	row := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(out, "| %s ", markdown(cell))
		}
		out.WriteString("|\n")
	}
	row(t.head)
	for i := range t.head {
		if i == armColumn || i == verdictColumn || len(t.head) < fixedColumns {
			out.WriteString("|---")
		} else {
			out.WriteString("|--:")
		}
	}
	out.WriteString("|\n")
	for _, cells := range t.rows {
		row(cells)
	}
	out.WriteString("\n")
}

// markdownEscapes makes text inert in Markdown. GitHub looks for mentions and
// references after markup is gone, so that a backslash does not stop it; an
// empty comment does.
var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`,
	"[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`,
	"&", "&amp;", "<", "&lt;", ">", "&gt;",
	"@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//",
)

// blockStart is what makes an item of a list at the beginning of a line.
var blockStart = regexp.MustCompile(`^(\d*)([-+.)])(\s|$)`)

// markdown makes any text one line of inert Markdown.
func markdown(text string) string {
	return blockStart.ReplaceAllString(markdownEscapes.Replace(oneLine(text)), `$1\$2$3`)
}

// oneLine makes text a line that can be printed.
func oneLine(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(printable(text), "\n", " "))
}

// printable replaces what a terminal would obey rather than show, such as
// control sequences and marks that turn the direction of text. Line breaks
// stay.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r != '\n' && !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// fenceFor is a code fence that the text does not hold.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}
