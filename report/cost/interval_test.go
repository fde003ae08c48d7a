package cost

import (
	"math"
	"math/rand/v2"
	"testing"
)

// exact are the bounds that leave 2.5% on either side, of F. Garwood, Fiducial
// limits for the Poisson distribution, Biometrika 28 (1936).
var exact = []struct{ n, low, high float64 }{
	{0, 0, 3.6889},
	{1, 0.0253, 5.5716},
	{2, 0.2422, 7.2247},
	{3, 0.6187, 8.7673},
	{4, 1.0899, 10.2416},
	{5, 1.6235, 11.6683},
	{10, 4.7954, 18.3904},
	{20, 12.2165, 30.8884},
	{30, 20.2409, 42.8269},
	{50, 37.1110, 65.9183},
	{100, 81.3638, 121.6274},
}

// TestPoisson compares the approximation with the exact bounds, and these with
// the sum that defines them.
func TestPoisson(t *testing.T) {
	for _, e := range exact {
		if e.n > 0 {
			if p := 1 - atMost(e.n-1, e.low); math.Abs(p-0.025) > 5e-5 {
				t.Errorf("the table is wrong: with %v expected, %v or more come with probability %v", e.low, e.n, p)
			}
		}
		if p := atMost(e.n, e.high); math.Abs(p-0.025) > 5e-5 {
			t.Errorf("the table is wrong: with %v expected, %v or fewer come with probability %v", e.high, e.n, p)
		}
		low, high := poisson(e.n)
		if math.Abs(low-e.low) > 0.025 || math.Abs(high-e.high) > 0.025 {
			t.Errorf("%v samples: [%.4f, %.4f], want [%.4f, %.4f]", e.n, low, high, e.low, e.high)
		}
	}
}

// atMost is the probability of n events or fewer where so many are expected.
func atMost(n, expected float64) float64 {
	sum, term := 0.0, math.Exp(-expected)
	for i := 0.0; i <= n; i++ {
		sum += term
		term *= expected / (i + 1)
	}
	return sum
}

const (
	// trials is how often chance is tried.
	trials = 20_000

	// leastCoverage is how often intervals of 95% must hold the truth in so
	// many trials. It is two standard deviations of that number below.
	leastCoverage = 0.95 - 2*0.0016
)

// TestCoverage: the interval of a sum holds the truth in 95 of 100 profiles.
// For small numbers it holds it more often, since it must for every truth.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, expected := range []float64{0.1, 0.5, 1, 2, 3.5, 5, 10, 25, 100, 400} {
		held := 0
		for range trials {
			e := sampled(random, expected, 1e7, 1000).Total()
			if truth := expected * 1e7 / 1000; e.Low <= truth && truth <= e.High {
				held++
			}
		}
		if got := float64(held) / trials; got < leastCoverage {
			t.Errorf("%v samples expected: %v of the intervals hold the truth", expected, got)
		}
	}
}

// TestCoverageOfDifference does the same for two profiles with numbers of
// operations and periods of their own.
func TestCoverageOfDifference(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, test := range []struct{ arm, against, operations float64 }{
		{0, 1, 1000}, {1, 0, 1000}, {1, 1, 1000}, {3, 1, 1000}, {2, 5, 300}, {5, 5, 30_000}, {10, 40, 1000},
		{40, 10, 10}, {50, 50, 1000}, {100, 1, 200}, {400, 300, 5000},
	} {
		truth := test.arm*1e7/1000 - test.against*4e6/test.operations
		held := 0
		for range trials {
			e := Difference(sampled(random, test.arm, 1e7, 1000), sampled(random, test.against, 4e6, test.operations), nil)
			if e.Low <= truth && truth <= e.High {
				held++
			}
		}
		if got := float64(held) / trials; got < leastCoverage {
			t.Errorf("%+v: %v of the intervals hold the truth", test, got)
		}
	}
}

// sampled is a profile in which as many samples are by chance as are expected.
func sampled(random *rand.Rand, expected, period, operations float64) *Profile {
	// Times between independent events are exponentially distributed.
	n := int64(0)
	for at := random.ExpFloat64(); at < expected; at += random.ExpFloat64() {
		n++
	}
	return &Profile{Operations: operations, Period: period, Samples: n, Entries: []Entry{{Samples: n}}}
}
