package report

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// warned returns the texts of a kind of warning.
func (x *Experiment) warned(kind WarningKind) []string {
	var texts []string
	for _, w := range x.Warnings {
		if w.Kind == kind {
			texts = append(texts, w.Text)
		}
	}
	return texts
}

// noisy are rounds of values around those given, a percent of noise apart, and
// never the same for two arms.
func noisy(seed uint64, values ...float64) []float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range values {
		values[i] *= 1 + 0.01*(random.Float64()-0.5)
	}
	return values
}

// steady is a figure that does not change, step one that changes a little from
// round to round.
func steady(figure float64, n int) []float64 { return step(figure, 0, n) }

func step(figure, by float64, n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = figure * (1 + by*float64(i)/float64(n-1))
	}
	return values
}

// TestWarnings makes one thing odd at a time.
func TestWarnings(t *testing.T) {
	const n = 40
	check := func(kind WarningKind, settles bool, want string, change func(*testRecord)) {
		t.Helper()
		r := newTestRecord("old", "new", "next")
		r.asked().Arms[1].Label = "new one"
		for i, arm := range []string{"old", "control", "new", "next"} {
			if arm != "new" {
				r.measure(arm, "n=1", "default", "ns/op", noisy(uint64(i), steady(100, n)...)...)
			}
		}
		if change == nil {
			change = func(r *testRecord) { r.measure("new", "n=1", "default", "ns/op", noisy(9, steady(110, n)...)...) }
		}
		change(r)
		x := r.experiment()
		var texts []string
		for _, w := range x.Warnings {
			if w.Kind != kind {
				// Layouts make modes, and are told of as well.
				if kind != LayoutDecides || w.Kind != TwoModes {
					t.Errorf("there is a warning of %s as well: %s", w.Kind, w.Text)
				}
				continue
			}
			texts = append(texts, w.Text)
			if w.Settles != settles {
				t.Errorf("%q settles: %t", w.Text, w.Settles)
			}
		}
		if got := strings.Join(texts, "\n"); got != want {
			t.Errorf("the warnings are\n%s\nand should be\n%s", got, want)
		}
	}
	measure := func(values ...float64) func(*testRecord) {
		return func(r *testRecord) { r.measure("new", "n=1", "default", "ns/op", values...) }
	}
	check("", false, "", nil)
	check(TooFewRounds, false, "Too few rounds to settle anything: where 2 intervals are to hold together with 95% confidence, it takes 7 rounds, and there are 4. The intervals shown are ranges.",
		func(r *testRecord) {
			r.measure("new", "n=1", "default", "ns/op", 110, 110, 110, 110)
			r.in().Observations = slices.DeleteFunc(r.in().Observations, func(o results.Observation) bool { return o.Round > 4 })
		})
	check(TooFewRounds, false, "The ratio of new one to old has too few rounds to be settled: where 2 intervals are to hold together with 95% confidence, it takes 7 rounds, and there are 3.",
		measure(110, 111, 112))
	check(NeverQuiet, true, "The machine was not quiet: 40 of the 160 timed processes that count were disturbed. Nothing of them is left out, and the intervals are wider for it.",
		func(r *testRecord) {
			measure(noisy(9, steady(110, n)...)...)(r)
			for i := range n {
				r.disturb(4*i, 0.3)
			}
		})
	modes := noisy(9, steady(110, n)...)
	for i := range modes {
		if i%3 == 0 {
			modes[i] *= 1.5
		}
	}
	check(TwoModes, true, "The figures of new one are two: 110 ns/op, and in 35.0% of the rounds 165 ns/op. So does its ratio to old, 1.10× or 1.65×: the ratio shown stands for one of the two.",
		measure(modes...))
	check(Drifts, true, "The ratio of new one to old moves by +6.4% from the first round to the last. The figure is that of the whole run, and of neither end.",
		measure(noisy(9, step(110, 0.06, n)...)...))
	waves := noisy(9, steady(110, n)...)
	for i := range waves {
		if i/5%2 == 0 {
			waves[i] *= 1.008
		}
	}
	check(Autocorrelated, true, "The ratio of new one to old in a round tells that of the next one (correlation 0.42). Its interval takes them for independent, and holds less often than it says.",
		measure(waves...))
	layouts := func(figure float64, factors ...float64) func(*testRecord) {
		return func(r *testRecord) {
			values := noisy(9, steady(figure, n)...)
			for i := range values {
				values[i] *= factors[i%len(factors)]
			}
			measure(values...)(r)
			for i := range r.in().Observations {
				o := &r.in().Observations[i]
				o.Layout = int64((o.Round - 1) % len(factors))
			}
		}
	}
	check(LayoutDecides, true, "The ratio of new one to old is 0.959× with one layout of the binary and 1.03× with another: the order of functions decides between the two.",
		layouts(100, 0.96, 1.03))
	check(LayoutDecides, true, "Layout alone moves new one by ±3.4%, which is more than its difference in the ratio of new one to old (1.03×): other orders of functions may turn it.",
		layouts(103, 1, 1, 0.998, 1.07))
}

