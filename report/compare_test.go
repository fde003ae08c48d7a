package report

import (
	"math"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/stats"
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
		r.measure("old", "n=1", "default", test.unit, twice(100, 101, 102, 103, 104, 105)...)
		r.measure("control", "n=1", "default", test.unit, twice(101, 100, 103, 102, 105, 104)...)
		r.measure("less", "n=1", "default", test.unit, twice(50, 51, 52, 53, 54, 55)...)
		r.measure("more", "n=1", "default", test.unit, twice(200, 201, 202, 203, 204, 205)...)
		r.measure("equal", "n=1", "default", test.unit, twice(100.1, 101, 102, 103, 104, 105.1)...)
		r.measure("noisy", "n=1", "default", test.unit, twice(90, 110, 90, 110, 90, 110)...)
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

// TestAttempts: of the attempts in a round the last one counts that was not
// disturbed so that another followed, and all of them are shown.
func TestAttempts(t *testing.T) {
	r := newTestRecord("old", "new")
	r.measure("old", "n=1", "default", "ns/op", 100, 100, 100)
	attempt := func(round, attempt int, again bool, ns float64) {
		r.observe("new", "n=1", "default", round, map[string]float64{"ns/op": ns})
		o := &r.in().Observations[len(r.in().Observations)-1]
		p := &r.in().Processes[len(r.in().Processes)-1]
		o.Attempt, o.Again, o.Layout, p.Attempt, p.Again = attempt, again, 7, attempt, again
		if again {
			p.Disturbed, p.Foreign = "other work took 40% of the machine", 0.4
		}
	}
	attempt(1, 1, true, 900)
	attempt(1, 2, true, 800)
	attempt(1, 3, false, 50)
	attempt(2, 1, false, 50)
	// The run ended before this one was run again.
	attempt(3, 1, true, 700)
	attempt(3, 2, true, 60)

	x := r.experiment()
	if c := x.find(t, "new", "ns/op"); *c.Ratio != 0.5 || *c.High != 0.6 || c.N != 3 {
		t.Errorf("the ratio is %v up to %v from %d rounds", *c.Ratio, *c.High, c.N)
	}
	var counts []bool
	for _, round := range x.Rounds[3:] {
		counts = append(counts, round.Counts)
		if round.Layout != 7 || (round.Disturbed == "") != (round.Values["ns/op"] == 50) {
			t.Errorf("round %+v", round)
		}
	}
	if want := []bool{false, false, true, true, false, true}; !slices.Equal(counts, want) {
		t.Errorf("of the attempts %v count, want %v", counts, want)
	}
	if first := x.Rounds[0]; first.Attempt != 1 || !first.Counts || first.Disturbed != "" {
		t.Errorf("a process without attempts is %+v", first)
	}
	hasNote(t, &x, "3 timed processes were disturbed and run again. Only the last attempt counts; all are shown.")
	hasNote(t, &x, "1 of the 6 timed processes that count was disturbed.")
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
// the same or undecided, since it is the same code.
func TestControl(t *testing.T) {
	r := newTestRecord("old", "new")
	r.asked().Builds = []experiments.Build{{Name: "default"}, {Name: "pgo"}}
	for _, build := range []string{"default", "pgo"} {
		r.measure("old", "n=1", build, "ns/op", twice(100, 100, 100, 100, 100, 100)...)
		r.measure("new", "n=1", build, "ns/op", twice(104, 104, 104, 104, 104, 104)...)
	}
	// At 99% its interval reaches to 1.005, within the margin.
	r.measure("control", "n=1", "default", "ns/op", 100.5, 100.5, 104, 104, 104, 104, 104, 104, 104, 104, 105, 105)
	x := r.experiment()
	for _, c := range x.Comparisons {
		if c.Floor == nil || math.Abs(*c.Floor-0.04) > 1e-9 {
			t.Errorf("the floor of %+v is not 0.04", c)
		}
		want, why := Undecided, "the baseline differs from itself by as much"
		switch {
		case c.Control:
			why = "it is the same code: what it differs by is noise"
		case c.Arm == c.Against:
			want, why = Same, ""
		}
		if c.Verdict != want || c.Why != why {
			t.Errorf("%s against %s is %q (%s), want %q (%s)", c.Arm, c.Against, c.Verdict, c.Why, want, why)
		}
	}
	if len(x.Warnings) > 0 {
		t.Errorf("there are warnings: %+v", x.Warnings)
	}
}

// TestTogether: the intervals of arms hold together in each workload, build
// and metric, those of builds in each workload and metric. Bounds count among
// the arms; the control stands for itself.
func TestTogether(t *testing.T) {
	r := newTestRecord("old", "a", "b", "limit")
	r.asked().Arms[3].Bound = true
	r.asked().Builds = []experiments.Build{{Name: "default"}, {Name: "pgo"}, {Name: "noinline"}}
	for _, build := range []string{"default", "pgo", "noinline"} {
		for _, arm := range []string{"old", "control", "a", "b", "limit"} {
			if build != "noinline" || arm == "old" || arm == "a" {
				r.measure(arm, "n=1", build, "ns/op", spread(100, 0.1, 20)...)
			}
		}
	}
	x := r.experiment()
	for _, c := range x.Comparisons {
		want := 3
		switch {
		case c.Control:
			want = 1
		case c.Arm == c.Against: // 4 arms in one build and 2 in another
			want = 6
		case c.Build == "noinline":
			want = 1
		}
		if c.Together != want || c.Confidence < stats.Simultaneous(want) {
			t.Errorf("%s in %s against %s in %s: %d intervals hold together, each with %v; want %d", c.Arm, c.Build, c.Against, c.AgainstBuild, c.Together, c.Confidence, want)
		}
	}
}

// TestFewRoundsTogether: what one interval settles in six rounds, several that
// must hold together do not.
func TestFewRoundsTogether(t *testing.T) {
	r := newTestRecord("old", "a", "b")
	r.measure("old", "n=1", "default", "ns/op", 100, 100, 100, 100, 100, 100)
	r.measure("a", "n=1", "default", "ns/op", 50, 50, 50, 50, 50, 50)
	x := r.experiment()
	if c := x.find(t, "a", "ns/op"); c.Verdict != Faster || c.Needed != 0 {
		t.Errorf("alone, a is %q (%s)", c.Verdict, c.Why)
	}
	r.measure("b", "n=1", "default", "ns/op", 50, 50, 50, 50, 50, 50)
	x = r.experiment()
	if c := x.find(t, "a", "ns/op"); c.Verdict != Undecided || c.Needed != 7 || c.Detectable != nil {
		t.Errorf("beside b, a is %q (%s) and needs %d", c.Verdict, c.Why, c.Needed)
	}
}

// TestBenchstat holds a comparison against what benchmath says of the same
// values, whose order it leaves alone.
func TestBenchstat(t *testing.T) {
	r := newTestRecord("old", "new", "few")
	old, new := spread(100, 0.05, 20), spread(101, 0.05, 20)
	r.measure("old", "n=1", "default", "ns/op", old...)
	r.measure("control", "n=1", "default", "ns/op", spread(100.1, 0.05, 20)...)
	r.measure("new", "n=1", "default", "ns/op", new...)
	r.measure("few", "n=1", "default", "ns/op", 50, 51, 52, 53, math.NaN())
	x := r.experiment()

	thresholds := benchmath.DefaultThresholds
	one, other := benchmath.NewSample(slices.Clone(new), &thresholds), benchmath.NewSample(slices.Clone(old), &thresholds)
	arm, against := benchmath.AssumeNothing.Summary(one, 0.95), benchmath.AssumeNothing.Summary(other, 0.95)
	p := benchmath.AssumeNothing.Compare(one, other).P
	got := x.find(t, "new", "ns/op").Benchstat
	if got.Center != arm.Center || *got.Low != arm.Lo || *got.High != arm.Hi || got.AgainstCenter != against.Center || *got.AgainstLow != against.Lo || *got.AgainstHigh != against.Hi || got.P != p {
		t.Errorf("got %+v, want %+v, %+v and p=%v", got, arm, against, p)
	}
	few := x.find(t, "few", "ns/op").Benchstat
	if few.Low != nil || few.High != nil || few.Center != 51.5 {
		t.Errorf("four values have the interval %v to %v around %v", few.Low, few.High, few.Center)
	}
	// Of two p-values the smaller one is doubled.
	if few.Holm != 2*few.P || got.Holm != max(few.Holm, got.P) {
		t.Errorf("p %v and %v become %v and %v", few.P, got.P, few.Holm, got.Holm)
	}
	if c := x.find(t, "control", "ns/op").Benchstat; c.Holm != c.P {
		t.Errorf("the control's p %v becomes %v", c.P, c.Holm)
	}
	if v := x.Rounds[0].Values["ns/op"]; v != old[0] {
		t.Error("the values were sorted in place")
	}
}

// TestComparisonsOrder: what the headline is about comes first.
func TestComparisonsOrder(t *testing.T) {
	x := ladder(t).experiment()
	first := x.Comparisons[0]
	if first.Workload != x.Headline || !first.Primary || first.Build != "default" || first.Control {
		t.Errorf("the first comparison is %+v", first)
	}
	seen := map[comparisonKey]bool{}
	for _, c := range x.Comparisons {
		if c.Arm == c.Against && c.Build == c.AgainstBuild {
			t.Errorf("%s is compared with itself", c.Arm)
		}
		key := keyOfComparison(c)
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
	for round := 1; round <= 12; round++ {
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
