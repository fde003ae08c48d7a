package selftest

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/assay-bench/assay/experiments/results"
)

// PageName is the file that WritePage's output belongs into, beside the pages
// of the experiments, whose style it uses.
const PageName = "selftest.html"

//go:embed page.html
var source string

var page = sync.OnceValues(func() (*template.Template, error) { return template.New(PageName).Parse(source) })

// WritePage renders a result as HTML, with the machine and the command of the
// run.
func WritePage(w io.Writer, r *Result, run results.Run) error {
	t, err := page()
	if err != nil {
		return err
	}
	return t.Execute(w, view{Result: r, run: run})
}

// A view is what the template shows.
type view struct {
	*Result
	run results.Run
}

// A group is the lines of one kind of work.
type group struct {
	Work  string
	Lines []line
}

func (v view) Sentences() []string { return v.sentences() }
func (v view) Summary() []row      { return v.summary() }
func (v view) Columns() []string   { return v.columns() }

// Groups are the lines of the table, by work.
func (v view) Groups() []group {
	var list []group
	for _, l := range v.lines() {
		if len(list) == 0 || list[len(list)-1].Work != l.Work {
			list = append(list, group{Work: l.Work})
		}
		g := &list[len(list)-1]
		g.Lines = append(g.Lines, l)
	}
	return list
}

// A fact is a name and what it stands for.
type fact struct{ Name, Text string }

// Measured says of each experiment on what its counts rest.
func (v view) Measured() []fact {
	var list []fact
	for _, c := range v.Conditions {
		text := fmt.Sprintf("%d rounds, %d processes, of which %d were disturbed and %d run again; go test %d times",
			c.Rounds, c.Processes, c.Disturbed, c.Again, c.Replicates)
		list = append(list, fact{work(c.Arm, c.Neighbour), text})
	}
	return list
}

// Truths say how many intervals hold which truth.
func (v view) Truths() []fact {
	names := map[Truth]string{
		SameCode:    "the same code: a ratio of 1",
		WholeRecord: "more work: the ratio over the whole record, where that is ten times as long as a comparison",
		Nominal:     "more work: the ratio that is asked for",
	}
	var list []fact
	for _, c := range v.CoverageBy {
		list = append(list, fact{names[c.Truth], c.String()})
	}
	return list
}

// When is when the run began.
func (v view) When() string {
	if v.run.Started.IsZero() {
		return ""
	}
	return v.run.Started.UTC().Format("2 January 2006, 15:04 UTC")
}

// Facts are the machine in a few words.
func (v view) Facts() []string {
	m := v.run.Machine
	var parts []string
	for _, text := range []string{strings.TrimSpace(m.CPU), m.Virtual, m.Go, m.ClockSource} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if m.Cores > 0 {
		parts = append(parts, fmt.Sprintf("%d logical processors", m.Cores))
	}
	return parts
}

func (v view) Command() string   { return strings.Join(v.run.Command, " ") }
func (v view) Interrupted() bool { return v.run.Interrupted }

// A truthRow is how much one arm truly differs.
type truthRow struct {
	Work, Does, Ratio, Instructions string
	Rounds                          int
}

func (v view) Arms() []truthRow {
	var list []truthRow
	for _, a := range v.Verified {
		list = append(list, truthRow{work(a.Arm, a.Neighbour), does(a.Effect), a.ratio(), a.instructions(), a.Rounds})
	}
	return list
}

// picture is how wide the drawing of a rate is, in pixels.
const picture = 72

// At, From and To place the rate and its bounds in a drawing.
func (c cell) At() float64   { return place(*c.rate()) }
func (c cell) From() float64 { return place(c.Low) }
func (c cell) To() float64   { return place(c.High) }

// place leaves room at both ends for half of the dot.
func place(rate float64) float64 { return 4 + rate*(picture-8) }

// Reach is where the rate lies.
func (c cell) Reach() string { return c.reach() }

// Tone is the class of the style sheet for how good a rate is.
func (l line) Tone(c cell) string {
	rate := *c.rate()
	switch {
	case l.Same && rate <= 0.05, !l.Same && rate >= enough:
		return "faster"
	case l.Same:
		return "slower"
	}
	return "doubt"
}
