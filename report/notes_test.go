package report

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

func hasNote(t *testing.T, x *Experiment, want string) {
	t.Helper()
	if !slices.Contains(x.Notes, want) {
		t.Errorf("there is no note %q; there are\n%s", want, strings.Join(x.Notes, "\n"))
	}
}

func TestNotes(t *testing.T) {
	check := func(change func(*testRecord), want string) {
		t.Helper()
		r := newTestRecord("old", "new")
		r.Run.Started = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		r.Run.Finished = r.Run.Started.Add(time.Minute)
		for _, arm := range []string{"old", "new", "control"} {
			r.measure(arm, "n=1", "default", "ns/op", 100, 101, 102, 103, 104, 105)
		}
		if x := r.experiment(); len(x.Notes)+len(x.Warnings) != 0 {
			t.Fatalf("a sound record has the notes %q and the warnings %+v", x.Notes, x.Warnings)
		}
		change(r)
		x := r.experiment()
		hasNote(t, &x, want)
	}
	check(func(r *testRecord) { r.Run.Interrupted = true }, "The run was interrupted. What it had is shown.")
	check(func(r *testRecord) { r.Run.Finished = time.Time{} }, "The run did not finish. What it had is shown.")
	check(func(r *testRecord) { r.Run.Quick = true }, "This was a quick run: a tour with fewer rounds, and less evidence, than a whole one.")
	check(func(r *testRecord) { r.fail("new", "n=1", "default", results.PassTiming, "it hung for 1m0s.") },
		"new: 1 of 7 timed processes failed, the first because: it hung for 1m0s.")
	check(func(r *testRecord) { r.fail("new", "n=1", "default", results.Pass(results.Mutex), "it hung") },
		"1 process outside of timing failed, the first (mutex) because: it hung.")
	check(func(r *testRecord) {
		r.asked().Arms = append(r.asked().Arms, experiments.Arm{Name: "lost", Label: "the lost one"})
	},
		"the lost one is listed as an arm, and was not measured.")
	check(func(r *testRecord) { r.asked().Metrics = append(r.asked().Metrics, experiments.Metric{Unit: "ns/opp"}) },
		"ns/opp is listed as a metric, and no benchmark printed it.")
	check(func(r *testRecord) { r.asked().Workload = experiments.Workload{"n": "7"} },
		"The workload of the headline, n=7, was not measured. Another one stands in for it.")
	check(func(r *testRecord) {
		r.in().Observations = slices.DeleteFunc(r.in().Observations, func(o results.Observation) bool { return o.Control })
	},
		"No control was measured, so that the noise floor is not known.")
	check(func(r *testRecord) { r.in().Processes[1].Disturbed = "other work took 11% of the machine" },
		"1 of the 18 timed processes that count was disturbed.")
	check(func(r *testRecord) {
		r.Run.Machine.OS = "darwin"
		for i := range r.in().Processes {
			r.in().Processes[i].Foreign = -1
		}
	},
		"How much other work the machine did meanwhile is not known: darwin does not tell.")
	check(func(r *testRecord) { r.Run.Rounds, r.Run.Budget = 12, 2*time.Minute },
		"6 of 12 rounds were measured: the time that -budget allows, 2m0s, ended before the others.")
	check(func(r *testRecord) { r.in().Observations[0].Values["ns/op"] = math.NaN() },
		"ns/op: 1 value is not finite, and left out of the figures.")
	check(func(r *testRecord) {
		r.in().Profiles = []results.ProfileFile{{Arm: "old", Build: "default", Kind: results.Mutex, Path: "x", Binary: "other"}}
	}, "1 file of the evidence was made by another binary than the one that was timed.")
}
