package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

// twoByTwo is a record of two factors in all combinations.
func twoByTwo() *testRecord {
	r := newTestRecord("plain", "read", "store", "both")
	for i, arm := range []struct {
		name, clock, deadline string
		ns                    float64
	}{{"plain", "Now", "Time", 100}, {"read", "Since", "Time", 60}, {"store", "Now", "int64", 90}, {"both", "Since", "int64", 50}} {
		r.asked().Arms[i].Factors = map[string]string{"clock": arm.clock, "deadline": arm.deadline}
		r.measure(arm.name, "n=1", "default", "ns/op", spread(arm.ns, 0.01, 20)...)
	}
	r.measure(experiments.ControlArm, "n=1", "default", "ns/op", spread(100.5, 0.01, 20)...)
	return r
}

// TestAttribution: the whole is what the table of comparisons shows, and the
// text tells each change.
func TestAttribution(t *testing.T) {
	x := twoByTwo().experiment()
	a := x.Attribution
	if a == nil || a.Orders != 2 || len(a.Factors) != 2 || len(a.Interactions) != 1 {
		t.Fatalf("got %+v", a)
	}
	if c := x.find(t, "both", "ns/op"); math.Abs(a.Whole.Estimate / *c.Ratio - 1) > 1e-9 {
		t.Errorf("the whole is %v, and compared it is %v", a.Whole.Estimate, *c.Ratio)
	}
	worth := x.worth()
	for i, want := range []string{
		"clock, Since instead of Now: 0.57",
		"deadline, int64 instead of Time: 0.8",
		"In all, from plain to both: 0.499× (",
		"clock and deadline interact: together they come to 0.9",
		"Each figure is an average over all 2 orders of the changes.",
	} {
		if i >= len(worth) || !strings.HasPrefix(worth[i], want) {
			t.Errorf("sentence %d does not begin with %q in\n%s", i, want, strings.Join(worth, "\n"))
		}
	}
}

// TestNoAttribution: without factors there is none, and where there should be
// one a note says why there is not.
func TestNoAttribution(t *testing.T) {
	told := func(x *Experiment) string {
		i := slices.IndexFunc(x.Notes, func(note string) bool { return strings.HasPrefix(note, "What each change is worth") })
		if i < 0 {
			return ""
		}
		return x.Notes[i]
	}
	r := twoByTwo()
	for i := range r.asked().Arms {
		r.asked().Arms[i].Factors = nil
	}
	if x := r.experiment(); x.Attribution != nil || len(x.worth()) > 0 || told(&x) != "" {
		t.Errorf("without factors: %+v, %q, %q", x.Attribution, x.worth(), told(&x))
	}

	r = twoByTwo()
	r.asked().Target = "nowhere"
	x := r.experiment()
	if want := `What each change is worth cannot be told: there is no arm "nowhere" with factors.`; x.Attribution != nil || told(&x) != want {
		t.Errorf("got %+v, %q", x.Attribution, told(&x))
	}
}

// TestAttributionDoubted: where the control failed, nothing is settled.
func TestAttributionDoubted(t *testing.T) {
	r := twoByTwo()
	withoutControl(r)
	r.measure(experiments.ControlArm, "n=1", "default", "ns/op", spread(120, 0.01, 20)...)
	x := r.experiment()
	if x.Attribution == nil || !strings.HasSuffix(x.Attribution.Note, "None of it is settled: the control failed: the baseline differs from its own second run.") {
		t.Errorf("got %+v", x.Attribution)
	}
}
