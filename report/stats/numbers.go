package stats

import "math"

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func square(x float64) float64 { return x * x }

func logarithms(values []float64) []float64 {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	return logs
}

// moments are the mean and the variance.
func moments(values []float64) (mean, variance float64) {
	for _, v := range values {
		mean += v
	}
	mean /= float64(len(values))
	for _, v := range values {
		variance += square(v - mean)
	}
	return mean, variance / float64(max(1, len(values)-1))
}

// median is the median of sorted numbers.
func median(sorted []float64) float64 {
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	// Halves first: the sum of two large numbers may overflow.
	return sorted[n/2-1]/2 + sorted[n/2]/2
}
