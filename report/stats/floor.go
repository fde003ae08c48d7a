package stats

import "math"

// Floor is the noise floor that a control shows: how far its interval reaches
// from 1, on either side, as a relative difference. A control whose interval
// is 0.96 to 1.02 has a floor of 0.042, since 1/0.96 is 1.042.
//
// The control is the same code twice. What its interval leaves open is what
// the machine does to any pair of arms, however fast they are.
func Floor(control Ratio) float64 {
	return math.Expm1(max(math.Abs(math.Log(control.Low)), math.Abs(math.Log(control.High))))
}
