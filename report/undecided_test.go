package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

// How many rounds and what differences the statistics come to is for their own
// tests.
var (
	estimates = regexp.MustCompile(`(About|about) [\d,]+ rounds`)
	sizes     = regexp.MustCompile(`[\d,.]+% and more`)
)

func TestUndecided(t *testing.T) {
	check := func(change func(*testRecord), resolution string, want ...string) {
		t.Helper()
		r := newTestRecord("old", "a", "b")
		r.asked().Workload = experiments.Workload{"n": "1"}
		r.measure("old", "n=1", "default", "ns/op", steady(100, 12)...)
		r.measure("a", "n=1", "default", "ns/op", steady(50, 12)...)
		change(r)
		x := r.experiment()
		for i, sentence := range x.Undecided {
			x.Undecided[i] = estimates.ReplaceAllString(sentence, "$1 N rounds")
		}
		x.Resolution = sizes.ReplaceAllString(x.Resolution, "P% and more")
		if !slices.Equal(x.Undecided, want) {
			t.Errorf("undecided is\n%s\nand should be\n%s", strings.Join(x.Undecided, "\n"), strings.Join(want, "\n"))
		}
		if x.Resolution != resolution {
			t.Errorf("the resolution is %q, and should be %q", x.Resolution, resolution)
		}
	}
	one := func(arm string) string {
		return arm + " against old comes to 1.02× (0.85–1.20), and the interval holds 1 and reaches beyond the margin. About N rounds would decide it; there are 12."
	}
	wide := twice(85, 110, 95, 120, 90, 112)
	check(func(r *testRecord) {}, "With 12 rounds, this experiment finds any difference, nine times of ten. What lies within 1% it calls the same.")
	check(func(r *testRecord) { r.measure("b", "n=1", "default", "ns/op", wide...) },
		"With 12 rounds, this experiment finds any difference of a, and of b only P% and more, nine times of ten. What lies within 1% it calls the same.",
		"b against old comes to 1.02× (0.85–1.20), and the interval holds 1 and reaches beyond the margin. About N rounds would decide it; there are 12.")
	check(func(r *testRecord) {
		r.asked().Arms[2].Label, r.asked().Arms[2].Bound = "bound", true
		r.measure("b", "n=1", "default", "ns/op", wide...)
	},
		"With 12 rounds, this experiment finds any difference, nine times of ten. What lies within 1% it calls the same.")
	check(func(r *testRecord) {
		r.asked().Arms[2].Label = "the other"
		r.measure("b", "n=1", "default", "ns/op", append(steady(0, 6), steady(1, 6)...)...)
	},
		"With 12 rounds, this experiment finds any difference, nine times of ten. What lies within 1% it calls the same.",
		"The other against old: no ratio: some of the values are zero, and not all of one side.")
	check(func(r *testRecord) {
		for round := range 12 {
			r.observe("b", "n=1", "default", round+1, map[string]float64{"ns/op": 120, "overlap": 0.1})
		}
	},
		"With 12 rounds, this experiment finds any difference, nine times of ten. What lies within 1% it calls the same.",
		"b against old comes to 1.20× (1.20–1.20), and senders ran side by side for 10.0% of the time, and 50% is asked for. More rounds do not change that.")
	check(func(r *testRecord) {
		r.measure("b", "n=1", "default", "ns/op", steady(200, 12)...)
		r.measure("control", "n=1", "default", "ns/op", steady(110, 12)...)
	},
		"With 12 rounds, this experiment finds differences of P% and more, nine times of ten.",
		"a; b: more rounds decide nothing while the control fails. What makes the baseline differ from itself has to be found first.")
	// Values that lie orders of magnitude apart tell nothing.
	check(func(r *testRecord) {
		r.measure("b", "n=1", "default", "ns/op", twice(10, 1000, 10, 1000, 10, 1000)...)
	},
		"With 12 rounds, this experiment finds any difference of a, and of b only P% and more, nine times of ten. What lies within 1% it calls the same.",
		"b against old comes to 1.000× (0.1–10.0), and the interval holds 1 and reaches beyond the margin. No number of rounds within reach would decide it, as long as the ratio stays there.")
	// Of many, the first are told one by one.
	check(func(r *testRecord) {
		r.measure("b", "n=1", "default", "ns/op", steady(50, 12)...)
		for i := range 8 {
			r.measure(fmt.Sprint("c", i), "n=1", "default", "ns/op", wide...)
		}
		for _, workload := range []string{"n=2", "n=3"} {
			r.measure("old", workload, "default", "ns/op", steady(100, 12)...)
			r.measure("a", workload, "default", "ns/op", steady(50, 12)...)
			r.measure("b", workload, "default", "ns/op", wide...)
		}
	},
		"With 12 rounds, this experiment finds any difference of a, and of c0 only P% and more, nine times of ten. What lies within 1% it calls the same.",
		one("c0"), one("c1"), one("c2"), one("c3"), one("c4"), one("c5"),
		"2 more of this workload; about N rounds would decide them.",
		"In other workloads, 2 of 4 comparisons are undecided; about N rounds would decide them.")
}

func TestRoughly(t *testing.T) {
	for n, want := range map[int]int{0: 0, 7: 7, 99: 99, 100: 100, 101: 110, 1234: 1300, 99_001: 100_000} {
		if got := roughly(n); got != want {
			t.Errorf("%d is roughly %d, want %d", n, got, want)
		}
	}
}
