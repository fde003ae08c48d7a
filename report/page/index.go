package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report"
)

// An indexPage is what the template of index.html shows.
type indexPage struct {
	Library library
	Title   string
	When    string
	Line    string
	Notes   []string
	Entries []indexEntry

	// SelfTest is set where a page says what the record comes to as one of a
	// self-test.
	SelfTest bool

	Machine  []pair
	Command  string
	Problems []string
}

// An indexEntry is an experiment in brief.
type indexEntry struct {
	Name, Title, Question string
	Link                  template.URL
	Answer                []answerPart

	// Figure and Words are the main ratio, Of says whose.
	Figure, Words, Of, Interval, Tone string

	// Dots place each arm's ratio on a line, One the baseline.
	Dots []dot
	One  float64

	// Counts says how many arms and claims came to what.
	Counts []string
}

// A dot is an arm's place on a line, in percent from the left.
type dot struct {
	At    float64
	Tone  string
	Title string
}

func newIndexPage(rep *report.Report, names []string, record string, lib library) *indexPage {
	p := &indexPage{
		Library: lib, Title: "assay", Line: machineLine(rep), Notes: runNotes(rep),
		Machine: machineFacts(rep), Problems: problemTexts(rep),
		Command: strings.Join(rep.Run.Command, " "), SelfTest: rep.Run.SelfTest,
	}
	if !rep.Run.Started.IsZero() {
		p.When = rep.Run.Started.UTC().Format("2 January 2006, 15:04 UTC")
	}
	for i := range rep.Experiments {
		s := newSubject(rep, &rep.Experiments[i], record)
		p.Entries = append(p.Entries, newIndexEntry(s, names[i]))
	}
	return p
}

func newIndexEntry(s *subject, file string) indexEntry {
	e := indexEntry{
		Name: clip(s.x.Name, 60), Title: s.x.Title, Question: s.x.Question,
		Link: template.URL(file), Answer: answerParts(s.x.Answer),
	}
	if e.Title == "" {
		e.Title = s.x.Name
	}
	if e.Question == e.Title {
		e.Question = ""
	}
	e.addMain(s)
	e.addDots(s)

	var verdicts []report.Verdict
	count := map[report.Verdict]int{}
	for _, c := range s.armComparisons(s.headline(), s.allBuilds()[0]) {
		if c.Control {
			continue
		}
		if count[c.Verdict] == 0 {
			verdicts = append(verdicts, c.Verdict)
		}
		count[c.Verdict]++
	}
	for _, v := range verdicts {
		e.Counts = append(e.Counts, fmt.Sprintf("%d %s", count[v], v))
	}
	claims := map[report.Judgement]int{}
	for _, c := range s.x.Claims {
		claims[c.Judgement]++
	}
	for _, j := range []report.Judgement{report.Supported, report.Refuted, report.Open, report.NotAnswerable} {
		if claims[j] > 0 {
			e.Counts = append(e.Counts, fmt.Sprintf("%s %s", plural(claims[j], "claim"), j))
		}
	}
	if n := len(s.x.Failures); n > 0 {
		e.Counts = append(e.Counts, plural(n, "process")+" failed")
	}
	for _, w := range s.x.Warnings {
		if kind := kindWords(w.Kind); !w.Settles && !slices.Contains(e.Counts, kind) {
			e.Counts = append(e.Counts, kind)
		}
	}
	return e
}

// addMain says the main ratio, or that nothing was decided.
func (e *indexEntry) addMain(s *subject) {
	c := s.mainComparison()
	if c == nil {
		return
	}
	e.Tone, e.Words = tone(c.Verdict), inWords(c)
	if e.Tone == "same" || e.Tone == "doubt" {
		for _, other := range s.armComparisons(s.headline(), s.allBuilds()[0]) {
			if !other.Control && other.Verdict == report.Undecided {
				e.Tone, e.Words = "doubt", "undecided"
			}
		}
		e.Of = "no arm is known to differ from " + clip(s.baseline(), 60)
		return
	}
	if figure, word, ok := strings.Cut(e.Words, "× "); ok {
		e.Figure, e.Words = figure+"×", word
	}
	e.Of = clip(s.arm(c.Arm), 60) + " to " + clip(s.arm(c.Against), 60)
	if s.betweenBuilds(c) {
		e.Of = clip(s.build(c.Build), 60) + " to " + clip(s.build(c.AgainstBuild), 60)
	}
	if c.Low != nil && c.High != nil {
		e.Interval = intervalText(c)
	}
}

// addDots places the arms' ratios on a logarithmic line.
func (e *indexEntry) addDots(s *subject) {
	comparisons := s.armComparisons(s.headline(), s.allBuilds()[0])
	values := []float64{1}
	for _, c := range comparisons {
		if c.Ratio != nil {
			values = append(values, *c.Ratio)
		}
	}
	if len(values) == 1 {
		return
	}
	sc := newScale(values...)
	at := func(v float64) float64 { return percent((v - sc.Low) / (sc.High - sc.Low)) }
	e.One = at(0)
	for _, c := range comparisons {
		if c.Ratio == nil || c.Control {
			continue
		}
		if v, ok := place(*c.Ratio); ok {
			e.Dots = append(e.Dots, dot{At: at(v), Tone: tone(c.Verdict), Title: s.arm(c.Arm) + ": " + s.ratioText(c)})
		}
	}
}
