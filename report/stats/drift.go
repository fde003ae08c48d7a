package stats

import (
	"math"
	"slices"
)

// maxSlopes bounds the rounds from which a drift is found, since its cost
// grows as their square. More rounds are thinned out evenly.
const maxSlopes = 500

// Drift looks for a trend in values in the order of running, which are above
// zero. drifts says whether there is one, at a level of 1%, and total is then
// the relative change from the first to the last along the trend.
//
// The test is that of Mann and Kendall: of all pairs of values, how many rise
// and how many fall. It asks nothing of the distribution. The size is the
// median of the slopes of all pairs, on logarithms, which P. K. Sen proposed in
// "Estimates of the regression coefficient based on Kendall's tau", Journal of
// the American Statistical Association 63 (1968).
func Drift(values []float64) (total float64, drifts bool) {
	logs := logarithms(thin(values, maxSlopes))
	n := float64(len(logs))
	if n < 8 {
		return 0, false
	}
	score := 0.0
	for i, earlier := range logs {
		for _, later := range logs[i+1:] {
			switch {
			case later > earlier:
				score++
			case later < earlier:
				score--
			}
		}
	}
	// Of values in no order, the score is about normal around 0. Equal values
	// make it vary less, which errs on the side of no drift.
	deviation := math.Sqrt(n * (n - 1) * (2*n + 5) / 18)
	if (math.Abs(score)-1)/deviation <= quantile(0.99) {
		return 0, false
	}
	return math.Expm1(medianSlope(logs) * (n - 1)), true
}

// medianSlope is the median of the slopes, by one step, of all pairs.
func medianSlope(values []float64) float64 {
	var slopes []float64
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			slopes = append(slopes, (values[j]-values[i])/float64(j-i))
		}
	}
	slices.Sort(slopes)
	return median(slopes)
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
