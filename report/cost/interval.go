package cost

import "math"

// deviations is how many standard deviations of the normal distribution are
// left and right of the mean to hold 95% of it.
const deviations = 1.959963984540054

// poisson is a 95% interval for the number of samples that were to be expected
// where n were taken. Samples are taken to be independent of each other.
//
// It is Byar's approximation, which is near the exact interval for small
// numbers also: both bounds are within 0.025 samples of it, zero samples
// included. See K. J. Rothman and J. D. Boice, Epidemiologic Analysis with a
// Programmable Calculator, 1979; and N. E. Breslow and N. E. Day, Statistical
// Methods in Cancer Research, volume II, IARC 1987.
//
//	low  = n (1 - 1/(9n) - z/(3√n))³
//	high = m (1 - 1/(9m) + z/(3√m))³ with m = n+1
//
// Of a whole profile it holds too much: the profiler takes a sample whenever so
// much time has passed, and the total varies less than a Poisson count does.
func poisson(n float64) (low, high float64) {
	bound := func(n, z float64) float64 { return n * math.Pow(1-1/(9*n)+z/(3*math.Sqrt(n)), 3) }
	if n > 0 {
		low = bound(n, -deviations)
	}
	return low, bound(n+1, deviations)
}
