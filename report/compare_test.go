package report

import (
	"math"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		unit, better string
		lower, high  Verdict
	}{
		{"ns/op", "lower", Faster, Slower},
		{"cpu-ns/send", "lower", Faster, Slower},
		{"sec/op", "lower", Faster, Slower},
		{"p99-ns", "lower", Faster, Slower},
		{"allocs/op", "lower", Better, Worse},
		{"instructions/op", "lower", Better, Worse},
		{"ops/sec", "higher", Worse, Better},
		{"MB/s", "higher", Worse, Better},
		{"ns/op", "none", Lower, Higher},
		{"goroutines", "none", Lower, Higher},
	} {
		r := newTestRecord("old", "less", "more", "equal", "noisy")
		r.asked().Metrics = []experiments.Metric{{Unit: test.unit, Better: test.better, Primary: true}}
		r.measure("old", "n=1", "default", test.unit, 100, 101, 102, 103, 104, 105)
		r.measure("control", "n=1", "default", test.unit, 101, 100, 103, 102, 105, 104)
		r.measure("less", "n=1", "default", test.unit, 50, 51, 52, 53, 54, 55)
		r.measure("more", "n=1", "default", test.unit, 200, 201, 202, 203, 204, 205)
		r.measure("equal", "n=1", "default", test.unit, 100.1, 101, 102, 103, 104, 105.1)
		r.measure("noisy", "n=1", "default", test.unit, 90, 110, 90, 110, 90, 110)
		x := r.experiment()
		for arm, want := range map[string]Verdict{"less": test.lower, "more": test.high, "equal": Same, "noisy": Undecided} {
			if c := x.find(t, arm, test.unit); c.Verdict != want || (c.Why != "") != (want == Undecided) {
				t.Errorf("%s, better %s: %s is %q (%s), want %q", test.unit, test.better, arm, c.Verdict, c.Why, want)
			}
		}
	}
}

// TestPairing: rounds are compared with the same round of the baseline, in
// whatever order they ran, and a round with one side alone with none.
func TestPairing(t *testing.T) {
	r := newTestRecord("old", "new")
	for _, round := range []int{3, 1, 2, 4} {
		r.observe("old", "n=1", "default", round, map[string]float64{"ns/op": float64(100 * round)})
	}
	for _, round := range []int{2, 5, 3, 1} {
		r.observe("new", "n=1", "default", round, map[string]float64{"ns/op": float64(50 * round)})
	}
	x := r.experiment()
	c := x.find(t, "new", "ns/op")
	if c.N != 3 || *c.Ratio != 0.5 || *c.Low != 0.5 || *c.High != 0.5 || c.Confidence != 0.75 {
		t.Errorf("got %+v with ratio %v", c, *c.Ratio)
	}
	hasNote(t, &x, "2 measurements have no partner in the same round, and no part in a ratio.")
}

// TestMeasuredAgain: the last of several measurements in a round counts, and
// all of them are shown.
func TestMeasuredAgain(t *testing.T) {
	r := newTestRecord("old", "new")
	r.measure("old", "n=1", "default", "ns/op", 100, 100)
	r.measure("new", "n=1", "default", "ns/op", 900, 50)
	r.observe("new", "n=1", "default", 1, map[string]float64{"ns/op": 50})
	x := r.experiment()
	if c := x.find(t, "new", "ns/op"); *c.Ratio != 0.5 || c.N != 2 {
		t.Errorf("ratio is %v from %d rounds", *c.Ratio, c.N)
	}
	if len(x.Rounds) != 5 {
		t.Errorf("%d rounds are shown of 5", len(x.Rounds))
	}
}

func TestNoRatio(t *testing.T) {
	check := func(old, new []float64, want Verdict, why string) {
		t.Helper()
		r := newTestRecord("old", "new")
		r.measure("old", "n=1", "default", "ns/op", old...)
		r.measure("new", "n=1", "default", "ns/op", new...)
		x := r.experiment()
		c := x.find(t, "new", "ns/op")
		if c.Ratio != nil || c.Low != nil || c.High != nil || c.Confidence != 0 || c.Verdict != want || c.Why != why {
			t.Errorf("%v to %v: %+v", new, old, c)
		}
	}
	nan, inf := math.NaN(), math.Inf(1)
	check([]float64{1, 2}, []float64{1, nan}, Undecided, "no ratio: a value is not a finite number")
	check([]float64{inf, 2}, []float64{1, 2}, Undecided, "no ratio: a value is not a finite number")
	check([]float64{1, 2}, []float64{1, -2}, Undecided, "no ratio: a value is negative")
	check([]float64{6, 6, 6, 6, 6, 6}, []float64{0, 0, 0, 0, 0, 0}, Faster, "no ratio: it is zero in every round, and the other in none")
	check([]float64{0, 0, 0, 0, 0, 0}, []float64{6, 6, 6, 6, 6, 6}, Slower, "no ratio: the other is zero in every round, and it in none")
	check([]float64{0, 0, 0, 0, 0, 0}, []float64{0, 0, 0, 0, 0, 0}, Same, "no ratio: both are zero in every round")
	check([]float64{1, 0, 1, 1, 1, 1}, []float64{1, 1, 1, 1, 1, 1}, Undecided, "no ratio: some of the values are zero, and not all of one side")
}

