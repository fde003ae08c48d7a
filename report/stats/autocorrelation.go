package stats

import "math"

// noticeable is the least autocorrelation that is worth a word. At 0.2 an
// interval of 95% holds in about 93% of the cases.
const noticeable = 0.2

// Autocorrelation is the correlation of values, in the order of running, with
// those that follow them. shown says that it is above 0.2 and that values
// which do not depend on one another reach it once in a hundred times or less.
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
	// Two-sided at 98% is one-sided at 99%.
	bound := quantile(0.98)/math.Sqrt(float64(n)) - 1/float64(n)
	return lag1, lag1 > max(noticeable, bound)
}
