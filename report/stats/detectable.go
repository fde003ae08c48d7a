package stats

import "math"

// nineInTen is the 90% quantile of the standard normal distribution.
const nineInTen = 1.2815515655446004

// Width is the half-width of the interval as a relative difference: 0.01 for
// an interval that reaches a percent to either side of its middle.
func (r Ratio) Width() float64 { return math.Expm1(r.halfWidth()) }

func (r Ratio) halfWidth() float64 { return (math.Log(r.High) - math.Log(r.Low)) / 2 }

// Detectable is the smallest relative difference that as many rounds of as
// much noise find nine times in ten.
//
// A difference d is found when the interval leaves out 1 and the estimate
// lies outside of the floor. With w the half-width on the logarithmic scale
// and z the normal quantile of the interval's confidence, the estimate's
// standard error is about w/z, so that both happen nine times in ten from
//
//	log(1+d) = max(w, log(1+floor)) + 1.28 w/z
//
// The floor is NaN where no control ran.
func Detectable(r Ratio, floor float64) float64 {
	w := r.halfWidth()
	reach := w
	if f := math.Log1p(floor); f > reach { // false for NaN
		reach = f
	}
	return math.Expm1(reach + nineInTen*w/quantile(r.Confidence))
}

// quantile is how far a two-sided interval of this confidence reaches, in
// standard errors of a normal estimate.
func quantile(confidence float64) float64 {
	// A range of one round has no confidence, and one of very many rounds
	// may round to 1.
	confidence = min(max(confidence, 0.1), 1-1e-12)
	return math.Sqrt2 * math.Erfinv(confidence)
}
