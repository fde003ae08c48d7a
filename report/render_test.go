package report

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// renderAll renders a report in every form, and fails if one cannot be made.
func renderAll(t *testing.T, r *Report) (jsonText, markdownText, plainText string) {
	t.Helper()
	var j, m, p bytes.Buffer
	for _, err := range []error{WriteJSON(&j, r), WriteMarkdown(&m, r), WriteText(&p, r, 80)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !json.Valid(j.Bytes()) {
		t.Fatal("the JSON is not valid")
	}
	return j.String(), m.String(), p.String()
}

// TestMissingParts takes one part after another out of a record, in many
// orders. Whatever is left has a report.
func TestMissingParts(t *testing.T) {
	parts := []func(*testRecord){
		func(r *testRecord) { r.Run = results.Run{} },
		func(r *testRecord) { r.in().Observations = nil },
		func(r *testRecord) { r.in().Processes = nil },
		func(r *testRecord) { r.in().Profiles = nil },
		func(r *testRecord) { r.in().Compilers = nil },
		func(r *testRecord) { r.in().Assemblies = nil },
		func(r *testRecord) { r.in().Package = "" },
		func(r *testRecord) { r.asked().Metrics = nil },
		func(r *testRecord) { r.asked().Arms = nil },
		func(r *testRecord) { r.asked().Builds = nil },
		func(r *testRecord) { r.asked().Baseline = "gone" },
		func(r *testRecord) { r.asked().Workload = experiments.Workload{"n": "none"} },
		func(r *testRecord) { *r.asked() = experiments.Experiment{} },
		func(r *testRecord) { r.Dir = "nowhere" },
		func(r *testRecord) {
			for i := range r.in().Observations {
				r.in().Observations[i].Values = nil
			}
		},
		func(r *testRecord) { r.Experiments = append(r.Experiments, results.Experiment{}) },
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 5 {
		r := ladder(t)
		for _, i := range random.Perm(len(parts)) {
			parts[i](r)
			renderAll(t, New(&r.Record))
		}
	}
	renderAll(t, New(&results.Record{}))
}

// TestNoNonNumbers: JSON has no form for NaN and infinities, and gets none.
func TestNoNonNumbers(t *testing.T) {
	r := ladder(t)
	bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1)}
	for i := range r.in().Observations {
		for unit := range r.in().Observations[i].Values {
			r.in().Observations[i].Values[unit] = bad[i%3]
		}
		r.in().Processes[i].Foreign = bad[i%3]
	}
	for i := range r.asked().Published[0].Figures {
		r.asked().Published[0].Figures[i].Value = bad[i]
	}
	renderAll(t, New(&r.Record))
}

// TestHostileNames: names are data in every form.
func TestHostileNames(t *testing.T) {
	name := "1._x|y`z`<b>@who_#7_[a](http://evil.example)\x1b[2J\u202eabc\r\n\n# head"
	r := newTestRecord(name, "other")
	r.asked().Title, r.asked().Question = name, name
	r.asked().Claims = []experiments.Claim{{Text: name, Arm: name}}
	r.Run.Command = []string{"assay", "```", name}
	r.Problems = []results.Problem{{File: name, Text: name}}
	for round := range 3 {
		for _, arm := range []string{name, "other"} {
			r.in().Observations = append(r.in().Observations, results.Observation{
				Round: round + 1, Cell: experiments.Cell{Arm: arm, Build: "default", Workload: experiments.Workload{"n": name}},
				Values: map[string]float64{"ns/op": 1, name: 2},
			})
		}
	}
	r.fail("other", "n=1", "default", results.PassTiming, name)
	_, markdownText, text := renderAll(t, New(&r.Record))

	for line := range strings.Lines(text) {
		for _, c := range strings.TrimSuffix(line, "\n") {
			if !unicode.IsPrint(c) {
				t.Errorf("the text has %q in %q", c, line)
			}
		}
	}
	code := false
	for line := range strings.Lines(markdownText) {
		if strings.HasPrefix(line, "````") {
			code = !code
		}
		if code || strings.HasPrefix(line, "````") {
			continue
		}
		line = strings.ReplaceAll(line, `\]`, "")
		for _, markup := range []string{"<b>", "@who", "#7", "[a](", "://", "\x1b", "\u202e", " `z`"} {
			if strings.Contains(line, markup) {
				t.Errorf("the Markdown has %q in %q", markup, line)
			}
		}
		if strings.HasPrefix(line, "1. ") || strings.HasPrefix(line, "# ") {
			t.Errorf("a name begins a block: %q", line)
		}
	}
	if code {
		t.Error("the code does not end")
	}
}

// TestTextWidth: nothing but commands and names without a blank is wider than
// the terminal, nor than a line that can be read.
func TestTextWidth(t *testing.T) {
	r := New(&ladder(t).Record)
	commands := map[string]bool{}
	for _, c := range r.Experiments[0].Commands {
		commands[c.Line] = true
	}
	for width, most := range map[int]int{0: 80, 60: 60, 80: 80, 100: 100, 250: 100} {
		var out bytes.Buffer
		if err := WriteText(&out, r, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if n := utf8.RuneCountInString(line); n > most && !commands[line] {
				t.Errorf("at a width of %d, a line has %d columns: %s", width, n, line)
			}
		}
	}
}

// A failingWriter cannot be written to.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestWriteErrors(t *testing.T) {
	r := New(&results.Record{})
	want := bytes.ErrTooLarge
	w := failingWriter{want}
	for form, err := range map[string]error{"JSON": WriteJSON(w, r), "Markdown": WriteMarkdown(w, r), "text": WriteText(w, r, 80)} {
		if err != want {
			t.Errorf("%s: the error of the writer became %v", form, err)
		}
	}
}
