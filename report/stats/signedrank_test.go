package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// signedRank is the interval for the pseudomedian by Wilcoxon's signed ranks.
// It is bounded by two of the Walsh averages, the means of two values, each
// value with itself included. Their median is Hodges and Lehmann's estimate.
// See M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods.
func signedRank(values []float64, level float64) (low, high float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	k := signedRankBound(n, level)
	return walsh(sorted, k), walsh(sorted, n*(n+1)/2+1-k)
}

// bounds keeps what signedRankBound found.
var bounds = map[boundKey]int{}

type boundKey struct {
	n     int
	level float64
}

// signedRankBound is which of the sorted averages, counted from 1 and from
// either end, bounds an interval of this level: the largest k for which
// 1 - 2 P(W < k) is at least level. The distribution of W, the sum of the ranks
// of the positive ones, is exact: each rank is in it or not, evenly.
func signedRankBound(n int, level float64) int {
	key := boundKey{n, level}
	if k, known := bounds[key]; known {
		return k
	}
	most := n * (n + 1) / 2
	p := make([]float64, most+1)
	p[0] = 1
	for rank := 1; rank <= n; rank++ {
		for w := most; w >= 0; w-- {
			p[w] /= 2
			if w >= rank {
				p[w] += p[w-rank] / 2
			}
		}
	}
	sum, k := 0.0, 0
	for 1-2*(sum+p[k]) >= level {
		sum += p[k]
		k++
	}
	bounds[key] = max(1, k)
	return bounds[key]
}

// walsh is the k-th smallest Walsh average of sorted values, counted from 1.
// It halves the interval in which it lies forty times, counting the averages
// below the middle in one pass.
func walsh(sorted []float64, k int) float64 {
	low, high := sorted[0], sorted[len(sorted)-1]
	for range 40 {
		middle := low + (high-low)/2
		if countWalsh(sorted, middle) >= k {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// countWalsh counts the Walsh averages up to a limit.
func countWalsh(sorted []float64, limit float64) (count int) {
	j := len(sorted) - 1
	for i := 0; i <= j; i++ {
		for j >= i && sorted[i]+sorted[j] > 2*limit {
			j--
		}
		count += j - i + 1
	}
	return count
}

// TestSignedRankBound checks the bound against published critical values of
// Wilcoxon's signed ranks, two-sided: F. Wilcoxon and R. A. Wilcox, Some Rapid
// Approximate Statistical Procedures (1964). The bound is one above.
func TestSignedRankBound(t *testing.T) {
	for _, row := range []struct{ n, at5, at2, at1 int }{
		{6, 0, -1, -1}, {7, 2, 0, -1}, {8, 3, 1, 0}, {9, 5, 3, 1}, {10, 8, 5, 3}, {11, 10, 7, 5}, {12, 13, 9, 7}, {13, 17, 12, 9},
		{14, 21, 15, 12}, {15, 25, 19, 15}, {16, 29, 23, 19}, {17, 34, 27, 23}, {18, 40, 32, 27}, {19, 46, 37, 32}, {20, 52, 43, 37},
	} {
		check := func(level float64, critical int) {
			t.Helper()
			if got := signedRankBound(row.n, level); got != max(0, critical)+1 {
				t.Errorf("n=%d at %v: bound %d, want %d", row.n, level, got, critical+1)
			}
		}
		check(0.95, row.at5)
		check(0.98, row.at2)
		check(0.99, row.at1)
	}
}

// TestSignedRank checks the example of Hollander and Wolfe on depression under
// a tranquilizer, in which the estimate is -0.46, and the interval of 96%
// -0.786 to -0.010.
func TestSignedRank(t *testing.T) {
	before := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	after := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	values := make([]float64, len(before))
	for i := range values {
		values[i] = after[i] - before[i]
	}
	low, high := signedRank(values, Level)
	estimate := walsh(slices.Sorted(slices.Values(values)), 23) // the middle one of 45
	for _, c := range []struct{ got, want float64 }{{estimate, -0.46}, {low, -0.786}, {high, -0.010}} {
		if math.Abs(c.got-c.want) > 5e-4 {
			t.Errorf("got %.4f, want %v", c.got, c.want)
		}
	}
}

// TestWalsh compares with all averages, sorted.
func TestWalsh(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 26))
	for range 50 {
		sorted := make([]float64, 1+random.IntN(30))
		for i := range sorted {
			sorted[i] = math.Round(20*random.NormFloat64()) / 4 // with ties
		}
		slices.Sort(sorted)
		var all []float64
		for i := range sorted {
			for j := i; j < len(sorted); j++ {
				all = append(all, (sorted[i]+sorted[j])/2)
			}
		}
		slices.Sort(all)
		for k, want := range all {
			if got := walsh(sorted, k+1); math.Abs(got-want) > 1e-9 {
				t.Fatalf("average %d of %v is %v, want %v", k+1, sorted, got, want)
			}
		}
	}
}
