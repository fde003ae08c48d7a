package stats

import "slices"

// A Summary describes the absolute values of one metric over the rounds, in
// its unit. It makes no claim about what was not measured.
type Summary struct {
	N                int
	Median, Min, Max float64
}

// Summarize describes the values that are finite numbers; N counts them. The
// caller's slice keeps its order, which is the order of running.
func Summarize(values []float64) Summary {
	sorted := make([]float64, 0, len(values))
	for _, v := range values {
		if finite(v) {
			sorted = append(sorted, v)
		}
	}
	if len(sorted) == 0 {
		return Summary{}
	}
	slices.Sort(sorted)
	return Summary{N: len(sorted), Median: median(sorted), Min: sorted[0], Max: sorted[len(sorted)-1]}
}
