package cost

import (
	"math"
	"testing"
)

// TestSum: 119 samples of 10 ms in 1000 operations are 1.19 ms each, and all
// ways of grouping them add up to that.
func TestSum(t *testing.T) {
	p := mustNew(t, cpuProfile(map[string]int64{
		"runtime.mallocgc < runtime.newobject < m.f": 60,
		"runtime.gcDrain < runtime.gcBgMarkWorker":   20,
		"m.f": 30,
		"m.g": 9,
	}), 1000)
	check := func(name string, got Estimate, value float64) {
		t.Helper()
		if math.Abs(got.Value-value) > 1e-6 || !(got.Low < got.Value && got.Value < got.High) {
			t.Errorf("%s: %+v, want %v", name, got, value)
		}
	}
	check("total", p.Total(), 1_190_000)
	check("sum of all", p.Sum(nil), 1_190_000)
	check("sum of a function", p.Sum(func(e *Entry) bool { return e.Function == "m.f" }), 300_000)
	if got := p.Sum(func(*Entry) bool { return false }); got.Value != 0 || got.Low != 0 || math.Abs(got.High-36_700) > 100 {
		t.Errorf("what was not sampled: %+v, want none, and up to 3.67 samples", got)
	}
	for name, key := range map[string]func(*Entry) string{
		"kinds":     func(e *Entry) string { return string(e.Kind) },
		"functions": func(e *Entry) string { return e.Function },
		"sites":     func(e *Entry) string { return e.Site.Function },
	} {
		sum := 0.0
		for k, e := range p.Group(key) {
			sum += e.Value
			if e != p.Sum(func(entry *Entry) bool { return key(entry) == k }) {
				t.Errorf("%s: %s is %+v in the group", name, k, e)
			}
		}
		if math.Abs(sum-1_190_000) > 1e-6 {
			t.Errorf("%s add up to %v", name, sum)
		}
	}
}

// TestDifference: profiles of different lengths are compared by what they have
// per operation, and the other way round is the same with its sign turned.
func TestDifference(t *testing.T) {
	arm := mustNew(t, cpuProfile(map[string]int64{"m.f": 400, "time.Now < m.f": 100}), 2000)
	against := mustNew(t, cpuProfile(map[string]int64{"m.f": 200}), 1000)
	clock := func(e *Entry) bool { return e.Kind == Clock }
	if d := Difference(arm, against, clock); d.Value != 500_000 || !d.Above() {
		t.Errorf("the clock: %+v, want 500000 and surely more", d)
	}
	if d := Difference(arm, against, func(e *Entry) bool { return e.Kind == User }); d.Value != 0 || d.Low >= 0 || d.High <= 0 {
		t.Errorf("the rest: %+v, want none", d)
	}
	if d, other := Difference(arm, against, nil), Difference(against, arm, nil).Negative(); d != other {
		t.Errorf("%+v one way, %+v the other", d, other)
	}
}