// TestControl: the control makes the floor of every arm of its workload,
// metric and build; builds without one use that of the first. It is itself
// judged without.
func TestControl(t *testing.T) {
	r := newTestRecord("old", "new")
	r.asked().Builds = []experiments.Build{{Name: "default"}, {Name: "pgo"}}
	for _, build := range []string{"default", "pgo"} {
		r.measure("old", "n=1", build, "ns/op", 100, 100, 100, 100, 100, 100)
		r.measure("new", "n=1", build, "ns/op", 104, 104, 104, 104, 104, 104)
	}
	r.measure("control", "n=1", "default", "ns/op", 103, 105, 104, 103, 105, 104)
	x := r.experiment()
	for _, c := range x.Comparisons {
		if c.Floor == nil || math.Abs(*c.Floor-0.05) > 1e-9 {
			t.Errorf("the floor of %+v is not 0.05", c)
		}
		want := Undecided
		switch {
		case c.Control:
			want = Slower
		case c.Arm == c.Against:
			want = Same
		}
		if c.Verdict != want {
			t.Errorf("%s against %s is %q, want %q", c.Arm, c.Against, c.Verdict, want)
		}
	}
	hasNote(t, &x, "The baseline differs from its own second run, build default: 1.04× (1.03–1.05) in ns/op. Differences of this size are noise.")
}

// TestComparisonsOrder: what the headline is about comes first.
func TestComparisonsOrder(t *testing.T) {
	x := ladder(t).experiment()
	first := x.Comparisons[0]
	if first.Workload != x.Headline || !first.Primary || first.Build != "default" || first.Control {
		t.Errorf("the first comparison is %+v", first)
	}
	seen := map[Comparison]bool{}
	for _, c := range x.Comparisons {
		if c.Arm == c.Against && c.Build == c.AgainstBuild {
			t.Errorf("%s is compared with itself", c.Arm)
		}
		key := Comparison{Arm: c.Arm, Against: c.Against, Workload: c.Workload, Build: c.Build, AgainstBuild: c.AgainstBuild, Metric: c.Metric}
		if seen[key] {
			t.Errorf("%+v is there twice", key)
		}
		seen[key] = true
	}
}

// TestMetrics: what the experiment does not name is shown and not compared,
// unless there is nothing else.
func TestMetrics(t *testing.T) {
	r := newTestRecord("old", "new")
	for _, arm := range []string{"old", "new"} {
		r.measure(arm, "n=1", "default", "ns/op", 1, 2, 3)
		r.measure(arm, "n=2", "default", "hits", 1, 2, 3)
	}
	for i := range r.in().Observations[:3] {
		r.in().Observations[i].Values["extra"] = 7
	}
	x := r.experiment()
	if len(x.Metrics) != 3 || x.Metrics[0].Unit != "ns/op" || x.Metrics[1].Unit != "extra" || x.Metrics[1].Better != "none" || x.Metrics[2].Unit != "hits" {
		t.Errorf("metrics are %+v", x.Metrics)
	}
	var compared []string
	for _, c := range x.Comparisons {
		compared = append(compared, c.Metric)
	}
	if len(compared) != 2 || compared[0] != "ns/op" || compared[1] != "hits" {
		t.Errorf("compared are %q", compared)
	}
	if c := x.find(t, "new", "hits"); !c.Primary {
		t.Error("the only metric of a workload does not decide")
	}
}

func TestOverlap(t *testing.T) {
	r := newTestRecord("old", "new", "apart")
	r.asked().MinOverlap = 0.8
	for round := 1; round <= 6; round++ {
		for arm, overlap := range map[string]float64{"old": 0.9, "new": 0.9, "apart": 0.7} {
			r.observe(arm, "n=8", "default", round, map[string]float64{"ns/op": map[string]float64{"old": 100}[arm] + 10, "overlap": overlap})
		}
	}
	x := r.experiment()
	if c := x.find(t, "new", "ns/op"); c.Verdict != Faster {
		t.Errorf("new is %q (%s)", c.Verdict, c.Why)
	}
	why := "senders ran side by side for 70.0% of the time, and 80% is asked for"
	if c := x.find(t, "apart", "ns/op"); c.Verdict != Undecided || c.Why != why || c.Ratio == nil {
		t.Errorf("apart is %q (%s)", c.Verdict, c.Why)
	}
	for _, cell := range x.Cells {
		if (cell.Arm == "apart") != (cell.Doubt == why) {
			t.Errorf("the doubt about %s is %q", cell.Arm, cell.Doubt)
		}
	}
	hasNote(t, &x, "Of 3 cells, 1 did not contend as they should, and their ratios are left undecided. The first is apart: "+why+".")
}
