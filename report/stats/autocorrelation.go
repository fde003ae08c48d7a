package stats

import (
	"cmp"
	"math"
	"slices"
)

// noticeable is the least autocorrelation that is worth a word. At 0.2, an
// interval of 95% holds with about 92%.
const noticeable = 0.2

// Autocorrelation is the correlation of values, in the order of running, with
// those that follow them. shown says that it is above 0.2 and that values
// which do not depend on one another reach it less than once in a hundred
// times.
//
// It is taken of ranks, so that a few wild values neither make nor hide it.
// Without dependence it is about normal around -1/n with a deviation of
// 1/√n. See R. Bartels, "The rank version of von Neumann's ratio test for
// randomness", Journal of the American Statistical Association 77 (1982).
func Autocorrelation(values []float64) (lag1 float64, shown bool) {
	n := len(values)
	if n < 8 {
		return 0, false
	}
	ranks := ranks(values)
	middle := float64(n-1) / 2
	var products, squares float64
	for i, r := range ranks {
		squares += square(r - middle)
		if i > 0 {
			products += (r - middle) * (ranks[i-1] - middle)
		}
	}
	if squares == 0 {
		return 0, false
	}
	lag1 = products / squares
	bound := quantile(0.98)/math.Sqrt(float64(n)) - 1/float64(n)
	return lag1, lag1 > max(noticeable, bound)
}

// ranks gives each value its place among all, from 0; equal values share the
// mean of theirs.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for first := 0; first < len(order); {
		last := first
		for last+1 < len(order) && values[order[last+1]] == values[order[first]] {
			last++
		}
		for _, i := range order[first : last+1] {
			ranks[i] = float64(first+last) / 2
		}
		first = last + 1
	}
	return ranks
}
