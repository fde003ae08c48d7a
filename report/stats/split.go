package stats

import (
	"math"

	"github.com/aclements/go-moremath/mathx"
)

// A Split takes the variation of an arm over its processes apart. Each part
// is a standard deviation relative to the figure.
type Split struct {
	// Layout is what the order of functions in the binary moves, of which
	// there were Layouts. LayoutShown says that layouts which move nothing
	// lie as far apart about once in a hundred times.
	Layout      float64
	Layouts     int
	LayoutShown bool

	// Process is what differs between processes of one round, Rest what all
	// processes of a round share: the moment of the machine.
	Process, Rest float64
}

// leastFreedom is how many more rounds than layouts SplitVariance asks for.
// With fewer, the test of the layouts raises more false alarms than it says.
const leastFreedom = 8

// SplitVariance splits the variation of an arm. The values are above zero;
// the same index is the same round, and layouts says which layout it had. ok is
// false where there are too few rounds to tell.
//
// On logarithms: the layout's part is the variance component of a one-way
// analysis of variance with random effects (R. A. Fisher, Statistical Methods
// for Research Workers, on intraclass correlation). What remains within the
// layouts is set beside that of the baseline: what the two share, their
// covariance, is the rest, and what the arm has beyond it is the process. A
// part that comes out negative is zero.
func SplitVariance(arm, baseline []float64, layouts []int64) (s Split, ok bool) {
	groups := groupsOf(layouts)
	freedom := len(arm) - len(groups)
	if freedom < leastFreedom {
		return Split{}, false
	}
	x, y := logarithms(arm), logarithms(baseline)
	within := meanProduct(deviations(x, groups), deviations(x, groups), freedom)
	shared := max(0, meanProduct(deviations(x, groups), deviations(y, groups), freedom))
	s = Split{
		Layouts: len(groups),
		Process: root(within - shared),
		Rest:    root(shared),
	}
	if s.Layouts > 1 {
		s.Layout = root((meanBetween(x, groups) - within) / typicalSize(groups))
		s.LayoutShown = s.Layout > 0 && standOut(x, groups)
	}
	return s, true
}

// groupsOf lists the rounds of each layout.
func groupsOf(layouts []int64) [][]int {
	place := map[int64]int{}
	var groups [][]int
	for round, layout := range layouts {
		i, known := place[layout]
		if !known {
			i = len(groups)
			place[layout] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], round)
	}
	return groups
}

// standOut reports whether groups differ by more than chance explains once in
// a hundred times. It is the F-test on ranks: the distribution of times is
// skewed, and on the values themselves a few slow processes would hide a
// layout from it. See W. J. Conover and R. L. Iman, "Rank transformations as a
// bridge between parametric and nonparametric statistics", The American
// Statistician 35 (1981).
func standOut(values []float64, groups [][]int) bool {
	r := ranks(values)
	d := deviations(r, groups)
	freedom := len(values) - len(groups)
	between, within := meanBetween(r, groups), meanProduct(d, d, freedom)
	if within == 0 {
		return between > 0
	}
	// The probability that F exceeds f, by the incomplete beta function.
	f, m, n := between/within, float64(len(groups)-1), float64(freedom)
	return mathx.BetaInc(n/(n+m*f), n/2, m/2) < 0.01
}

// deviations are the distances of values from the mean of their group.
func deviations(values []float64, groups [][]int) []float64 {
	d := make([]float64, len(values))
	for _, g := range groups {
		mean := groupMean(values, g)
		for _, i := range g {
			d[i] = values[i] - mean
		}
	}
	return d
}

// meanBetween is the mean square between groups.
func meanBetween(values []float64, groups [][]int) float64 {
	all, _ := moments(values)
	var sum float64
	for _, g := range groups {
		sum += float64(len(g)) * square(groupMean(values, g)-all)
	}
	return sum / float64(len(groups)-1)
}

func groupMean(values []float64, group []int) float64 {
	var sum float64
	for _, i := range group {
		sum += values[i]
	}
	return sum / float64(len(group))
}

// typicalSize is the size that groups of unequal sizes count for: each square
// between groups holds as many times the variance component.
func typicalSize(groups [][]int) float64 {
	var all, squares float64
	for _, g := range groups {
		all += float64(len(g))
		squares += square(float64(len(g)))
	}
	return (all - squares/all) / float64(len(groups)-1)
}

// meanProduct is the mean of the products of deviations, by the degrees of
// freedom that they have.
func meanProduct(a, b []float64, freedom int) float64 {
	var sum float64
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum / float64(freedom)
}

// root is the square root of a variance component, which is zero where its
// estimate is below.
func root(variance float64) float64 { return math.Sqrt(max(0, variance)) }
