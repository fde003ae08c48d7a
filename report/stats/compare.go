package stats

import (
	"errors"
	"math"
	"slices"
)

// Level is the confidence that an interval is asked to have where nobody asks
// for another one.
const Level = 0.95

// A Pair is what one round measured of the two sides of a comparison, in the
// same unit.
type Pair struct {
	Arm, Against float64
}

// A Ratio is how an arm compares with another one.
type Ratio struct {
	// Estimate is the median over rounds of arm divided by against: in half
	// of the rounds the arm takes at least so many times as much. For an
	// even number of rounds it lies halfway between the two in the middle,
	// on a logarithmic scale.
	//
	// Where the noise of the two sides differs, as that of an arm which is
	// slow now and then and a baseline which never is, the ratio of means
	// and the mean of ratios are other figures, and none is wrong. The
	// median says what a round shows; slow processes do not move it while
	// they are few, and swapping the arms inverts it whatever the noise.
	Estimate float64

	// Low and High bound the interval. The true median ratio lies within
	// with probability Confidence.
	Low, High float64

	// Confidence is the exact level of the interval, from 0 to 1. It is
	// seldom the level that was asked for, since there are only so many
	// order statistics. It lies below that only where there are too few
	// rounds; the interval is then the range.
	Confidence float64

	// N is the number of rounds.
	N int
}

// The reasons for which Compare finds no ratio.
var (
	ErrNoRounds  = errors.New("no round measured both")
	ErrNotFinite = errors.New("a value is not a finite number")
	ErrNegative  = errors.New("a value is negative")
	ErrZero      = errors.New("a value is zero")
	ErrRange     = errors.New("the values are too far apart for a ratio")
)

// minRatio and maxRatio bound a ratio, so that its inverse and the product of
// two of them are ordinary numbers too.
const (
	minRatio = 1e-150
	maxRatio = 1e150
)

// Compare divides the arm by the other in each round. The interval has the
// smallest available confidence that is at least level, which is Level for
// one that stands alone, and Simultaneous for those that hold together.
//
// The error is one of the Err variables, and says why there is no ratio. One
// round that has none spoils all: leaving it out would be choosing.
func Compare(pairs []Pair, level float64) (Ratio, error) {
	if len(pairs) == 0 {
		return Ratio{}, ErrNoRounds
	}
	zero := false
	ratios := make([]float64, len(pairs))
	for i, p := range pairs {
		switch {
		case !finite(p.Arm) || !finite(p.Against):
			return Ratio{}, ErrNotFinite
		case p.Arm < 0 || p.Against < 0:
			return Ratio{}, ErrNegative
		case p.Arm == 0 || p.Against == 0:
			zero = true
			continue
		}
		ratios[i] = p.Arm / p.Against
		if !(minRatio <= ratios[i] && ratios[i] <= maxRatio) {
			return Ratio{}, ErrRange
		}
	}
	if zero {
		return Ratio{}, ErrZero
	}
	// Order is the same for ratios as for their logarithms. Sorting the
	// former spares a rounding: half is then 0.5 and not nearly so.
	slices.Sort(ratios)
	n := len(ratios)
	estimate := ratios[n/2]
	if n%2 == 0 {
		estimate = math.Sqrt(ratios[n/2-1] * estimate)
	}
	rank, confidence := medianInterval(n, level)
	return Ratio{
		Estimate:   estimate,
		Low:        ratios[rank-1],
		High:       ratios[n-rank],
		Confidence: confidence,
		N:          n,
	}, nil
}
