package page

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/flame"
)

// TestWhyNothing: where there is nothing to explain, the page says why not.
func TestWhyNothing(t *testing.T) {
	check := func(c report.Comparison, want string) {
		t.Helper()
		one := 1.0
		c.Arm, c.Against, c.Workload, c.Build, c.Primary, c.Ratio, c.Metric = "new", "old", "w", "default", true, &one, "ns/op"
		x := report.Experiment{
			Baseline: "old", Headline: "w", Margin: 0.01, Workloads: []string{"w"},
			Arms: []report.Arm{{Name: "old"}, {Name: "new"}}, Comparisons: []report.Comparison{c},
		}
		section := newWhy(newSubject(&report.Report{}, &x, ""), nil, func(string) bool { return false })
		if got := section.Main.Lead; got != want {
			t.Errorf("%s: %q, want %q", c.Verdict, got, want)
		}
	}
	d := costDifference(map[cost.Kind]float64{cost.User: 10}, map[cost.Kind]float64{cost.User: 7}, 3)
	check(report.Comparison{Verdict: report.Same, Cost: d}, "new and old are the same within 1%: there is no difference to explain.")
	check(report.Comparison{Verdict: report.Undecided, Cost: d}, "Whether new and old differ is undecided: there is no difference to explain.")
	check(report.Comparison{Verdict: report.Slower}, "The record does not have CPU profiles of both new and old: nothing says why they differ.")
	check(report.Comparison{Verdict: report.Slower, Cost: d}, "What accounts for the 3 ns/op that new takes more than old (-2 to 8, from cpu-ns/send). No rule knows why.")
}

// TestFindingOfBuilds: where builds are compared, it is a build that pays, and
// the place is looked for in its code.
func TestFindingOfBuilds(t *testing.T) {
	x := specialisation()
	x.Code = []results.Assembly{machineCode("any", "m.F", "f.go", 20)}
	x.Code[0].Build = "noinline"
	s := newSubject(&report.Report{}, &x, "")
	c := &report.Comparison{Arm: "any", Against: "any", Build: "noinline", AgainstBuild: "default", Verdict: report.Slower, Metric: "ns/send"}
	f := explain.Finding{Rule: "not-inlined", Side: "noinline", NsPerOp: 20, Place: cost.Place{Function: "m.F", File: "f.go", Line: 40}}
	row := newFindingRow(s, c, &f, newCode(s), func(string) bool { return true })
	if row.Payer != "no inlining" || row.Link != "listing-0" || row.Tone != "slower" {
		t.Errorf("the finding is shown as %+v", row)
	}
}

// TestKinds: the parts of a bar are as wide as the arm, and its cells sum to
// what the arm spends.
func TestKinds(t *testing.T) {
	x := taskreuse()
	chart := newKindChart(newSubject(&report.Report{}, &x, ""))
	var labels []string
	longest := 0.0
	for _, v := range spent["goroutine"] {
		longest += v
	}
	for i, arm := range []string{"goroutine", "afterfunc", "worker-ticks"} {
		bar := chart.Bars[i]
		labels = append(labels, bar.Label)
		want, wide := 0.0, 0.0
		for _, v := range spent[arm] {
			want += v
		}
		for _, p := range bar.Parts {
			wide += p.Width
		}
		if math.Abs(wide-100*want/longest) > 0.5 || len(bar.Cells) != len(chart.Columns) {
			t.Errorf("%s: parts are %v%% wide, want %v; %d cells in %d columns", arm, wide, 100*want/longest, len(bar.Cells), len(chart.Columns))
		}
	}
	if want := []string{"goroutine per value", "AfterFunc per value", "worker, int64 ticks"}; !slices.Equal(labels, want) {
		t.Errorf("bars are %q, want %q", labels, want)
	}
	if first := chart.Legend[0]; first.Text != "scheduling" || len(chart.Legend) != len(kindClasses)+1 {
		t.Errorf("the legend is %+v", chart.Legend)
	}
}

// TestFlames: a tree keeps its shape, and a function's name stands in the data
// once.
func TestFlames(t *testing.T) {
	x := taskreuse()
	section, err := newFlames(newSubject(&report.Report{}, &x, ""))
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		Names []string
		Trees []struct {
			Against int
			Root    []any
		}
	}
	if err := json.Unmarshal([]byte(section.Data), &data); err != nil {
		t.Fatal(err)
	}
	var back func(node []any) *flame.Node
	back = func(node []any) *flame.Node {
		n := &flame.Node{Name: data.Names[int(node[0].(float64))], Value: node[1].(float64)}
		for _, child := range node[2:] {
			n.Children = append(n.Children, back(child.([]any)))
		}
		return n
	}
	for i, f := range x.Flames {
		got, want := back(data.Trees[i].Root), f.Root
		if show(got) != show(want) {
			t.Errorf("tree %d is\n%s\nwant\n%s", i, show(got), show(want))
		}
	}
	if data.Trees[0].Against != -1 || data.Trees[1].Against != 0 {
		t.Errorf("trees are compared with %d and %d", data.Trees[0].Against, data.Trees[1].Against)
	}
	slices.Sort(data.Names)
	if len(slices.Compact(data.Names)) != len(data.Names) || len(data.Names) != 11 {
		t.Errorf("names are %q", data.Names)
	}
}

