package profiler

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/profiler/plan"
)

// TestRunBlock: what was disturbed is run again at the end of its block.
func TestRunBlock(t *testing.T) {
	disturb := map[string]int{"b": 1, "c": 9} // so many attempts of each
	var ran []string
	var a attempts
	steps := []plan.Step{}
	for _, arm := range []string{"a", "b", "c", "d"} {
		steps = append(steps, plan.Step{Cell: experiments.Cell{Arm: arm}})
	}
	err := runBlock(steps, func(step plan.Step, attempt int) (bool, error) {
		ran = append(ran, fmt.Sprint(step.Cell.Arm, attempt))
		a.processes++
		disturbed := attempt <= disturb[step.Cell.Arm]
		return disturbed && a.another(attempt), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(ran, " "), "a1 b1 c1 d1 b2 c2 c3"; got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
	failure := fmt.Errorf("no")
	if err := runBlock(steps, func(plan.Step, int) (bool, error) { return false, failure }); err != failure {
		t.Errorf("got %v", err)
	}
}

// TestAttempts: on a machine that never gets quiet, half as many processes are
// run again as are run at all, and it is said once.
func TestAttempts(t *testing.T) {
	var a attempts
	notes := 0
	const planned = 1000
	for range planned {
		err := runBlock([]plan.Step{{}}, func(_ plan.Step, attempt int) (bool, error) {
			a.processes++
			a.disturbed++
			again := a.another(attempt)
			if again {
				a.again++
			}
			return again, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if note := a.unquiet(); note != "" {
			notes++
		}
	}
	if a.again < planned/3 || a.again > planned/2+10 {
		t.Errorf("of %d processes %d were run again", planned, a.again)
	}
	if notes != 1 {
		t.Errorf("it is told %d times", notes)
	}
}

// TestEnding: what ends the timing, and in what order it is asked.
func TestEnding(t *testing.T) {
	s := testSession(t, "")
	s.Width = func(arm, against []float64, together int) float64 {
		if len(arm) < 12 {
			return math.Inf(1)
		}
		return 0.02
	}
	past, future := time.Now().Add(-time.Second), time.Now().Add(time.Hour)
	check := func(what string, end time.Time, want ending) {
		t.Helper()
		if got := s.ending(end); got != want {
			t.Errorf("%s: ended by %q, want %q", what, got, want)
		}
	}
	check("a round is run whatever the time", past, endOpen)
	s.rounds, s.Rounds = 6, 6
	check("as many rounds as asked for", future, endRounds)
	s.Rounds = 0
	check("the time is over", past, endBudget)
	check("nothing ends it", time.Time{}, endOpen)
	for _, c := range s.cells {
		s.measured[c.ID()] = slices.Repeat([]float64{5}, 16)
	}
	s.layouts = []int64{0, 1, 2, 3}
	s.rounds, s.Precision = 8, 0.02
	check("too early for precision", future, endOpen)
	s.rounds = 12
	check("precise enough", future, endPrecision)
	s.looked, s.Precision = 0, 0.01
	check("not precise enough", future, endOpen)
	s.Precision = 0.02
	for s.rounds = 13; s.rounds < 20; s.rounds++ {
		check("too soon after the last look", future, endOpen)
	}
	check("half as many rounds later, at a full turn of the layouts", future, endPrecision)
}

// TestWidest: every arm counts against the baseline, every build against the
// first, and the family is what holds together.
func TestWidest(t *testing.T) {
	s := testSession(t, "")
	families := map[int]int{}
	s.Width = func(arm, against []float64, together int) float64 {
		families[together]++
		if len(arm) != len(against) {
			t.Errorf("%d values against %d", len(arm), len(against))
		}
		return 1 / float64(len(arm))
	}
	for _, c := range s.cells {
		s.measured[c.ID()] = []float64{1, math.NaN(), 3, 4}
	}
	s.measured["S/v=c/n=2 l"] = []float64{1, 2, math.NaN(), 4}
	if got := s.widest(); got != 0.5 {
		t.Errorf("the widest is %v, want that of the two rounds that both have", got)
	}
	// Two workloads and builds with two arms each, and for each workload
	// three arms in the other build.
	if families[2] != 8 || families[3] != 6 {
		t.Errorf("comparisons by family: %v", families)
	}

	clear(families)
	s.failures = map[string]int{"S/v=b/n=1 plain": patience}
	s.measured["S/v=c/n=1 plain"] = nil
	s.widest()
	// One arm failed and one prints something else, both in the first build:
	// it has nothing left to compare there, and the other build only a.
	if families[1] != 1 || families[2] != 6 || families[3] != 3 {
		t.Errorf("comparisons by family without those that failed: %v", families)
	}
	s.Width = nil
	if !math.IsInf(s.widest(), 1) {
		t.Error("without a width there is one")
	}
}
