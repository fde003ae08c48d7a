package stats

import (
	"cmp"
	"slices"
)

// Holm adjusts p-values of hypotheses that are tested together, so that
// rejecting those at or below a level rejects a true one with at most that
// probability. The result is in the order given.
//
// The k-th smallest of m is multiplied by m-k+1, and none may be smaller than
// the one before it. See S. Holm, "A simple sequentially rejective multiple
// test procedure", Scandinavian Journal of Statistics 6 (1979).
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	least := 0.0
	for k, i := range order {
		least = min(1, max(least, p[i]*float64(len(p)-k)))
		adjusted[i] = least
	}
	return adjusted
}
