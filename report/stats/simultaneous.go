package stats

// Simultaneous is the confidence that each of k intervals must have so that
// all of them hold at once with Level: 1 - (1-Level)/k. This is Bonferroni's
// correction. It holds however the intervals depend on one another, and those
// of arms that share a baseline do.
func Simultaneous(k int) float64 { return 1 - (1-Level)/float64(max(1, k)) }

// MinRounds is the fewest rounds from which an interval of this confidence,
// below 1, can be had: the range of n rounds holds the median with 1 - 2^(1-n).
func MinRounds(level float64) int {
	n := 1
	for rangeConfidence(n) < level {
		n++
	}
	return n
}
