package report

import (
	"math"

	"golang.org/x/perf/benchmath"
)

// pValue is the p-value of benchmath for two sorted samples. What takes it
// longest, samples of the same size with ties, is computed here in a tenth of
// the time, since a report may have thousands of them; a test holds the two
// against each other. With ties and different sizes benchmath may come to more
// than 1, which is 1.
func pValue(one, other *benchmath.Sample) float64 {
	n := len(one.Values)
	if groups, ties := tieGroups(one.Values, other.Values); ties && n == len(other.Values) && n <= exactTies {
		return exactP(groups, n)
	}
	return min(1, benchmath.AssumeNothing.Compare(one, other).P)
}

// exactTies is up to how many values a sample may have for benchmath to test
// samples with ties exactly. It takes ten milliseconds at this size.
const exactTies = 25

// A tieGroup is values that are equal: how many there are in all, and how many
// of them are of the first sample.
type tieGroup struct {
	all, first int
}

// tieGroups merges two sorted samples, and says whether any values are equal.
func tieGroups(one, other []float64) (groups []tieGroup, ties bool) {
	for len(one)+len(other) > 0 {
		least := math.Inf(1)
		if len(one) > 0 {
			least = one[0]
		}
		if len(other) > 0 {
			least = min(least, other[0])
		}
		var g tieGroup
		for len(one) > 0 && one[0] == least {
			g.all, g.first, one = g.all+1, g.first+1, one[1:]
		}
		for len(other) > 0 && other[0] == least {
			g.all, other = g.all+1, other[1:]
		}
		groups = append(groups, g)
		ties = ties || g.all > 1
	}
	return groups, ties
}

// exactP is the p-value of the two-sided Mann-Whitney U-test of two samples of n
// values. U counts the pairs in which the value of the first sample is the
// larger, ties as halves; here it is doubled. If the samples are the same but
// for chance, each choice of n values out of all is as likely to be the first
// sample: p is twice the share of choices with as small a U.
func exactP(groups []tieGroup, n int) float64 {
	u, below := 0, 0
	for _, g := range groups {
		u += g.first * (2*below + g.all - g.first)
		below += g.all - g.first
	}
	if u == n*n {
		return 1
	}
	u = min(u, 2*n*n-u) // as likely, by exchanging the samples

	// ways[j][v] is in how many ways j values can be chosen out of the groups
	// so far so that their U is v.
	ways := make([][]float64, n+1)
	for j := range ways {
		ways[j] = make([]float64, u+1)
	}
	ways[0][0] = 1
	seen := 0
	for _, g := range groups {
		// From the top, so that what is added to is not yet added from.
		for j := min(n, seen+g.all); j > 0; j-- {
			for x := max(1, j-seen); x <= min(g.all, j); x++ {
				more := x * (2*(seen-(j-x)) + g.all - x)
				choices := binomial(g.all, x)
				for v := more; v <= u; v++ {
					ways[j][v] += choices * ways[j-x][v-more]
				}
			}
		}
		seen += g.all
	}
	small := 0.0
	for _, w := range ways[n] {
		small += w
	}
	return 2 * small / binomial(2*n, n)
}

// binomial is the number of ways to choose k of n.
func binomial(n, k int) float64 {
	c := 1.0
	for i := 1; i <= k; i++ {
		c = math.Round(c * float64(n-k+i) / float64(i))
	}
	return c
}
