package stats

import "math"

// medianInterval returns the rank of the order statistic that bounds an
// interval for the median of n observations, counted from 1 and from either
// end, and the exact confidence of that interval. It is the largest rank
// whose confidence is at least level, and 1, which is the range, when none
// is.
//
// The median lies below the k-th smallest of n observations only when fewer
// than k of them lie below the median. Each lies there with probability one
// half, like the toss of a coin, whatever the distribution. The same holds
// from above, so
//
//	confidence(k) = 1 - 2 P(B < k) = 1 - 2 Σ_{i<k} C(n,i) / 2^n
//
// with B binomial. This is the sign test turned round. See W. J. Conover,
// Practical Nonparametric Statistics, on quantiles.
func medianInterval(n int, level float64) (rank int, confidence float64) {
	// The binomial coefficient and the sum of those so far are
	// integers, and exact up to 2^53. Both are scaled down together before
	// they overflow; scale is the power of two by which they are divided.
	coefficient, sum, scale := 1.0, 1.0, -n
	rank, confidence = 1, 1-2*math.Ldexp(sum, scale)
	for k := 2; 2*k <= n+1; k++ {
		coefficient = coefficient * float64(n-k+2) / float64(k-1)
		sum += coefficient
		if coefficient > 0x1p900 {
			coefficient, sum, scale = math.Ldexp(coefficient, -900), math.Ldexp(sum, -900), scale+900
		}
		next := 1 - 2*math.Ldexp(sum, scale)
		if next < level {
			break
		}
		rank, confidence = k, next
	}
	return rank, confidence
}

// rangeConfidence is the confidence with which the range of n observations
// holds the median.
func rangeConfidence(n int) float64 { return 1 - math.Ldexp(1, 1-n) }
