package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestMedianIntervalTable compares with the table of K. R. Nair (1940), as
// cited by Dixon and Massey and reprinted by R. D. Jarrard, Scientific
// Methods, table 5: sample size, rank, confidence in percent. The reprint has
// 98.1 for n=7, which is a slip: 1-2/2^7 is 98.4%.
func TestMedianIntervalTable(t *testing.T) {
	for _, row := range []struct {
		n, rank95 int
		percent95 float64
		rank99    int
		percent99 float64
	}{
		{8, 1, 99.2, 1, 99.2},
		{9, 2, 96.1, 1, 99.6},
		{10, 2, 97.9, 1, 99.8},
		{11, 2, 98.8, 1, 99.9},
		{12, 3, 96.1, 2, 99.4},
		{13, 3, 97.8, 2, 99.7},
		{14, 3, 98.7, 2, 99.8},
		{15, 4, 96.5, 3, 99.3},
		{16, 4, 97.9, 3, 99.6},
		{17, 5, 95.1, 3, 99.8},
		{18, 5, 96.9, 4, 99.2},
		{19, 5, 98.1, 4, 99.6},
		{20, 6, 95.9, 4, 99.7},
		{25, 8, 95.7, 6, 99.6},
		{30, 10, 95.7, 8, 99.5},
		{40, 14, 96.2, 12, 99.4},
		{50, 18, 96.7, 16, 99.3},
		{60, 22, 97.3, 20, 99.4},
		{65, 25, 95.4, 22, 99.4},
	} {
		check := func(level float64, rank int, percent float64) {
			t.Helper()
			gotRank, got := medianInterval(row.n, level)
			if gotRank != rank || math.Abs(got*100-percent) > 0.0501 {
				t.Errorf("n=%d level %v: rank %d with %.2f%%, the table has %d with %v%%", row.n, level, gotRank, got*100, rank, percent)
			}
		}
		check(0.95, row.rank95, row.percent95)
		check(0.99, row.rank99, row.percent99)
	}
}

// TestMedianIntervalFewRounds: below six observations no interval reaches
// 95%. It is then the range, and its true level is 1-2^(1-n).
func TestMedianIntervalFewRounds(t *testing.T) {
	for n, want := range map[int]float64{1: 0, 2: 0.5, 3: 0.75, 4: 0.875, 5: 0.9375, 6: 0.96875, 7: 0.984375} {
		rank, confidence := medianInterval(n, Level)
		if rank != 1 || confidence != want {
			t.Errorf("n=%d: rank %d with %v, want 1 with %v", n, rank, confidence, want)
		}
	}
}

// TestMedianIntervalExact compares with the binomial distribution in rational
// arithmetic. At n=3000 the powers of two leave the range of a float64.
func TestMedianIntervalExact(t *testing.T) {
	for _, n := range []int{2, 6, 15, 31, 64, 301, 1100, 3000} {
		for _, level := range []float64{0.5, 0.9, 0.95, 0.999} {
			rank, confidence := medianInterval(n, level)
			want := exactConfidence(n, rank)
			if math.Abs(confidence-want) > 1e-9 {
				t.Errorf("n=%d rank %d: confidence %v, want %v", n, rank, confidence, want)
			}
			if want < level && rank != 1 {
				t.Errorf("n=%d: rank %d has %v, below the level %v", n, rank, want, level)
			}
			if next := exactConfidence(n, rank+1); 2*(rank+1) <= n && next >= level {
				t.Errorf("n=%d: rank %d has %v, and rank %d still has %v: the level %v asks for the narrower one", n, rank, want, rank+1, next, level)
			}
		}
	}
}

// exactConfidence is 1 - 2 P(B < rank) for B binomial with n tosses.
func exactConfidence(n, rank int) float64 {
	below, coefficient := new(big.Int), big.NewInt(1)
	for i := range rank {
		below.Add(below, coefficient)
		coefficient.Mul(coefficient, big.NewInt(int64(n-i)))
		coefficient.Quo(coefficient, big.NewInt(int64(i+1))) // without remainder
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	share, _ := new(big.Rat).SetFrac(below, all).Float64()
	return 1 - 2*share
}

// TestCoverage draws rounds from a skewed distribution whose median ratio is
// known, and counts how often the interval holds it. That must happen as
// often as the confidence says, and the seed makes it the same each time.
func TestCoverage(t *testing.T) {
	const truth, trials = 1.25, 2000
	for _, n := range []int{3, 6, 9, 15, 20} {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		held, confidence := 0, 0.0
		for range trials {
			pairs := make([]Pair, n)
			for i := range pairs {
				// The disturbance of a round hits both sides. That of the
				// arm alone is exponential, with median 1: skewed, never
				// below 0.
				round := 1 + 3*random.Float64()
				pairs[i] = Pair{Arm: round * truth * random.ExpFloat64() / math.Ln2, Against: round}
			}
			r, err := Compare(pairs, Level)
			if err != nil {
				t.Fatal(err)
			}
			if r.Low <= truth && truth <= r.High {
				held++
			}
			confidence = r.Confidence
		}
		got := float64(held) / trials
		// Four standard errors of a share.
		if slack := 4 * math.Sqrt(confidence*(1-confidence)/trials); math.Abs(got-confidence) > slack {
			t.Errorf("n=%d: the interval held the truth in %.4f of all cases, its confidence is %.4f ± %.4f", n, got, confidence, slack)
		}
	}
}
