package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// twoProfiles is a record of two arms: old takes 100 ns/op, new takes 40 more,
// which its profile has in an allocation. Each was profiled for ten seconds.
func twoProfiles(t *testing.T) *testRecord {
	t.Helper()
	t.Chdir(t.TempDir())
	r := newTestRecord("old", "new")
	r.Run.Machine.GOMAXPROCS = 2
	r.measure("old", "n=1000", "default", "ns/op", spread(100, 0.01, 20)...)
	r.measure(experiments.ControlArm, "n=1000", "default", "ns/op", spread(100, 0.01, 20)...)
	r.measure("new", "n=1000", "default", "ns/op", spread(140, 0.01, 20)...)
	const (
		loop = "example.com/m/exp.BenchmarkOp.func1"
		f    = "example.com/m/lib.F"
	)
	r.writeProfile(t, "old", "default", stack{600, []string{f, loop}}, stack{400, []string{"strings.Index", f, loop}})
	r.writeProfile(t, "new", "default", stack{600, []string{f, loop}}, stack{400, []string{"strings.Index", f, loop}},
		stack{300, []string{"runtime.mallocgc", "runtime.newobject", f, loop}}, stack{100, []string{"runtime.memclrNoHeapPointers", "runtime.mallocgc", "runtime.newobject", f, loop}})
	r.ran("old", 100_000_000)
	r.ran("new", 100_000_000)
	return r
}