// show writes a tree in a line, with three digits of each value.
func show(n *flame.Node) string {
	text := fmt.Sprintf("%s %.3g(", n.Name, n.Value)
	for _, c := range n.Children {
		text += show(c)
	}
	return text + ")"
}

// TestFlameWeight: the trees of ten arms, each as large as it gets, stay below
// a megabyte.
func TestFlameWeight(t *testing.T) {
	var x report.Experiment
	for i := range 10 {
		x.Flames = append(x.Flames, report.Flame{Arm: fmt.Sprint(i), Build: "default", Root: largeTree()})
	}
	section, err := newFlames(newSubject(&report.Report{}, &x, ""))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(section.Data); n > 1<<20 {
		t.Errorf("ten trees have %d bytes", n)
	}
}

func TestDrawnValue(t *testing.T) {
	check := func(v float64, want string) {
		t.Helper()
		encoded, err := json.Marshal(drawnValue(v))
		if err != nil || string(encoded) != want {
			t.Errorf("%v is drawn as %s (%v), want %s", v, encoded, err, want)
		}
	}
	check(1234567, "1235000")
	check(123.456, "123.5")
	check(0.0123456, "0.01235")
	check(1e-11, "1e-11")
	check(5e-324, "5e-324")
}

// TestWaterfall: each bar begins where the one before it ended, and the last
// one spans them all.
func TestWaterfall(t *testing.T) {
	x := taskreuse()
	w := newWorth(newSubject(&report.Report{}, &x, ""))
	if len(w.Bars) != 4 || len(w.Ticks) < 3 {
		t.Fatalf("%d bars, %d ticks", len(w.Bars), len(w.Ticks))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 0.3 }
	for i, bar := range w.Bars[:2] {
		if next := w.Bars[i+1]; !near(bar.Left, next.From) {
			t.Errorf("bar %d ends at %v, and the next one begins at %v", i, bar.Left, next.From)
		}
	}
	if up := w.Bars[2]; up.Tone != "same" || !near(up.Left, up.From) {
		t.Errorf("a change that may be none is %+v", up)
	}
	whole := w.Bars[3]
	if whole.From != w.Bars[0].From || !near(whole.Left, w.Bars[2].Left+w.Bars[2].Width) || whole.Tone != "faster" {
		t.Errorf("the whole is %+v", whole)
	}
	for _, bar := range w.Bars {
		if bar.Low < 0 || bar.Low+bar.Span > 100 || bar.Span <= 0 {
			t.Errorf("the interval of %s goes from %v over %v", bar.Label, bar.Low, bar.Span)
		}
	}
}

// TestCodePairs: two functions side by side have all instructions of both, in
// rows or in gaps, and refer to lines of the source that are shown.
func TestCodePairs(t *testing.T) {
	x := taskreuse()
	pairs := newCodePairs(newSubject(&report.Report{}, &x, ""))
	if len(pairs) != 1 || pairs[0].Same {
		t.Fatalf("%d pairs", len(pairs))
	}
	p := pairs[0]
	if p.Sides[0].Label != "goroutine per value" || p.Sides[1].Label != "worker, int64 ticks" {
		t.Errorf("left is %s, right %s", p.Sides[0].Label, p.Sides[1].Label)
	}
	counts := [2]int{}
	for _, row := range p.Rows {
		if row.Gap != "" {
			for side, text := range strings.Split(strings.TrimPrefix(row.Gap, "⋯ "), " ‖ ") {
				var n int
				if _, err := fmt.Sscanf(text, "%d", &n); err != nil {
					t.Errorf("gap %q: %v", row.Gap, err)
				}
				counts[side] += n
			}
			continue
		}
		for side, cell := range row.Cells {
			if cell.Text == "" {
				continue
			}
			counts[side]++
			if !slices.ContainsFunc(p.Sides[side].Source, func(s sourceRow) bool { return s.ID == cell.Link }) {
				t.Errorf("%s refers to %q, which is not shown", cell.Text, cell.Link)
			}
		}
	}
	if counts != [2]int{160, 44} {
		t.Errorf("the pair has %v instructions, want 160 and 44", counts)
	}
	if i := slices.IndexFunc(p.Mix, func(m mixRow) bool { return m.Kind == "locked" }); i < 0 || p.Mix[i].Cells[0].Count != "1" || p.Mix[i].Cells[1].Share == "" {
		t.Errorf("the mix is %+v", p.Mix)
	}

	same := machineCode("worker-ticks", x.Code[0].Listings[0].Function, "pervalue.go", 160)
	x.Code[1] = same
	pairs = newCodePairs(newSubject(&report.Report{}, &x, ""))
	if len(pairs) != 1 || !pairs[0].Same {
		t.Error("the same code is not called the same")
	}
	x.Code = x.Code[:1]
	if pairs := newCodePairs(newSubject(&report.Report{}, &x, "")); pairs != nil {
		t.Errorf("one arm has %d pairs", len(pairs))
	}
}
