package attribution

import (
	"fmt"
	"math"
)

// An Arm is a combination of factors, and what was measured of it.
type Arm struct {
	Name string

	// Factors has the level of each factor, by the factor's name. A factor
	// that the arm leaves out is where it begins: at the level of the
	// baseline or, where that leaves it out too, of the first arm that does
	// not.
	Factors map[string]string

	// Rounds has the value of the metric by the number of the round.
	Rounds map[int]float64
}

// find is the arm of that name, nil where there is none.
func find(arms []Arm, name string) *Arm {
	for i := range arms {
		if arms[i].Name == name {
			return &arms[i]
		}
	}
	return nil
}

// takesPart reports whether there is enough of an arm to go by it: at least
// half of the baseline's rounds. What is computed within rounds needs those
// that all arms have, so that one which mostly failed would spoil it all.
func (a *Arm) takesPart(baseline *Arm) bool {
	return len(a.Factors) > 0 && len(a.Rounds) > 0 && 2*len(a.Rounds) >= len(baseline.Rounds)
}

// Between these every ratio of values, and the square of it, is a number that
// package stats has an interval for.
const (
	minValue = 1e-36
	maxValue = 1e36
)

// logarithm is that of what a round measured.
func (a *Arm) logarithm(round int) (float64, error) {
	v := a.Rounds[round]
	if !(minValue <= v && v <= maxValue) {
		return 0, fmt.Errorf("%s measured %v in round %d, of which there is no ratio", a.Name, v, round)
	}
	return math.Log(v), nil
}
