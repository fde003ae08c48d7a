package profiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assay-bench/assay/experiments/results"
)

// TestTiming: what a round leaves in the record.
func TestTiming(t *testing.T) {
	m := &machine{}
	r := fakeRun(t, Options{Rounds: 5, Layouts: 3, Seed: 9}, m, "x")
	if err := r.timeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	x := record(t, r).Experiments[0]
	if len(x.Processes) != 20 || len(x.Observations) != 20 {
		t.Fatalf("%d processes and %d observations of five rounds of four", len(x.Processes), len(x.Observations))
	}
	for i, p := range x.Processes {
		round, position := i/4+1, i%4+1
		layout := r.record.Layouts[(round-1)%3]
		if p.Pass != results.PassTiming || p.Round != round || p.Position != position || p.Attempt != 1 || p.Again {
			t.Errorf("process %d is %+v, want it at position %d of round %d", i+1, p, position, round)
		}
		if p.Layout != layout || p.Binary != fmt.Sprint("hash of ", layout) {
			t.Errorf("in round %d layout %d ran, of binary %q; want layout %d", round, p.Layout, p.Binary, layout)
		}
		if p.WarmUp != 20 {
			t.Errorf("warmed up at %v ns/op, want 20", p.WarmUp)
		}
		o := x.Observations[i]
		if o.Process != p.Process || o.Layout != layout || o.Iterations != 7 || o.Values["ns/op"] != 5 {
			t.Errorf("observed %+v, want the second line of process %d", o, p.Process)
		}
	}
	if got := r.Progress.(*notes).list; !slices.Equal(got, []string{"x: 5 rounds"}) {
		t.Errorf("it says %q", got)
	}
}

// TestQuickTakesLongIterationsOnce: twice would take twice the time that a
// quick run has. What is compared is treated alike.
func TestQuickTakesLongIterationsOnce(t *testing.T) {
	check := func(quick bool, iterations [3]int, warm bool) {
		t.Helper()
		r := fakeRun(t, Options{Rounds: 1, Quick: quick}, &machine{}, "x")
		for i, c := range r.sessions[0].cells {
			r.sessions[0].iterations[c.ID()] = iterations[i]
		}
		if err := r.timeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, p := range record(t, r).Experiments[0].Processes {
			if (p.WarmUp > 0) != warm {
				t.Errorf("%s ran %q, warming up at %v ns/op", p.Cell.ID(), p.Command, p.WarmUp)
			}
		}
	}
	check(true, [3]int{1, 1, 1}, false)
	check(true, [3]int{1, 1, 5}, true)
	check(false, [3]int{1, 1, 1}, true)
}

// TestDisturbed: a process that something disturbed is run again in its round,
// and stays in the record, where other tools do not count it.
func TestDisturbed(t *testing.T) {
	m := &machine{
		disturbed: func(process int) string {
			if process == 6 || process == 9 {
				return "others worked"
			}
			return ""
		},
		value: func(_ string, process int) float64 { return float64(process) },
	}
	r := fakeRun(t, Options{Rounds: 3, Layouts: 2}, m, "x")
	if err := r.timeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	x := record(t, r).Experiments[0]
	// Round 2 begins with process 5. The sixth is disturbed, and so is the
	// ninth, which takes its place. The tenth counts.
	if len(x.Observations) != 14 {
		t.Fatalf("%d observations, want twelve and two", len(x.Observations))
	}
	for process, want := range map[int]struct {
		attempt int
		again   bool
	}{6: {1, true}, 9: {2, true}, 10: {3, false}} {
		o := x.Observations[process-1]
		if o.Round != 2 || o.Position != 2 || o.Layout != r.record.Layouts[1] || o.Cell.ID() != x.Observations[5].Cell.ID() || o.Attempt != want.attempt || o.Again != want.again {
			t.Errorf("process %d is %+v, want attempt %d of what stands second in round 2", process, o, want.attempt)
		}
	}
	for _, o := range x.Observations[4:10] {
		counts := slices.Contains(r.sessions[0].measured[o.Cell.ID()], float64(o.Process))
		if counts != (!o.Again && !o.Control) {
			t.Errorf("of process %d, which is to be run again: %v, it is said that it counts: %v", o.Process, o.Again, counts)
		}
	}
	text, err := os.ReadFile(filepath.Join(r.writer.Dir, filepath.FromSlash(results.RoundsPath("x"))))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\nBenchmark"); n != 12 {
		t.Errorf("other tools see %d lines, want twelve:\n%s", n, text)
	}
}

// TestUnquietMachine: where everything is disturbed a run takes half as long
// again, says so, and the last attempts count.
func TestUnquietMachine(t *testing.T) {
	m := &machine{disturbed: func(int) string { return "others worked" }}
	r := fakeRun(t, Options{Rounds: 50}, m, "x", "y")
	if err := r.timeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if m.processes < 520 || m.processes > 620 {
		t.Errorf("%d processes were started for 400", m.processes)
	}
	for _, x := range record(t, r).Experiments {
		counts := map[string]int{}
		for _, o := range x.Observations {
			counts[fmt.Sprint(o.Round, " ", o.Position)] += map[bool]int{false: 1}[o.Again]
		}
		if len(counts) != 200 {
			t.Errorf("%s: %d places of 200 were measured", x.Asked.Name, len(counts))
		}
		for place, n := range counts {
			if n != 1 {
				t.Errorf("%s: %d attempts count at %s, want one", x.Asked.Name, n, place)
			}
		}
	}
	if n := r.Progress.(*notes).count("does not get quiet"); n != 2 {
		t.Errorf("it is said %d times, want once an experiment: %q", n, r.Progress.(*notes).list)
	}
}

