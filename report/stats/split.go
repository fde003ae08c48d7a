package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Split takes the variation of an arm over its processes apart. Each part
// is a standard deviation relative to the figure.
type Split struct {
	// Layout is what the order of functions in the binary moves, of which
	// there were Layouts. LayoutShown says that so much comes about by chance
	// less than once in a hundred times.
	Layout      float64
	Layouts     int
	LayoutShown bool

	// Process is what differs between processes of one round, Rest what all
	// processes of a round share: the moment of the machine.
	Process, Rest float64
}

// SplitVariance splits the variation of an arm. The values are above zero;
// the same index is the same round, and layouts says which layout it had. ok is
// false where there are too few rounds to tell.
//
// On logarithms: the layout's part is the variance component of a one-way
// analysis of variance with random effects. What remains within the layouts is
// compared with the baseline's: what the two share in a round, their
// covariance, is the rest, and what is left is the process. A part that comes
// out negative is zero. See R. A. Fisher, Statistical Methods for Research
// Workers, on intraclass correlation.
func SplitVariance(arm, baseline []float64, layouts []int64) (s Split, ok bool) {
	groups := map[int64][]int{}
	for i, layout := range layouts {
		groups[layout] = append(groups[layout], i)
	}
	k, n := len(groups), len(arm)
	if n-k < 6 {
		return Split{}, false
	}
	x, y := logarithms(arm), logarithms(baseline)
	s.Layouts = k
	within, between := deviations(x, groups)
	if k > 1 {
		var squares float64
		for _, g := range groups {
			squares += square(float64(len(g)))
		}
		size := (float64(n) - squares/float64(n)) / float64(k-1)
		s.Layout = root((between/float64(k-1) - sumSquares(within)/float64(n-k)) / size)
		s.LayoutShown = s.Layout > 0 && standsOut(x, layouts, between)
	}
	other, _ := deviations(y, groups)
	var shared float64
	for i := range within {
		shared += within[i] * other[i]
	}
	freedom := float64(n - k)
	shared /= freedom
	s.Rest = root(shared)
	s.Process = root(sumSquares(within)/freedom - max(0, shared))
	return s, true
}

// deviations are the distances of values from the mean of their group, and
// the sum of squares between the groups.
func deviations(values []float64, groups map[int64][]int) (within []float64, between float64) {
	all, _ := moments(values)
	within = make([]float64, len(values))
	for _, g := range groups {
		var mean float64
		for _, i := range g {
			mean += values[i]
		}
		mean /= float64(len(g))
		between += float64(len(g)) * square(mean-all)
		for _, i := range g {
			within[i] = values[i] - mean
		}
	}
	return within, between
}

// permutations is how often layouts are dealt out anew to see what chance
// does.
const permutations = 400

// standsOut reports whether layouts that are dealt out to the values at random
// lie so far apart in fewer than one of a hundred cases. Dealing asks nothing
// of the distribution, where the F-test asks that it be normal.
func standsOut(values []float64, layouts []int64, between float64) bool {
	random := rand.New(rand.NewPCG(1, uint64(len(values))))
	dealt := slices.Clone(layouts)
	further := 0
	for range permutations {
		random.Shuffle(len(dealt), func(i, j int) { dealt[i], dealt[j] = dealt[j], dealt[i] })
		sums, counts := map[int64]float64{}, map[int64]float64{}
		for i, layout := range dealt {
			sums[layout] += values[i]
			counts[layout]++
		}
		mean, _ := moments(values)
		var chance float64
		for layout, sum := range sums {
			chance += counts[layout] * square(sum/counts[layout]-mean)
		}
		if chance >= between {
			if further++; further*100 >= permutations {
				return false
			}
		}
	}
	return true
}

func sumSquares(values []float64) (sum float64) {
	for _, v := range values {
		sum += square(v)
	}
	return sum
}

// root is the square root of a variance component, which is zero where the
// estimate is below.
func root(variance float64) float64 { return math.Sqrt(max(0, variance)) }
