package stats

import (
	"math"
	"slices"
)

// Modes looks for two modes: whether values, which are above zero, take one of
// two figures with little between. low and high are the medians of the two
// groups, and share is the part of the values, from 0 to 1, that lies in the
// higher one.
//
// The sorted logarithms are cut in two where that leaves the least variation
// within the groups. They are modes when each holds a tenth of the values and
// at least four, when the gap between them is wide beside what lies between
// neighbours elsewhere, and when their distance is large beside the spread
// within, as D. Ashman, C. Bird and S. Zepf measure it in "Detecting
// bimodality in astronomical datasets", Astronomical Journal 108 (1994). The
// limits are set so that values with one mode, skewed ones included, pass for
// two less than once in a hundred times; a test counts.
func Modes(values []float64) (low, high, share float64, two bool) {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	n := len(sorted)
	if n < 12 || sorted[0] <= 0 {
		return 0, 0, 0, false
	}
	logs := logarithms(sorted)
	cut := twoMeans(logs)
	below, above := logs[:cut], logs[cut:]
	low, high = median(sorted[:cut]), median(sorted[cut:])
	share = float64(n-cut) / float64(n)
	least := max(4, (n+9)/10)
	if len(below) < least || len(above) < least {
		return low, high, share, false
	}
	m1, v1 := moments(below)
	m2, v2 := moments(above)
	distance := math.Sqrt2 * (m2 - m1) / math.Sqrt(v1+v2)
	gap := above[0] - below[len(below)-1]
	// Within a group of k values the usual step is its range over k.
	step := max((below[len(below)-1]-below[0])/float64(len(below)), (above[len(above)-1]-above[0])/float64(len(above)))
	return low, high, share, distance > minDistance && gap > minGap*step
}

const (
	minDistance = 6
	minGap      = 4
)

// twoMeans returns where to cut sorted numbers so that the sum of squared
// distances from the two means is least.
func twoMeans(sorted []float64) int {
	var all float64
	for _, v := range sorted {
		all += v
	}
	best, cut, left := math.Inf(-1), 1, 0.0
	n := float64(len(sorted))
	for i := 1; i < len(sorted); i++ {
		left += sorted[i-1]
		k := float64(i)
		// Least variation within is most variation between.
		between := square(left)/k + square(all-left)/(n-k)
		if between > best {
			best, cut = between, i
		}
	}
	return cut
}

// moments are the mean and the variance.
func moments(values []float64) (mean, variance float64) {
	for _, v := range values {
		mean += v
	}
	mean /= float64(len(values))
	for _, v := range values {
		variance += square(v - mean)
	}
	return mean, variance / float64(max(1, len(values)-1))
}
