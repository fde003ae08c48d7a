package profiler

import "math"

// ditherBy is how far the iterations of a round may be from those that were
// calibrated, up and down, as a share of them, and ditherFrom the fewest that
// are moved at all.
const (
	ditherBy   = 0.25
	ditherFrom = 20
)

// dither moves the number of iterations from round to round, for all arms of a
// round alike. Every run of a benchmark begins with an empty heap and collects
// each time so many megabytes have been allocated. With the same number in all
// rounds, an arm that allocates one percent more may have one collection more
// in each of them, and another arm none, whatever a collection costs. The
// numbers of the golden ratio's multiples fill the range evenly after any
// number of rounds (Knuth, The Art of Computer Programming 3, section 6.4).
func dither(iterations, round int) int {
	if iterations < ditherFrom {
		return iterations
	}
	_, at := math.Modf(float64(round) * math.Phi)
	return int(math.Round(float64(iterations) * (1 + ditherBy*(2*at-1))))
}
