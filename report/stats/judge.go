package stats

import (
	"fmt"
	"math"
)

// An Outcome is what a comparison comes to, whichever way is better.
type Outcome int

// The outcomes.
const (
	Undecided Outcome = iota
	Same              // the two differ by less than what matters
	Lower             // the arm is lower than the other
	Higher            // the arm is higher than the other
)

// A Reason says in a sentence what keeps an outcome open.
type Reason string

// tooFew says how many rounds it takes for an interval of this confidence.
func tooFew(level float64) Reason {
	return Reason(fmt.Sprintf("it takes %d rounds for an interval that holds with %.4g%% confidence", MinRounds(level), 100*level))
}

// The reasons for an outcome of Undecided.
const (
	HoldsOne    Reason = "the interval holds 1 and reaches beyond the margin"
	WithinFloor Reason = "the baseline differs from itself by as much"
	SomeZeros   Reason = "some of the values are zero, and not all of one side"
)

// rounding is how far beyond an edge, on a logarithmic scale, a value still
// counts as lying on it. Of 101 bytes against 100, and of 100 against 101, one
// would else lie within a margin of 1% and the other not.
const rounding = 1e-12

// Judge compares an interval with the margin, which is the smallest relative
// difference that matters, and with the noise floor, which Floor makes; the
// floor is NaN where no control ran. An interval whose confidence is below
// level decides nothing.
//
// The outcome is Same when the whole interval lies within the margin. It is
// Lower or Higher when the interval leaves out 1 and the estimate lies
// outside of the floor. Else it is Undecided, for the reason returned, which
// is empty otherwise. Margin and floor are the same distance on either side
// of 1 on a logarithmic scale: a margin of 0.01 reaches from 1/1.01 to 1.01.
func Judge(r Ratio, level, margin, floor float64) (Outcome, Reason) {
	if r.Confidence < level {
		return Undecided, tooFew(level)
	}
	low, high, estimate := math.Log(r.Low), math.Log(r.High), math.Log(r.Estimate)
	band := math.Log1p(margin) + rounding
	switch {
	case -band <= low && high <= band:
		return Same, ""
	case low <= 0 && 0 <= high:
		return Undecided, HoldsOne
	case math.Abs(estimate) <= math.Log1p(floor)+rounding: // false for NaN
		return Undecided, WithinFloor
	case high < 0:
		return Lower, ""
	}
	return Higher, ""
}

// JudgeZeros makes an outcome of rounds for which Compare returns ErrZero.
// All their values are then finite, and none is negative.
//
// Two sides that are zero in every round are the same. A side that is zero in
// every round is lower than one that never is, as no allocation is fewer than
// six. All else is Undecided, and so are rounds too few for the level.
func JudgeZeros(pairs []Pair, level float64) (Outcome, Reason) {
	if len(pairs) < MinRounds(level) {
		return Undecided, tooFew(level)
	}
	var arm, against int
	for _, p := range pairs {
		if p.Arm == 0 {
			arm++
		}
		if p.Against == 0 {
			against++
		}
	}
	all := len(pairs)
	switch {
	case arm == all && against == all:
		return Same, ""
	case arm == all && against == 0:
		return Lower, ""
	case arm == 0 && against == all:
		return Higher, ""
	}
	return Undecided, SomeZeros
}
