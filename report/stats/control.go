package stats

import "math"

// controlLevel is the confidence with which a control must differ before it
// counts as failed. At 95% one experiment in twenty would be thrown away
// although nothing is wrong with it.
const controlLevel = 0.99

// ControlFailed reports whether a control, which is the same code twice,
// differs from itself: its interval at 99% lies wholly outside of the margin.
// Whatever causes that may cause any other difference of the comparison.
func ControlFailed(control []Pair, margin float64) bool {
	r, err := Compare(control, controlLevel)
	if err != nil || r.Confidence < controlLevel {
		return false
	}
	band := math.Log1p(margin)
	return math.Log(r.Low) > band || math.Log(r.High) < -band
}
