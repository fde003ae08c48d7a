package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// resampled is an interval for the median by the percentiles of a bootstrap:
// the medians of samples drawn from the values with replacement.
func resampled(r *rand.Rand, values []float64, level float64) (low, high float64) {
	const samples = 500
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	medians, drawn := make([]float64, samples), make([]int, n)
	for i := range medians {
		clear(drawn)
		for range n {
			drawn[r.IntN(n)]++
		}
		medians[i] = (nth(sorted, drawn, (n-1)/2) + nth(sorted, drawn, n/2)) / 2
	}
	slices.Sort(medians)
	tail := int(math.Floor((1 - level) / 2 * samples))
	return medians[tail], medians[samples-1-tail]
}

// nth is the value at this place, from 0, of a sorted sample that was drawn so
// many times of each value.
func nth(sorted []float64, drawn []int, place int) float64 {
	for i, times := range drawn {
		if place -= times; place < 0 {
			return sorted[i]
		}
	}
	panic("the sample has fewer values")
}
