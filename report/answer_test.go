package report

import (
	"testing"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// TestAnswer reads the answers to made-up records: every sentence has to be
// a verdict.
func TestAnswer(t *testing.T) {
	type timings = map[string][]float64 // ns/op by arm
	times := func(middle float64) []float64 {
		values := twice(100, 101, 99, 102, 98, 100)
		for i := range values {
			values[i] *= middle / 100
		}
		return values
	}
	noisy := twice(85, 110, 95, 120, 90, 105)
	check := func(want string, arms timings, change ...func(*testRecord)) {
		t.Helper()
		r := newTestRecord("old", "a", "b", "c")
		for _, arm := range []string{"old", "control", "a", "b", "c"} {
			values := arms[arm]
			if arm == "old" && values == nil {
				values = times(100)
			}
			r.measure(arm, "n=1", "default", "ns/op", values...)
		}
		for _, change := range change {
			change(r)
		}
		if got := r.experiment().Answer; got != want {
			t.Errorf("the answer is\n%s\nand should be\n%s", got, want)
		}
	}
	check("a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00).", timings{"a": times(50)})
	check("a takes 150 ns/op instead of 100 ns/op: 1.50× slower than old (1.50–1.50).", timings{"a": times(150)})
	check("b takes 25 ns/op instead of 100 ns/op: 4.0× faster than old (4.00–4.00). "+
		"Against a, which is next, it is 2.0× faster (2.00–2.00). Of the 3 other arms, 1 cannot be told from old.",
		timings{"a": times(50), "b": times(25), "c": noisy})
	check("a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). b comes to the same within 1%.",
		timings{"a": times(50), "b": times(50.1), "c": times(200)})
	check("a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). This record cannot tell it from b. "+
		"Of the 3 other arms, 1 is the same as old within 1%.",
		timings{"a": times(50), "b": twice(40, 60, 45, 55, 51, 50.5), "c": times(100.2)})
	check("This record shows none of the 2 other arms to be faster than old. "+
		"Furthest from it, b takes 200 ns/op instead of 100 ns/op: 2.0× slower than old (2.00–2.00).",
		timings{"a": times(120), "b": times(200)})
	check("No difference that matters: a is the same as old within 1%.", timings{"a": times(100)})
	check("No difference that matters: each of the 2 other arms is the same as old within 1%.",
		timings{"a": times(100), "b": times(100.5)})
	check("No difference that this record can tell: a against old comes to 1.004× (0.92–1.09), and the interval holds 1 and reaches beyond the margin.",
		timings{"a": noisy})
	check("No difference that this record can tell: a against old comes to 0.950× (0.950–0.950), and the baseline differs from itself by as much. The noise floor is ±8.9%.",
		timings{"a": times(95), "control": noisy})
	check("Nothing is settled: old differs from its own second run, the control, by 1.10× (1.10–1.10) in ns/op. Whatever causes that may cause any other difference too.",
		timings{"a": times(50), "b": times(100), "control": times(110)})
	check("No difference that this record can tell: of the 2 other arms, 1 is the same as old within 1%, and 1 cannot be told from it.",
		timings{"a": noisy, "b": times(100)})
	check("No difference that this record can tell between a and old: no ratio: a value is negative.",
		timings{"a": times(-1)})
	check("a takes 0 ns/op instead of 100 ns/op for old.", timings{"a": make([]float64, 12)})
	check("There is nothing to compare: only old was measured.", nil)
	check("There is nothing to compare: the baseline, old, was not measured.",
		timings{"old": {}, "a": times(50)})
	check("Nothing was measured.", timings{"old": {}})

	// The median over all rounds says that a is slower, since the machine
	// was slow in most of the rounds that a alone was measured in. Only the
	// ratio within rounds counts.
	check("a is 1.33× faster than old (1.33–1.33).",
		timings{"a": append(times(75), twice(900, 900, 900, 900, 900, 900, 900)...)})

	// A label begins a sentence with a capital, a name stays as it is.
	label := func(text string) func(*testRecord) {
		return func(r *testRecord) { r.asked().Arms = []experiments.Arm{{Name: "a", Label: text}} }
	}
	check("Worker, one for all takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00).",
		timings{"a": times(50)}, label("worker, one for all"))
	check("time.Now, twice takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00).",
		timings{"a": times(50)}, label("time.Now, twice"))

	// A bound is told, and does not win.
	check("a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). The bound, no clock, is at 10 ns/op.",
		timings{"a": times(50), "b": times(10)}, func(r *testRecord) {
			r.asked().Arms = []experiments.Arm{{Name: "b", Label: "no clock", Bound: true}}
		})

	// Which way is better, if any, is the experiment's to say.
	metric := func(unit, better string) func(*testRecord) {
		return func(r *testRecord) {
			r.asked().Metrics = []experiments.Metric{{Unit: unit, Better: better, Primary: true}}
			for i := range r.in().Observations {
				values := r.in().Observations[i].Values
				r.in().Observations[i].Values = map[string]float64{unit: values["ns/op"]}
			}
		}
	}
	check("a has 50 allocs/op instead of 100 allocs/op: 2.0× less than old (2.00–2.00).",
		timings{"a": times(50)}, metric("allocs/op", "lower"))
	check("b has 200 MB/s instead of 100 MB/s: 2.0× more than old (2.00–2.00).",
		timings{"a": times(50), "b": times(200)}, metric("MB/s", "higher"))
	check("b has 300 hits instead of 100 hits: 3.0× higher than old (3.00–3.00).",
		timings{"a": times(50), "b": times(300)}, metric("hits", "none"))

	// Other workloads.
	elsewhere := func(workload string, values []float64) func(*testRecord) {
		return func(r *testRecord) {
			r.asked().Workload = experiments.Workload{"n": "1"}
			r.measure("old", workload, "default", "ns/op", times(100)...)
			r.measure("a", workload, "default", "ns/op", values...)
		}
	}
	check("With n=1: a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). a is faster in 1 other workload too.",
		timings{"a": times(50)}, elsewhere("n=2", times(60)))
	check("With n=1: a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). "+
		"In 3 other workloads, a is faster in 1, slower in 1 and the same in 1.",
		timings{"a": times(50)}, elsewhere("n=2", times(60)), elsewhere("n=3", times(110)), elsewhere("n=4", times(100)))
	check("With n=1: no difference that matters: a is the same as old within 1%. In the 2 other workloads, 1 of 2 comparisons differ.",
		timings{"a": times(100)}, elsewhere("n=2", times(100)), elsewhere("n=3", times(110)))

	// Builds compete where there is one arm, and are told of where not.
	pgo := func(values timings) func(*testRecord) {
		return func(r *testRecord) {
			r.asked().Builds = []experiments.Build{{Name: "default", Label: "plain"}, {Name: "pgo", Label: "PGO"}}
			for _, arm := range []string{"old", "a"} {
				r.measure(arm, "n=1", "pgo", "ns/op", values[arm]...)
			}
		}
	}
	check("PGO takes 50 ns/op instead of 100 ns/op: 2.0× faster than plain (2.00–2.00).", nil, pgo(timings{"old": times(50)}))
	check("a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). Built “PGO”, a is 2.0× faster than built “plain” (2.00–2.00); no build changes more.",
		timings{"a": times(50)}, pgo(timings{"old": times(100), "a": times(25)}))
	check("a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00). No build makes a difference that this record can tell.",
		timings{"a": times(50)}, pgo(timings{"old": times(100)}))

	// Senders that did not contend decide nothing.
	check("No difference that this record can tell: a against old comes to 0.500× (0.500–0.500), and senders ran side by side for 10.0% of the time, and 50% is asked for.",
		timings{"a": times(50)}, func(r *testRecord) {
			for i := range r.in().Observations {
				r.in().Observations[i].Values["overlap"] = 0.1
			}
		})
}

// TestBestArm: the commands open the profile of the arm that the answer
// names.
func TestBestArm(t *testing.T) {
	x := ladder(t).experiment()
	want := "go tool pprof -http=: results/2026-11-30T120000Z/exp/profiles/ticks_default/cpu.pprof"
	for _, c := range x.Commands {
		if c.Line == want {
			return
		}
	}
	t.Errorf("no command opens the profile of the best arm: %+v", x.Commands)
}

// TestAnswerNeedsNoProcesses: rounds.txt alone makes an answer.
func TestAnswerNeedsNoProcesses(t *testing.T) {
	r := newTestRecord("old", "a")
	r.measure("old", "n=1", "default", "ns/op", 100, 100, 100, 100, 100, 100)
	r.measure("a", "n=1", "default", "ns/op", 50, 50, 50, 50, 50, 50)
	r.in().Processes = nil
	r.Run = results.Run{}
	if got, want := r.experiment().Answer, "a takes 50 ns/op instead of 100 ns/op: 2.0× faster than old (2.00–2.00)."; got != want {
		t.Errorf("the answer is %q, want %q", got, want)
	}
}
