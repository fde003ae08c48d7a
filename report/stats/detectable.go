package stats

import "math"

// Width is the half-width of the interval as a relative difference: 0.01 for
// an interval that reaches a percent to either side of its middle.
func (r Ratio) Width() float64 { return math.Expm1(r.halfWidth()) }

// halfWidth is Width on a logarithmic scale.
func (r Ratio) halfWidth() float64 { return (math.Log(r.High) - math.Log(r.Low)) / 2 }

// Detectable is the smallest relative difference that as many rounds of as
// much noise find nine times in ten. The floor is NaN where no control ran.
//
// On a logarithmic scale, w is the half-width of the interval, and s the
// standard error of the estimate, which is w over the normal quantile of the
// interval's confidence. A difference d is found when the interval leaves out
// 1 and the estimate lies outside of the floor f.
//
// The interval leaves out 1 when the estimate is more than w, which it is
// nine times in ten from d = w + 1.28 s. The floor varies as the estimate
// does, being made of an estimate too. The two share the baseline, and their
// difference has a standard error of √(2 - 2/π) s, so that the estimate lies
// outside nine times in ten from d = f + 1.50 s. Detectable is the larger d.
func Detectable(r Ratio, floor float64) float64 { return math.Expm1(r.detectable(floor)) }

// nineInTen is the 90% quantile of the standard normal distribution.
const nineInTen = 1.2815515655446004

// besideFloor is the standard error of U - |V| for two estimates U and V of
// standard error 1: the variance of |V| is 1 - 2/π, and |V| does not correlate
// with U, however V does.
var besideFloor = math.Sqrt(2 - 2/math.Pi)

// detectable is Detectable on a logarithmic scale.
func (r Ratio) detectable(floor float64) float64 {
	d := r.halfWidth() + nineInTen*r.standardError()
	if beyond := math.Log1p(floor) + nineInTen*besideFloor*r.standardError(); beyond > d { // false for NaN
		d = beyond
	}
	return d
}

// standardError is about that of the estimate on a logarithmic scale.
func (r Ratio) standardError() float64 { return r.halfWidth() / quantile(r.Confidence) }
