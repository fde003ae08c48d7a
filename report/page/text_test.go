package page

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
)

func TestFileNames(t *testing.T) {
	check := func(want []string, names ...string) {
		t.Helper()
		var list []report.Experiment
		for _, name := range names {
			list = append(list, report.Experiment{Name: name})
		}
		if got := fileNames(list); !slices.Equal(got, want) {
			t.Errorf("%q get the pages %q, want %q", names, got, want)
		}
	}
	check([]string{"taskreuse.html", "lockswap.html"}, "taskreuse", "lockswap")
	check([]string{"a.html", "A-2.html", "a-3.html"}, "a", "A", "a")
	check([]string{"index-2.html", "assets-2.html"}, "index", "assets")
	check([]string{"etc-passwd.html", "experiment.html"}, "../../etc/passwd", "..")
	check([]string{strings.Repeat("x", 80) + ".html"}, strings.Repeat("x", 300))
}

func TestRecordAddress(t *testing.T) {
	check := func(dir, record, want string) {
		t.Helper()
		if got := recordAddress(filepath.FromSlash(dir), filepath.FromSlash(record)); got != want {
			t.Errorf("from %s, the record %s is at %q, want %q", dir, record, got, want)
		}
	}
	check("results/latest/report", "results/latest", "..")
	check("out", "results/latest", "../results/latest")
	check("results/latest/report", "results/a b?#", "../../a%20b%3F%23")
	check("x", "x", ".")
	if runtime.GOOS == "windows" {
		check(`C:\report`, `D:\record`, "file:///D:/record")
	}
}

func TestFileAddress(t *testing.T) {
	check := func(path, want string) {
		t.Helper()
		if got := fileAddress("..", path); got != want {
			t.Errorf("%s is at %q, want %q", path, got, want)
		}
	}
	check("a/profiles/b/cpu.pprof", "../a/profiles/b/cpu.pprof")
	check(`a/"><b>/c d.json`, "../a/%22%3E%3Cb%3E/c%20d.json")
	check("javascript:alert(1)", "../javascript:alert%281%29")
	check("../secret", "")
	check("/etc/passwd", "")
	check("", "")
}

