package stats

import "math"

// maxNeeded is the most rounds that Needed speaks of. Beyond it, another
// machine is the better advice.
const maxNeeded = 100_000

// Needed is about how many rounds in all would decide a comparison that is
// not decided: the fewer of those that would show the estimate to be a
// difference, and those that would show it to lie within the margin. ok is
// false where that takes more than 100,000 rounds, as for an estimate that
// lies on the margin's edge.
//
// It supposes that the estimate is right, and that the interval and the floor
// narrow as one over the square root of the number of rounds. The floor is
// NaN where no control ran.
func Needed(r Ratio, margin, floor float64) (rounds int, ok bool) {
	estimate := math.Abs(math.Log(r.Estimate))
	w, band := r.halfWidth(), math.Log1p(margin)
	reach := w
	if f := math.Log1p(floor); f > reach { // false for NaN
		reach = f
	}
	n := math.Inf(1)
	if estimate > 0 {
		n = square(reach / estimate)
	}
	if estimate < band {
		n = min(n, square(w/(band-estimate)))
	}
	n = math.Ceil(n * float64(r.N))
	if !(n <= maxNeeded) {
		return 0, false
	}
	// The rounds there are have not decided it.
	return max(int(n), r.N+1), true
}

func square(x float64) float64 { return x * x }
