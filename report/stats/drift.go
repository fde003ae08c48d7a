package stats

import (
	"math"
	"slices"
)

// maxSlopes bounds the rounds from which the size of a drift is found, since
// its cost grows as their square. More rounds are thinned out evenly.
const maxSlopes = 500

// Drift looks for a trend in values in the order of running, which are above
// zero. total is the relative change from the first to the last along the
// trend, and drifts whether it is one, at a level of 1%.
//
// The test is that of Mann and Kendall: of all pairs, how many rise and how
// many fall. The size is the median of the slopes of all pairs, which P. K. Sen
// proposed in "Estimates of the regression coefficient based on Kendall's tau",
// Journal of the American Statistical Association 63 (1968).
func Drift(values []float64) (total float64, drifts bool) {
	logs := logarithms(thin(values, maxSlopes))
	n := len(logs)
	if n < 8 {
		return 0, false
	}
	score := 0
	slopes := make([]float64, 0, n*(n-1)/2)
	for i := range logs {
		for j := i + 1; j < n; j++ {
			d := logs[j] - logs[i]
			switch {
			case d > 0:
				score++
			case d < 0:
				score--
			}
			slopes = append(slopes, d/float64(j-i))
		}
	}
	f := float64(n)
	deviation := math.Sqrt(f * (f - 1) * (2*f + 5) / 18)
	z := (math.Abs(float64(score)) - 1) / deviation
	slices.Sort(slopes)
	return math.Expm1(median(slopes) * (f - 1)), z > quantile(0.99)
}

// thin keeps at most limit values, evenly spread.
func thin(values []float64, limit int) []float64 {
	if len(values) <= limit {
		return values
	}
	kept := make([]float64, limit)
	for i := range kept {
		kept[i] = values[i*(len(values)-1)/(limit-1)]
	}
	return kept
}

func logarithms(values []float64) []float64 {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	return logs
}
