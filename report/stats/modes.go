package stats

import (
	"math"
	"slices"
)

// What Modes asks of two modes: how many values a mode holds at least, by
// count and as a part of all, and how far their means lie apart, in standard
// deviations of the wider one.
const (
	leastInMode     = 3
	leastPartInMode = 10 // one in ten
	apart           = 6
)

// Modes looks for two modes: whether values, which are above zero, take one of
// two figures with little between. low and high are the medians of the two
// groups, and share is the part of the values, from 0 to 1, that lies in the
// higher one.
//
// The sorted logarithms are cut in two where that leaves the least variation
// within the groups, as N. Otsu cuts the pixels of a picture in "A threshold
// selection method from gray-level histograms", IEEE Transactions on Systems,
// Man, and Cybernetics 9 (1979). Any values can be cut so. They have two modes
// when each group holds a tenth of the values and three of them, and the means
// lie six standard deviations of the wider group apart. With six, values that
// have one mode, skewed ones included, pass for two once in a hundred times or
// less, from 12 values on; fewer are never said to have two.
func Modes(values []float64) (low, high, share float64, two bool) {
	n := len(values)
	sorted := slices.Sorted(slices.Values(values))
	if n < 12 || sorted[0] <= 0 {
		return 0, 0, 0, false
	}
	logs := logarithms(sorted)
	cut := leastVariation(logs)
	low, high = median(sorted[:cut]), median(sorted[cut:])
	share = float64(n-cut) / float64(n)
	least := max(leastInMode, (n+leastPartInMode-1)/leastPartInMode)
	if cut < least || n-cut < least || logs[cut-1] == logs[cut] {
		return low, high, share, false
	}
	mean1, variance1 := moments(logs[:cut])
	mean2, variance2 := moments(logs[cut:])
	return low, high, share, mean2-mean1 > apart*math.Sqrt(max(variance1, variance2))
}

// leastVariation returns where to cut sorted numbers in two so that the sum of
// the squared distances from the two means is least.
func leastVariation(sorted []float64) int {
	var all float64
	for _, v := range sorted {
		all += v
	}
	most, cut, left := math.Inf(-1), 1, 0.0
	for i := 1; i < len(sorted); i++ {
		left += sorted[i-1]
		// Least variation within is most variation between.
		between := square(left)/float64(i) + square(all-left)/float64(len(sorted)-i)
		if between > most {
			most, cut = between, i
		}
	}
	return cut
}