// TestWarningsFold: what is found in many arms is told once a workload, and
// what chance alone finds among many is not told at all.
func TestWarningsFold(t *testing.T) {
	const n, arms = 40, 30
	record := func(drifting int) *testRecord {
		r := newTestRecord("old")
		for _, workload := range []string{"n=1", "n=2"} {
			r.measure("old", workload, "default", "ns/op", steady(100, n)...)
			for i := range arms {
				values := steady(100+float64(i), n)
				if i < drifting && workload == "n=1" {
					values = step(100, 0.05, n)
				}
				r.measure("arm"+string(rune('a'+i)), workload, "default", "ns/op", noisy(uint64(i), values...)...)
			}
		}
		return r
	}
	x := record(20).experiment()
	got := x.warned(Drifts)
	if len(got) != 1 || !strings.HasPrefix(got[0], "With n=1, 20 of 30 ratios move from the first round to the last: arma by +4.9%; armb by +") || !strings.Contains(got[0], "; and 17 more. The figures are those of the whole run") {
		t.Errorf("the warnings are %q", got)
	}
	x = record(1).experiment()
	if got := x.warned(Drifts); len(got) != 0 {
		t.Errorf("one of 60 drifts, and the warnings are %q", got)
	}
}

// TestSharedModes: when the whole machine changes between two speeds, ratios do
// not.
func TestSharedModes(t *testing.T) {
	r := newTestRecord("old", "new")
	for i, arm := range []string{"old", "new"} {
		values := noisy(uint64(i), steady(100, 40)...)
		for round := range values {
			if round%4 == 0 {
				values[round] *= 2
			}
		}
		r.measure(arm, "n=1", "default", "ns/op", values...)
	}
	x := r.experiment()
	want := "2 of 2 cells have two figures: old (100 ns/op or 200 ns/op); new (100 ns/op or 200 ns/op). " +
		"A median stands for one of the two. Where the baseline changes along in the same rounds, ratios do not show it."
	if got := x.warned(TwoModes); len(got) != 1 || got[0] != want {
		t.Errorf("the warnings are %q", got)
	}
	b := newBuilder(&r.Record, r.in())
	b.build()
	if got := b.modesOfRatio(Cell{Arm: "new", Workload: x.Headline, Build: "default"}, "ns/op"); got != "Its ratio to old does not." {
		t.Errorf("of the ratio it is said: %s", got)
	}
}

// TestControlSlower: a control that is a tenth slower than the baseline, whose
// code is the same, keeps every verdict of its comparison from being settled,
// in every form of the report.
func TestControlSlower(t *testing.T) {
	half, one := 0.6, 1.0
	record := func(control float64) *Report {
		r := newTestRecord("old", "fast", "slow", "equal", "none")
		r.asked().Metrics = append(r.asked().Metrics, experiments.Metric{Unit: "allocs/op", Better: "lower"})
		r.asked().Workload = experiments.Workload{"n": "1"}
		r.asked().Claims = []experiments.Claim{
			{Text: "It is fast.", Arm: "fast", AtMost: &half},
			{Text: "It is fast beside another.", Arm: "fast", Against: "slow", AtMost: &half},
			{Text: "It allocates less.", Arm: "none", Metric: "allocs/op", AtMost: &half},
			{Text: "It is not slow.", Arm: "slow", AtMost: &one},
		}
		ns := map[string]float64{"old": 100, "control": 100 * control, "fast": 50, "slow": 200, "equal": 100, "none": 80}
		for arm, middle := range ns {
			for round, v := range spread(middle, 0.002, 20) {
				allocs := 6.0
				if arm == "none" {
					allocs = 0
				}
				r.observe(arm, "n=1", "default", round+1, map[string]float64{"ns/op": v, "allocs/op": allocs})
			}
		}
		return New(&r.Record)
	}
	settled := []string{"faster", "slower", "better", "worse", "| same", "supported", "refuted", "  same"}
	contains := func(text string) (found []string) {
		for _, word := range settled {
			if strings.Contains(text, word) {
				found = append(found, word)
			}
		}
		return found
	}

	// With a control that is the same, each of these stands there.
	sound := record(1)
	jsonText, markdownText, plainText := renderAll(t, sound)
	if len(contains(markdownText)) < 5 || len(contains(plainText)) < 5 || !strings.Contains(jsonText, `"verdict":"faster"`) || len(sound.Experiments[0].Warnings) > 0 {
		t.Fatalf("the record settles too little to test with:\n%s", markdownText)
	}

	rep := record(1.1)
	x := &rep.Experiments[0]
	for _, c := range x.Comparisons {
		if c.Control && c.Metric == "allocs/op" {
			continue // it is as it should be, and settles nothing of an arm
		}
		if c.Verdict != Undecided || c.Why == "" || c.Needed != 0 {
			t.Errorf("%s in %s is %q (%s), and needs %d", c.Arm, c.Metric, c.Verdict, c.Why, c.Needed)
		}
	}
	for _, c := range x.Claims {
		if c.Judgement != Open || c.Why != "the control failed: the baseline differs from its own second run" {
			t.Errorf("%s is %q, since %s", c.Text, c.Judgement, c.Why)
		}
	}
	if want := "Nothing is settled: old differs from its own second run, the control, by 1.10× (1.099–1.100) in ns/op. " +
		"Whatever causes that may cause any other difference too."; x.Answer != want {
		t.Errorf("the answer is %q", x.Answer)
	}
	if len(x.Warnings) != 1 || x.Warnings[0].Kind != ControlFailed || x.Warnings[0].Settles || x.Warnings[0].Metric != "ns/op" {
		t.Errorf("the warnings are %+v", x.Warnings)
	}
	jsonText, markdownText, plainText = renderAll(t, rep)
	for _, word := range []string{"faster", "slower", "better", "worse", "lower", "higher", "supported", "refuted"} {
		if strings.Contains(jsonText, `"verdict":"`+word) || strings.Contains(jsonText, `"judgement":"`+word) {
			t.Errorf("the JSON has %s", word)
		}
	}
	for form, text := range map[string]string{"Markdown": markdownText, "text": plainText} {
		if found := contains(text); len(found) > 0 {
			t.Errorf("the %s says %q:\n%s", form, found, text)
		}
		before, _, ok := strings.Cut(strings.Join(strings.Fields(text), " "), "Nothing is settled")
		if !ok || !strings.Contains(before, "The control failed") {
			t.Errorf("the %s does not say before the answer that the control failed", form)
		}
	}
}

