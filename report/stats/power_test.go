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

// judged is what a comparison of such rounds comes to.
func judged(pairs, control []Pair) (Ratio, float64, Outcome) {
	r, err := Compare(pairs, Level)
	if err != nil {
		panic(err)
	}
	c, err := Compare(control, Level)
	if err != nil {
		panic(err)
	}
	floor := Floor(c)
	outcome, _ := Judge(r, Level, 0.01, floor)
	return r, floor, outcome
}

// TestDetectable makes up comparisons, takes the difference that Detectable
// says they would find, and counts how often others like them find it.
func TestDetectable(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for _, n := range []int{12, 30, 100} {
		const runs = 300
		sum := 0.0
		for range runs {
			r, floor, _ := judged(noisyPairs(random, n, 0, 0.03))
			sum += math.Log1p(Detectable(r, floor)) / runs
		}
		found := 0
		for range runs {
			if _, _, outcome := judged(noisyPairs(random, n, sum, 0.03)); outcome == Higher {
				found++
			}
		}
		t.Logf("n=%d: of differences of %.1f%%, which are called detectable, %d of %d were found", n, 100*math.Expm1(sum), found, runs)
		if found < 80*runs/100 || found > 98*runs/100 {
			t.Errorf("n=%d: found %d of %d, want about nine in ten", n, found, runs)
		}
	}
}

// TestNeeded asks how many rounds would decide, and then runs them.
func TestNeeded(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for _, difference := range []float64{0.03, 0} {
		asked, decided := 0, 0
		for range 300 {
			pairs, control := noisyPairs(random, 20, difference, 0.03)
			r, floor, outcome := judged(pairs, control)
			if outcome != Undecided {
				continue
			}
			n, ok := Needed(r, 0.01, floor)
			if !ok || n > 5000 {
				continue
			}
			if n <= 20 {
				t.Fatalf("%d rounds would decide what 20 did not", n)
			}
			asked++
			if _, _, outcome := judged(noisyPairs(random, n, math.Log(r.Estimate), 0.03)); outcome != Undecided {
				decided++
			}
		}
		t.Logf("difference %.2f: of %d comparisons, the rounds that were said to be needed decided %d", difference, asked, decided)
		if asked < 30 || decided < asked/4 {
			t.Errorf("difference %.2f: %d of %d were decided by as many rounds as were said to be needed", difference, decided, asked)
		}
	}
	if _, ok := Needed(Ratio{Estimate: 1.01, Low: 0.9, High: 1.2, N: 100, Confidence: 0.95}, 0.01, 0.5); ok {
		t.Error("an estimate on the margin's edge, with such noise, needs a number of rounds that can be had")
	}
}

// TestStoppingByPrecision stops comparisons as a run does: when the interval
// is narrow enough, asking every fourth round from the twelfth on. How often
// the interval holds the truth must not suffer.
func TestStoppingByPrecision(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	for _, noise := range []float64{0.01, 0.02, 0.04} {
		held, rounds := 0, 0
		const runs = 400
		for range runs {
			pairs, _ := noisyPairs(random, 400, 0.05, noise)
			n := 12
			for ; n < len(pairs); n += 4 {
				if r, _ := Compare(pairs[:n], Level); r.Width() <= 0.01 {
					break
				}
			}
			r, err := Compare(pairs[:n], Level)
			if err != nil {
				t.Fatal(err)
			}
			if r.Low <= math.Exp(0.05) && math.Exp(0.05) <= r.High {
				held++
			}
			rounds += n
		}
		t.Logf("noise %.0f%%: stopped after %d rounds on average, %.1f%% of the intervals hold", 100*noise, rounds/runs, 100*float64(held)/runs)
		if held < 92*runs/100 {
			t.Errorf("noise %v: %d of %d intervals hold", noise, held, runs)
		}
	}
}