func TestTicks(t *testing.T) {
	check := func(low, high float64, want ...float64) {
		t.Helper()
		var got []string
		for _, v := range tickValues(low, high) {
			got = append(got, tickText(v))
		}
		var text []string
		for _, v := range want {
			text = append(text, tickText(v))
		}
		if !slices.Equal(got, text) {
			t.Errorf("from %v to %v: ticks %v, want %v", low, high, got, text)
		}
	}
	check(0.02, 1.1, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
	check(0.9, 1.2, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2)
	check(0.26, 1.05, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
	check(1, 1e6, 1, 10, 100, 1e3, 1e4, 1e5, 1e6)
	check(1e-9, 1e9, 1e-8, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6, 1e8)
}

// Whatever the values, a scale has room for them and a few ticks.
func FuzzScale(f *testing.F) {
	f.Add(0.027, 1.0)
	f.Add(1.0, 1.0)
	f.Add(1e-300, 1e300)
	f.Add(math.NaN(), -3.0)
	f.Add(math.Inf(1), 0.0)
	f.Fuzz(func(t *testing.T, a, b float64) {
		s := newScale(a, b)
		if !(s.Low < s.High) {
			t.Fatalf("scale of %v and %v goes from %v to %v", a, b, s.Low, s.High)
		}
		for _, v := range []float64{a, b} {
			if at, ok := place(v); ok && (at < s.Low || at > s.High) {
				t.Errorf("scale of %v and %v has no room for %v", a, b, v)
			}
		}
		if len(s.Ticks) > 20 {
			t.Errorf("scale of %v and %v has %d ticks", a, b, len(s.Ticks))
		}
	})
}

func TestShorten(t *testing.T) {
	check := func(symbol, want string) {
		t.Helper()
		if got := shorten(symbol); got.Short != want || got.Full != symbol {
			t.Errorf("%s is shortened to %q, want %q", symbol, got.Short, want)
		}
	}
	check("runtime.nanotime", "runtime.nanotime")
	check("github.com/a/b/c.(*T[go.shape.*uint8]).Send", "c.(*T[go.shape.*uint8]).Send")
	check("github.com/a/b/c.(*T[go.shape.struct { github.com/a/b/c.Key string; github.com/a/b/c.Value float64; github.com/a/b/c.Next *uint8 }]).Send", "c.(*T[…]).Send")
	check("c."+strings.Repeat("x", 200), "c."+strings.Repeat("x", 46)+"…"+strings.Repeat("x", 48))
	check("</script>", "</script>")
}

func TestAnswerParts(t *testing.T) {
	got := answerParts("It takes 52.3 ns: 36.9× faster than a, 1,204× slower than b, and 1.5× of c.")
	want := []answerPart{
		{"It takes 52.3 ns: ", ""}, {"36.9× faster", "faster"}, {" than a, ", ""},
		{"1,204× slower", "slower"}, {" than b, and ", ""}, {"1.5×", "ratio"}, {" of c.", ""},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := answerParts(""); got != nil {
		t.Errorf("an empty answer has the parts %q", got)
	}
}

func TestWorkloadLabels(t *testing.T) {
	check := func(keys string, workloads ...string) {
		t.Helper()
		var in, want []string
		for _, w := range workloads {
			name, label, _ := strings.Cut(w, " → ")
			in, want = append(in, name), append(want, label)
		}
		labels, varying := workloadLabels(in)
		for i, name := range in {
			if got := label(labels, name); got != want[i] {
				t.Errorf("%s is called %q, want %q", name, got, want[i])
			}
		}
		if got := strings.Join(varying, " "); got != keys {
			t.Errorf("workloads differ in %q, want %q", got, keys)
		}
	}
	check("", "name=Send values=10 → name=Send values=10")
	check("values", "name=Send values=10 → values=10", "name=Send values=20 → values=20")
	check("name op", "name=A op=x → A op=x", "name=B op=x → B op=x", "name=B op=y → B op=y")
	check("senders", "name=A senders=2 → senders=2", "name=A → name=A")
	check("", "no keys → no keys", "name=A → name=A")
}

func TestInWords(t *testing.T) {
	s := newSubject(&report.Report{}, &report.Experiment{Cells: []report.Cell{
		{Arm: "zero", Figures: []report.Figure{{Metric: "allocs/op", Median: 0}}},
		{Arm: "six", Figures: []report.Figure{{Metric: "allocs/op", Median: 6}}},
	}}, "")
	check := func(c report.Comparison, ratio, mark, words string) {
		t.Helper()
		if got := s.ratioText(&c); got != ratio {
			t.Errorf("%s: ratio %q, want %q", c.Verdict, got, ratio)
		}
		if got := s.mark(&c); got != mark {
			t.Errorf("%s: mark %q, want %q", c.Verdict, got, mark)
		}
		if got := inWords(&c); got != words {
			t.Errorf("%s: %q, want %q", c.Verdict, got, words)
		}
	}
	r := func(v float64) *float64 { return &v }
	check(report.Comparison{Ratio: r(0.0271), Verdict: report.Faster}, "0.027×", "▼", "36.9× faster")
	check(report.Comparison{Ratio: r(1.4), Verdict: report.Slower}, "1.40×", "▲", "1.40× slower")
	check(report.Comparison{Ratio: r(0.5), Verdict: report.Better}, "0.500×", "▼", "2.0× lower")
	check(report.Comparison{Ratio: r(3), Verdict: report.Better}, "3.00×", "▲", "3.0× higher")
	check(report.Comparison{Ratio: r(1.001), Verdict: report.Same}, "1.001×", "=", "the same")
	check(report.Comparison{Ratio: r(1.3), Verdict: report.Undecided}, "1.30×", "?", "undecided")
	check(report.Comparison{Ratio: r(0), Verdict: report.Better}, "0×", "▼", "down to nothing")
	check(report.Comparison{Arm: "zero", Metric: "allocs/op", Verdict: report.Better}, "0×", "▼", "better")
	check(report.Comparison{Arm: "six", Metric: "allocs/op", Verdict: report.Worse}, "from 0", "▲", "worse")
	check(report.Comparison{Verdict: report.Same}, "0 = 0", "=", "the same")
	check(report.Comparison{Verdict: report.Undecided}, "–", "?", "undecided")
}

// An excerpt keeps what weighs, calls and locked instructions, and says what
// it leaves out.
func TestExcerpt(t *testing.T) {
	l := machineCode("a", "f", "f.go", 160).Listings[0]
	rows, whole := codeRows(&l, 1204)
	if whole {
		t.Fatal("a listing of 160 instructions is shown whole")
	}
	var text []string
	shown, hidden := 0, 0
	for _, row := range rows {
		text = append(text, row.Text)
		var n int
		switch {
		case row.Class == "gap":
			if _, err := fmt.Sscanf(row.Text, "⋯ %d", &n); err != nil {
				t.Errorf("gap %q: %v", row.Text, err)
			}
			hidden += n
		case !row.Source:
			shown++
		}
	}
	if shown+hidden != 160 {
		t.Errorf("%d instructions are shown and %d hidden, of 160", shown, hidden)
	}
	for _, want := range []string{"CALL runtime.nanotime(SB)", "LOCK CMPXCHGL CX, (DX)", "CALL CX", "CALL runtime.gcWriteBarrier2(SB)"} {
		if !slices.Contains(text, want) {
			t.Errorf("the excerpt lacks %s", want)
		}
	}

	short := results.Listing{Instructions: l.Instructions[:20]}
	if rows, whole := codeRows(&short, 1204); !whole || len(rows) < 20 {
		t.Errorf("a short listing has %d rows, whole %v", len(rows), whole)
	}
	var calls results.Listing
	for range 3000 {
		calls.Instructions = append(calls.Instructions, results.Instruction{Text: "CALL x", Call: "direct", Samples: 1})
	}
	if rows, _ := codeRows(&calls, 3000); len(rows) > 2*excerptRows {
		t.Errorf("an excerpt has %d rows", len(rows))
	}
}

// Text has a contrast of 4.5 to what it stands on, marks one of 3, in both
// themes and in print: WCAG 2.2, level AA.
func TestContrast(t *testing.T) {
	css, err := os.ReadFile("assets/assay.css")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile(`\{[^{}]*--paper:[^{}]*\}`)
	variable := regexp.MustCompile(`--([a-z0-9]+):(#[0-9a-f]{3,6})\b`)
	blocks := block.FindAllString(string(css), -1)
	if len(blocks) != 4 {
		t.Fatalf("the style sheet has %d sets of colours, want 4: light, dark twice, print", len(blocks))
	}
	for i, b := range blocks {
		colours := map[string]float64{}
		for _, m := range variable.FindAllStringSubmatch(b, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		check := func(front, back string, least float64) {
			t.Helper()
			f, okF := colours[front]
			g, okG := colours[back]
			if !okF || !okG {
				t.Errorf("set %d lacks %s or %s", i, front, back)
				return
			}
			if ratio := (max(f, g) + 0.05) / (min(f, g) + 0.05); ratio < least {
				t.Errorf("set %d: %s on %s has a contrast of %.2f, want %v", i, front, back, ratio, least)
			}
		}
		for _, front := range []string{"ink", "soft", "faster", "slower", "same", "doubt", "other", "link"} {
			check(front, "paper", 4.5)
			check(front, "card", 4.5)
		}
		check("soft", "mark", 4.5)
		check("ink", "mark", 4.5)
		for _, front := range []string{"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"} {
			check(front, "paper", 3)
		}
		// Figures stand in the bars of kinds of work, in the colour of paper.
		for _, class := range kindClasses {
			check("paper", class, 4.5)
		}
	}
}

// luminance is the relative luminance of a colour, as WCAG has it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	hex = strings.TrimPrefix(hex, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	linear := func(shift uint) float64 {
		c := float64(v>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

func TestMainComparison(t *testing.T) {
	check := func(want string, comparisons ...report.Comparison) {
		t.Helper()
		x := report.Experiment{Baseline: "base", Headline: "w", Arms: []report.Arm{{Name: "base"}, {Name: "a"}, {Name: "b"}, {Name: "limit", Bound: true}}}
		for _, c := range comparisons {
			c.Primary, c.Workload, c.Build = true, "w", "default"
			x.Comparisons = append(x.Comparisons, c)
		}
		got := ""
		if c := newSubject(&report.Report{}, &x, "").mainComparison(); c != nil {
			got = c.Arm + " " + c.AgainstBuild
		}
		if got != want {
			t.Errorf("the main comparison is that of %q, want %q", got, want)
		}
	}
	r := func(v float64) *float64 { return &v }
	control := report.Comparison{Arm: "control", Control: true, Ratio: r(1), Verdict: report.Same}
	check("")
	check("", control, report.Comparison{Arm: "limit", Ratio: r(0.1), Verdict: report.Faster})
	check("a ", control, report.Comparison{Arm: "a", Ratio: r(0.9), Verdict: report.Undecided}, report.Comparison{Arm: "b", Ratio: r(0.5), Verdict: report.Undecided})
	check("b ", report.Comparison{Arm: "a", Ratio: r(30), Verdict: report.Slower}, report.Comparison{Arm: "b", Ratio: r(0.9), Verdict: report.Faster})
	check("b ", report.Comparison{Arm: "a", Ratio: r(2), Verdict: report.Slower}, report.Comparison{Arm: "b", Ratio: r(3), Verdict: report.Slower}, report.Comparison{Arm: "limit", Ratio: r(0.1), Verdict: report.Faster})
	check("base pgo", report.Comparison{Arm: "base", Against: "base", AgainstBuild: "pgo", Ratio: r(0.9), Verdict: report.Faster})
}
