package stats

import "math"

// maxNeeded is the most rounds that Needed speaks of. Beyond it, another
// machine is the better advice.
const maxNeeded = 100_000

// Needed is about how many rounds in all would decide, nine times in ten, a
// comparison that is not decided. It supposes that the estimate is right, and
// that the interval and the floor narrow as one over the square root of the
// number of rounds. The floor is NaN where no control ran. ok is false where
// it takes more than 100,000 rounds, as for an estimate on the margin's edge.
//
// There are two ways to be decided, and Needed tells the shorter. On a
// logarithmic scale, with e the estimate's distance from 1, d what is
// Detectable now, w and s the half-width and the standard error now, and m
// the margin:
//
//   - that they differ is found once e is detectable, from N (d/e)² rounds on;
//   - that they are the same is found once w + 1.28 s fits between the
//     estimate and the margin, from N ((w + 1.28 s)/(m - e))² rounds on.
func Needed(r Ratio, margin, floor float64) (rounds int, ok bool) {
	e, m := math.Abs(math.Log(r.Estimate)), math.Log1p(margin)
	times := math.Inf(1)
	if e > 0 {
		times = square(r.detectable(floor) / e)
	}
	if e < m {
		times = min(times, square((r.halfWidth()+nineInTen*r.standardError())/(m-e)))
	}
	n := math.Ceil(times * float64(r.N))
	if !(n <= maxNeeded) {
		return 0, false
	}
	// The rounds there are have not decided it.
	return max(int(n), r.N+1), true
}
