package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// noisyPairs are n rounds of an arm that differs by so much, on the
// logarithmic scale, and of a control.
func noisyPairs(r *rand.Rand, n int, difference, noise float64) (pairs, control []Pair) {
	for range n {
		moment := math.Exp(0.1 * r.NormFloat64())
		baseline := moment * math.Exp(noise*r.NormFloat64())
		pairs = append(pairs, Pair{moment * math.Exp(difference+noise*r.NormFloat64()), baseline})
		control = append(control, Pair{moment * math.Exp(noise*r.NormFloat64()), baseline})
	}
	return pairs, control
}

// judged is what a comparison of such rounds comes to. Without a control the
// floor is NaN.
func judged(t *testing.T, pairs, control []Pair) (r Ratio, floor float64, outcome Outcome) {
	t.Helper()
	r, floor = mustCompare(t, pairs), math.NaN()
	if control != nil {
		floor = Floor(mustCompare(t, control))
	}
	outcome, _ = Judge(r, Level, 0.01, floor)
	return r, floor, outcome
}

// TestDetectable makes up comparisons, takes the difference that Detectable
// says they would find, and counts how often others like them find it.
func TestDetectable(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	runs := 1000 * *more
	for _, n := range []int{12, 20, 50, 100} {
		for _, floored := range []bool{true, false} {
			comparison := func(difference float64) (Ratio, float64, Outcome) {
				pairs, control := noisyPairs(random, n, difference, 0.03)
				if !floored {
					control = nil
				}
				return judged(t, pairs, control)
			}
			sum := 0.0
			for range runs {
				r, floor, _ := comparison(0)
				sum += math.Log1p(Detectable(r, floor))
			}
			detectable, found := sum/float64(runs), 0
			for range runs {
				if _, _, outcome := comparison(detectable); outcome == Higher {
					found++
				}
			}
			rate := float64(found) / float64(runs)
			t.Logf("%d rounds, with a control %v: ±%.2f%% is detectable, and found in %.1f%%", n, floored, 100*math.Expm1(detectable), 100*rate)
			if rate < 0.85 || rate > 0.95 {
				t.Errorf("%d rounds, with a control %v: what is detectable is found in %.1f%%, want about 90%%", n, floored, 100*rate)
			}
		}
	}
}

// TestNeeded asks undecided comparisons how many rounds would decide them, and
// makes as many up for which the estimate is right, and as many for which the
// difference is what it was.
func TestNeeded(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for _, difference := range []float64{0, 0.005, 0.02, 0.03} {
		undecided, beyond, right, still := 0, 0, 0, 0
		for range 300 * *more {
			pairs, control := noisyPairs(random, 20, difference, 0.03)
			r, floor, outcome := judged(t, pairs, control)
			if outcome != Undecided {
				continue
			}
			n, ok := Needed(r, 0.01, floor)
			if !ok || n > 5000 {
				beyond++
				continue
			}
			if n <= 20 {
				t.Fatalf("%d rounds would decide what 20 did not", n)
			}
			undecided++
			pairs, control = noisyPairs(random, n, math.Log(r.Estimate), 0.03)
			if _, _, outcome := judged(t, pairs, control); outcome != Undecided {
				right++
			}
			pairs, control = noisyPairs(random, n, difference, 0.03)
			if _, _, outcome := judged(t, pairs, control); outcome != Undecided {
				still++
			}
		}
		t.Logf("difference %.1f%%: %d undecided, of which as many rounds as needed decide %d if the estimate is right, and %d in truth; %d need more than 5000",
			100*difference, undecided, right, still, beyond)
		if rate := float64(right) / float64(undecided); rate < 0.80 || rate > 0.99 {
			t.Errorf("difference %v: as many rounds as are needed decide %.1f%%, want about 90%%", difference, 100*rate)
		}
	}
}

// TestNeededDetects: what is needed to show a difference is how many rounds
// would make it detectable.
func TestNeededDetects(t *testing.T) {
	r, floor := Ratio{Estimate: 1.01, Low: 0.99, High: 1.03, Confidence: 0.96, N: 20}, 0.025
	n, ok := Needed(r, 0, floor)
	if !ok {
		t.Fatal("no number of rounds is enough")
	}
	narrower := math.Sqrt(float64(r.N) / float64(n))
	r.Low, r.High = math.Pow(r.Low, narrower), math.Pow(r.High, narrower)
	if d := Detectable(r, math.Expm1(math.Log1p(floor)*narrower)); math.Abs(d-0.01) > 1e-4 {
		t.Errorf("after %d rounds, %v is detectable; want 0.01", n, d)
	}
}

func TestNeededTooMany(t *testing.T) {
	wide := Ratio{Estimate: 1.01, Low: 0.9, High: 1.2, N: 100, Confidence: 0.95}
	if n, ok := Needed(wide, 0.01, 0.5); ok {
		t.Errorf("an estimate on the margin's edge, with such noise, needs %d rounds", n)
	}
	wide.Estimate = 1
	if n, ok := Needed(wide, 0, math.NaN()); ok {
		t.Errorf("two equal arms are found to differ, or to be the same to the last digit, in %d rounds", n)
	}
}