// spread is a width: how far the values of an arm lie apart.
func spread(arm, _ []float64, _ int) float64 { return slices.Max(arm)/slices.Min(arm) - 1 }

// TestBudget runs in virtual time, in which a round takes 200 ms. The steady
// experiment ends when precision may end it. What it leaves goes to the one
// that is never precise.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{took: 50 * time.Millisecond, value: func(experiment string, process int) float64 {
			if experiment == "noisy" && process%3 == 0 {
				return 7
			}
			return 5
		}}
		looks := 0
		var turns []string
		rounds := map[string][]int{}
		r := fakeRun(t, Options{
			Budget:    time.Minute,
			Precision: 0.01,
			Layouts:   4,
			Width: func(arm, against []float64, together int) float64 {
				looks++
				return spread(arm, against, together)
			},
			BeforeTiming: func(_ context.Context, experiment string) (func(), error) {
				turns = append(turns, "+"+experiment)
				return func() { turns = append(turns, "-"+experiment) }, nil
			},
			AfterRound: func(_ context.Context, round Round) error {
				rounds[round.Experiment] = append(rounds[round.Experiment], round.Number)
				return nil
			},
		}, m, "noisy", "steady")
		began := time.Now()
		if err := r.timeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > time.Minute || took < time.Minute-200*time.Millisecond {
			t.Errorf("it took %v of the minute", took)
		}
		if got, want := strings.Join(turns, " "), "+noisy -noisy +steady -steady +noisy -noisy"; got != want {
			t.Errorf("turns: %s, want %s", got, want)
		}
		if n := len(rounds["steady"]); n != 12 {
			t.Errorf("the steady one had %d rounds, want 12: the fewest with which precision ends it", n)
		}
		for name, numbers := range rounds {
			for i, n := range numbers {
				if n != i+1 {
					t.Fatalf("rounds of %s are numbered %v", name, numbers)
				}
			}
		}
		// Two arms against the baseline, at each look and in what is
		// said at the end.
		if most := 2 * (len(rounds["noisy"])/4 + 4); looks > most {
			t.Errorf("%d intervals were computed in %d rounds, want at most %d", looks, len(rounds["noisy"]), most)
		}
		said := r.Progress.(*notes)
		if said.count("steady: 12 rounds, and every interval is as narrow as ±1%") != 1 ||
			said.count("noisy: 288 rounds, and the time was over; the widest interval is ±40%, and ±1% was asked for") != 1 {
			t.Errorf("it says %q", said.list)
		}
	})
}

// TestLayoutsHaveTheSameSay: precision is asked for after full turns.
func TestLayoutsHaveTheSameSay(t *testing.T) {
	for layouts, want := range map[int]int{1: 12, 2: 12, 3: 12, 4: 12, 5: 15, 7: 14} {
		r := fakeRun(t, Options{Precision: 0.01, Width: spread, Layouts: layouts}, &machine{}, "x")
		if err := r.timeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := r.sessions[0].rounds; got != want {
			t.Errorf("with %d layouts there were %d rounds, want %d", layouts, got, want)
		}
	}
}

// TestCellsThatFail: they do not keep what is left from being precise, and
// when none is left there is nothing to wait for.
func TestCellsThatFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{Budget: time.Hour, Precision: 0.01, Width: spread}
		m := &machine{took: time.Second}
		r := fakeRun(t, o, m, "x")
		r.sessions[0].failures[r.sessions[0].cells[2].ID()] = patience
		if err := r.timeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := r.sessions[0]; s.rounds != 12 || m.processes != 36 {
			t.Errorf("%d rounds with %d processes, want 12 with three each", s.rounds, m.processes)
		}

		m = &machine{took: time.Second, failure: func(int) string { return "no" }}
		o.Precision = 0
		r = fakeRun(t, o, m, "x")
		if err := r.timeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if m.processes != 3*patience {
			t.Errorf("%d processes of three cells failed, want each twice", m.processes)
		}
		if n := r.Progress.(*notes).count("x S/v=b: timing: no"); n != patience {
			t.Errorf("it says %q", r.Progress.(*notes).list)
		}
	})
}

// TestHooksFail: what they return ends the timing.
func TestHooksFail(t *testing.T) {
	failure := errors.New("no")
	ended := false
	for name, o := range map[string]Options{
		"before": {Rounds: 3, BeforeTiming: func(context.Context, string) (func(), error) { return nil, failure }},
		"after": {
			Rounds:       3,
			BeforeTiming: func(context.Context, string) (func(), error) { return func() { ended = true }, nil },
			AfterRound:   func(context.Context, Round) error { return failure },
		},
	} {
		if err := fakeRun(t, o, &machine{}, "x").timeAll(t.Context()); err != failure {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if !ended {
		t.Error("what goes on beside the timing was not ended")
	}
}

// TestShares: the budget goes by the shares, whatever a round costs.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{took: 50 * time.Millisecond}
		r := fakeRun(t, Options{Budget: 80 * time.Second, Shares: map[string]float64{"large": 3, "small": 1}}, m, "large", "small")
		if err := r.timeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if large, small := r.sessions[0].rounds, r.sessions[1].rounds; large != 300 || small != 100 {
			t.Errorf("%d and %d rounds of 200 ms in 80 s, want three to one", large, small)
		}
	})
}

func TestRunNeedsAnEnd(t *testing.T) {
	for _, o := range []Options{{}, {Precision: 0.01}} {
		if outcome, err := Run(t.Context(), o); err == nil || outcome.Dir != "" || !strings.Contains(err.Error(), "nothing would end the timing") {
			t.Errorf("got %+v, %v", outcome, err)
		}
	}
}