// TestCostAddsUp: kinds, packages and functions each sum to what the profiles
// differ by, and with the remainder to what was timed.
func TestCostAddsUp(t *testing.T) {
	c := new(twoProfiles(t).experiment()).find(t, "new", "ns/op")
	if c.Cost == nil {
		t.Fatal("there is no cost")
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("profiled", c.Cost.Profiled.Difference.Value, 40)
	for name, rows := range map[string][]CostRow{"kinds": c.Cost.Kinds, "packages": c.Cost.Packages, "functions": c.Cost.Functions} {
		sum := 0.0
		for _, row := range rows {
			sum += row.Difference.Value
			near(name+", "+row.Name, row.Arm.Value-row.Against.Value, row.Difference.Value)
		}
		near(name, sum, 40)
	}
	near("profiled and remainder", c.Cost.Profiled.Difference.Value+c.Cost.Remainder, c.Cost.Measured.Value)
	if math.Abs(c.Cost.Remainder) > 2 {
		t.Errorf("the remainder is %v of %v", c.Cost.Remainder, c.Cost.Measured.Value)
	}
	if first := c.Cost.Kinds[0]; first.Name != "allocation" || math.Abs(first.Difference.Value-40) > 1e-6 {
		t.Errorf("the kind that differs most is %+v, want allocation", first)
	}
}

// TestFindingsAddUp: what findings account for and what is unexplained is what
// was measured, and the sides mirror each other.
func TestFindingsAddUp(t *testing.T) {
	r := twoProfiles(t)
	check := func(c Comparison, sign float64) {
		t.Helper()
		if len(c.Findings) == 0 || c.Unexplained == nil || c.Findings[0].Rule != "allocation" {
			t.Fatalf("findings are %+v", c.Findings)
		}
		sum := *c.Unexplained
		for _, f := range c.Findings {
			sum += f.NsPerOp
		}
		if math.Abs(sum-c.Cost.Measured.Value) > 1e-6 {
			t.Errorf("findings and the rest are %v, want %v", sum, c.Cost.Measured.Value)
		}
		if f := c.Findings[0]; f.Side != "new" || f.NsPerOp*sign < 30 {
			t.Errorf("the first finding is %+v", f)
		}
	}
	check(new(r.experiment()).find(t, "new", "ns/op"), 1)
	r.asked().Baseline = "new"
	r.in().Observations = slices.DeleteFunc(r.in().Observations, func(o results.Observation) bool { return o.Control })
	check(new(r.experiment()).find(t, "old", "ns/op"), -1)
}

// TestMeasuredCost: what profiles are compared with is processor time.
func TestMeasuredCost(t *testing.T) {
	busy := func(r *testRecord, arm string, processors float64) {
		for i := range r.in().Processes {
			if p := &r.in().Processes[i]; p.Cell.Arm == arm && !p.Control {
				p.Wall, p.User = time.Second, time.Duration(processors*float64(time.Second))
			}
		}
	}
	t.Run("both processors", func(t *testing.T) {
		r := twoProfiles(t)
		busy(r, "old", 1)
		busy(r, "new", 2)
		c := new(r.experiment()).find(t, "new", "ns/op")
		if got := c.Cost.Measured.Value; math.Abs(got-180) > 5 || !strings.Contains(c.Cost.Metric, "processors") {
			t.Errorf("%s: %v, want 2 × 140 − 100", c.Cost.Metric, got)
		}
	})
	t.Run("waiting", func(t *testing.T) {
		r := twoProfiles(t)
		busy(r, "old", 1)
		busy(r, "new", 0.5)
		c := new(r.experiment()).find(t, "new", "ns/op")
		if got := c.Cost.Measured.Value; math.Abs(got-40) > 2 || c.Cost.Metric != "ns/op" {
			t.Errorf("%s: %v, want wall time, 40", c.Cost.Metric, got)
		}
	})
	t.Run("reported", func(t *testing.T) {
		r := twoProfiles(t)
		for i := range r.in().Observations {
			o := &r.in().Observations[i]
			o.Values["cpu-ns/op"] = 3 * o.Values["ns/op"]
		}
		c := new(r.experiment()).find(t, "new", "ns/op")
		if got := c.Cost.Measured.Value; math.Abs(got-120) > 5 || c.Cost.Metric != "cpu-ns/op" {
			t.Errorf("%s: %v, want 120", c.Cost.Metric, got)
		}
		if c.Cost.Why == "" {
			t.Error("nothing is said of the 80 ns that the profiles have not")
		}
	})
}

// TestNothingToExplain: where timing finds no difference no finding accounts
// for one, and where profiles do not say of how many operations they are there
// is nothing.
func TestNothingToExplain(t *testing.T) {
	r := twoProfiles(t)
	in := r.in()
	for i := range in.Observations {
		in.Observations[i].Values["ns/op"] = 100
	}
	c := new(r.experiment()).find(t, "new", "ns/op")
	for _, f := range c.Findings {
		if f.NsPerOp != 0 {
			t.Errorf("a difference that was not found is explained: %+v", f)
		}
	}
	r.ran("new", 0)
	if c := new(r.experiment()).find(t, "new", "ns/op"); c.Cost != nil || len(c.Findings) > 0 || c.Unexplained != nil {
		t.Errorf("a profile of nobody knows how many operations says %+v", c)
	}
}

// TestProfilingCost: the cell with a profile beside the one without.
func TestProfilingCost(t *testing.T) {
	r := twoProfiles(t)
	in := r.in()
	in.Processes = append(in.Processes, results.Process{
		Process: len(in.Processes) + 1, Pass: results.PassPlain, Cell: cell("new", "n=1000", "default"),
		Iterations: 1000, Values: map[string]float64{"ns/op": 140},
	})
	in.Profiles[1].Values = map[string]float64{"ns/op": 147}
	x := r.experiment()
	if len(x.Profiling) != 1 || x.Profiling[0].Plain != 140 || x.Profiling[0].Profiled != 147 || x.Profiling[0].Arm != "new" {
		t.Errorf("the cost of profiling is %+v", x.Profiling)
	}
}

// TestEvidenceValues: what only evidence tells is known of an arm, but not what
// the testing package says of an iteration that is many operations.
func TestEvidenceValues(t *testing.T) {
	for name, test := range map[string]struct {
		printed map[string]float64
		want    string
	}{
		"an operation":    {map[string]float64{"B/op": 64, "allocs/op": 2, "ns/op": 9}, "B/op=64 allocs/op=2 ns/op=100"},
		"many operations": {map[string]float64{"B/op": 64, "allocs/op": 2, "gc/op": 0.5, "ops": 1000}, "gc/op=0.5 ns/op=100 ops=1000"},
	} {
		r := newTestRecord("old", "new")
		r.measure("old", "n=1000", "default", "ns/op", 100, 100, 100)
		in := r.in()
		in.Processes = append(in.Processes, results.Process{
			Process: len(in.Processes) + 1, Pass: results.PassPlain, Cell: cell("old", "n=1000", "default"), Values: test.printed,
		})
		b := newBuilder(&r.Record, in)
		b.build()
		var got []string
		values := b.armOf(sideOf(cell("old", "n=1000", "default"), false)).Values
		for _, unit := range slices.Sorted(maps.Keys(values)) {
			got = append(got, fmt.Sprintf("%s=%v", unit, values[unit]))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %s, want %s", name, text, test.want)
		}
	}
}