// TestControlOfAnotherMetric: a control that fails in a metric that does not
// decide unsettles that metric alone, and one of another workload nothing.
func TestControlOfAnotherMetric(t *testing.T) {
	r := newTestRecord("old", "new")
	r.asked().Metrics = append(r.asked().Metrics, experiments.Metric{Unit: "B/op", Better: "lower"})
	for _, workload := range []string{"n=1", "n=2"} {
		for arm, bytes := range map[string]float64{"old": 100, "control": 120, "new": 50} {
			if workload == "n=2" && arm == "control" {
				bytes = 100
			}
			for round := range 20 {
				r.observe(arm, workload, "default", round+1, map[string]float64{"ns/op": map[string]float64{"new": 50}[arm] + 10, "B/op": bytes})
			}
		}
	}
	x := r.experiment()
	for _, c := range x.Comparisons {
		open := c.Metric == "B/op" && strings.HasPrefix(c.Workload, "n=1")
		if !c.Control && (c.Verdict == Undecided) != open {
			t.Errorf("%s in %s with %s is %q (%s)", c.Arm, c.Metric, c.Workload, c.Verdict, c.Why)
		}
	}
	want := "With n=1, the control failed: old differs from its own second run, the control, by 1.20× (1.20–1.20) in B/op. " +
		"It is the same code, so what causes this may cause any other difference, and nothing that is said of B/op here is settled."
	if got := x.warned(ControlFailed); len(got) != 1 || got[0] != want {
		t.Errorf("the warnings are %q", got)
	}
}

// TestSpread: what the layout moves is told apart from what a process and the
// moment do, for the baseline by its control.
func TestSpread(t *testing.T) {
	r := newTestRecord("old", "new", "short")
	moment := noisy(1, steady(1, 40)...)
	for i, arm := range []string{"old", "control", "new"} {
		values := noisy(uint64(10+i), steady(100, 40)...)
		for round := range values {
			values[round] *= moment[round]
			if arm == "new" && round%2 == 0 {
				values[round] *= 1.08
			}
		}
		r.measure(arm, "n=1", "default", "ns/op", values...)
	}
	r.measure("short", "n=1", "default", "ns/op", 1, 2, 3)
	for i := range r.in().Observations {
		o := &r.in().Observations[i]
		o.Layout = int64(o.Round % 2)
	}
	x := r.experiment()
	for _, cell := range x.Cells {
		s := cell.Spread
		if (s == nil) != (cell.Control || cell.Arm == "short") {
			t.Errorf("the spread of %s is %+v", cell.Arm, s)
			continue
		}
		if s == nil {
			continue
		}
		if s.Layout == nil || s.LayoutShown != (cell.Arm == "new") || s.LayoutShown && (*s.Layout < 0.04 || *s.Layout > 0.07) {
			t.Errorf("layout moves %s by %v, shown: %t", cell.Arm, *s.Layout, s.LayoutShown)
		}
		if s.Process <= 0 || s.Process > 0.01 || s.Rest <= 0 || s.Rest > 0.01 {
			t.Errorf("the spread of %s is %+v", cell.Arm, s)
		}
	}
	for i := range r.in().Observations {
		r.in().Observations[i].Layout = 3
	}
	x = r.experiment()
	if s := x.Cells[0].Spread; s.Layout != nil {
		t.Errorf("one layout moves the baseline by %v", *s.Layout)
	}
}
