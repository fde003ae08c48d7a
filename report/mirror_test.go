package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

// randomRecord has arms that differ from the baseline by anything from nothing
// to a third, with noise of any size, in so many rounds. The values are
// multiplied by unit.
func randomRecord(seed uint64, baseline, other string, unit float64) *testRecord {
	random := rand.New(rand.NewPCG(seed, 7))
	rounds := 4 + random.IntN(40)
	noise := math.Pow(10, -3+2*random.Float64())
	differs := 1.0
	if random.IntN(4) > 0 {
		differs += 0.3 * random.Float64() * random.Float64()
	}
	if random.IntN(2) > 0 {
		differs = 1 / differs
	}
	r := newTestRecord(baseline, other)
	for round := 1; round <= rounds; round++ {
		moment := 1 + noise*random.NormFloat64()
		for _, arm := range []string{"a", "b"} {
			v := 100 * moment * (1 + noise*random.NormFloat64())
			if arm == "b" {
				v *= differs
			}
			r.observe(arm, "n=1", "default", round, map[string]float64{"ns/op": v * unit})
			r.in().Observations[len(r.in().Observations)-1].Layout = int64(round % 2)
		}
		// The control is noise alone, on whichever side it stands.
		v := 100 * moment * (1 + noise*random.NormFloat64())
		if baseline == "b" {
			v *= differs
		}
		r.observe(experiments.ControlArm, "n=1", "default", round, map[string]float64{"ns/op": v * unit})
	}
	return r
}

// TestRelabelling: which of two arms is called the baseline mirrors the ratio,
// and the verdict where both have the same floor.
func TestRelabelling(t *testing.T) {
	mirror := map[Verdict]Verdict{Faster: Slower, Slower: Faster, Same: Same, Undecided: Undecided}
	seen := map[Verdict]int{}
	for seed := range uint64(200) {
		one, other := randomRecord(seed, "a", "b", 1), randomRecord(seed, "b", "a", 1)
		withoutControl(one)
		withoutControl(other)
		x, y := one.experiment(), other.experiment()
		c, d := x.find(t, "b", "ns/op"), y.find(t, "a", "ns/op")
		seen[c.Verdict]++
		if d.Verdict != mirror[c.Verdict] || d.Needed != c.Needed || d.N != c.N || d.Confidence != c.Confidence || d.Why != c.Why {
			t.Errorf("seed %d: %q (%s, needs %d) is mirrored to %q (%s, needs %d)", seed, c.Verdict, c.Why, c.Needed, d.Verdict, d.Why, d.Needed)
		}
		for _, pair := range [][2]float64{{*c.Ratio, *d.Ratio}, {*c.Low, *d.High}, {*c.High, *d.Low}} {
			if math.Abs(pair[0]*pair[1]-1) > 1e-9 {
				t.Errorf("seed %d: %v is mirrored to %v", seed, pair[0], pair[1])
			}
		}
		if c.Benchstat.P != d.Benchstat.P {
			t.Errorf("seed %d: p is %v and %v", seed, c.Benchstat.P, d.Benchstat.P)
		}
		if len(x.warned(Drifts)) != len(y.warned(Drifts)) || len(x.warned(Autocorrelated)) != len(y.warned(Autocorrelated)) || len(x.warned(LayoutDecides)) != len(y.warned(LayoutDecides)) {
			t.Errorf("seed %d: the warnings are %+v and %+v", seed, x.Warnings, y.Warnings)
		}
	}
	for verdict := range mirror {
		if seen[verdict] < 5 {
			t.Errorf("%q came up %d times: the records test too little", verdict, seen[verdict])
		}
	}
}

// withoutControl takes the control out of a record.
func withoutControl(r *testRecord) {
	in := r.in()
	kept := in.Observations[:0]
	for _, o := range in.Observations {
		if !o.Control {
			kept = append(kept, o)
		}
	}
	in.Observations = kept
}

// TestUnitScales: a unit that is a thousand times smaller changes the figures
// and nothing that is concluded from them.
func TestUnitScales(t *testing.T) {
	for seed := range uint64(100) {
		x, y := randomRecord(seed, "a", "b", 1).experiment(), randomRecord(seed, "a", "b", 1000).experiment()
		for i, c := range x.Comparisons {
			d := y.Comparisons[i]
			if d.Verdict != c.Verdict || d.Why != c.Why || d.Needed != c.Needed || math.Abs(*d.Ratio / *c.Ratio - 1) > 1e-9 {
				t.Errorf("seed %d: %s is %q at %v, and in another unit %q at %v", seed, c.Arm, c.Verdict, *c.Ratio, d.Verdict, *d.Ratio)
			}
		}
		for i, c := range x.Cells {
			s, u := c.Spread, y.Cells[i].Spread
			if (s == nil) != (u == nil) || s != nil && (s.LayoutShown != u.LayoutShown || math.Abs(s.Process-u.Process) > 1e-9 || math.Abs(s.Rest-u.Rest) > 1e-9) {
				t.Errorf("seed %d: the spread of %s is %+v, and in another unit %+v", seed, c.Arm, s, u)
			}
		}
		if fmt.Sprint(x.Undecided, x.Resolution) != fmt.Sprint(y.Undecided, y.Resolution) || len(x.Warnings) != len(y.Warnings) {
			t.Errorf("seed %d: in another unit %v became %v, and %v became %v", seed, x.Undecided, y.Undecided, x.Warnings, y.Warnings)
		}
	}
}
