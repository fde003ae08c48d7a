package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStoppingByPrecision ends comparisons as a run does, when the interval is
// narrow enough, and counts how often it holds the truth. Whoever looks more
// often stops more often at a moment at which the interval is too narrow by
// chance.
func TestStoppingByPrecision(t *testing.T) {
	const first, last = 12, 240
	looks := []struct {
		when string
		next func(n int) int

		// allowed is how far the coverage may fall below the level.
		allowed float64
	}{
		{"every round", func(n int) int { return n + 1 }, 0.04},
		{"every fourth", func(n int) int { return n + 4 }, 0.025},
		{"at half as many more", func(n int) int { return n + n/2 }, 0.01},
	}
	noises := []struct {
		name string
		of   situation
	}{
		{"even noise", situation{arm: even, baseline: even}},
		{"10% disturbed", situation{arm: disturbed(0.1), baseline: disturbed(0.1)}},
		{"exponential arm", situation{arm: waiting, baseline: tight}},
	}
	runs := 200 * *more
	random := rand.New(rand.NewPCG(17, 18))
	for _, noise := range noises {
		p := noise.of.population(random)
		for _, level := range []float64{Level, Simultaneous(6)} {
			ranks := make([]int, last+1)
			for n := range ranks {
				ranks[n], _ = medianInterval(n, level)
			}
			for _, look := range looks {
				held, all := 0, 0
				for _, precision := range []float64{0.02, 0.012, 0.007} {
					heldHere, rounds := 0, 0
					for range runs {
						var sorted []float64
						for n := first; ; n = look.next(n) {
							for len(sorted) < n {
								log := p.arm(random) - p.baseline(random)
								i, _ := slices.BinarySearch(sorted, log)
								sorted = slices.Insert(sorted, i, log)
							}
							low, high := sorted[ranks[n]-1], sorted[n-ranks[n]]
							if math.Expm1((high-low)/2) > precision && look.next(n) <= last {
								continue
							}
							if low <= p.center && p.center <= high {
								heldHere++
							}
							rounds += n
							break
						}
					}
					t.Logf("%s, %.2f%%, ±%.1f%%, looking %s: ends after %d rounds, and %.1f%% hold",
						noise.name, 100*level, 100*precision, look.when, rounds/runs, 100*float64(heldHere)/float64(runs))
					held, all = held+heldHere, all+runs
				}
				rate, allowed := float64(held)/float64(all), level-look.allowed-3*math.Sqrt(level*(1-level)/float64(all))
				if rate < allowed {
					t.Errorf("%s, looking %s: intervals of %.2f%% hold in %.2f%%, want %.2f%%", noise.name, look.when, 100*level, 100*rate, 100*allowed)
				}
			}
		}
	}
}
