package profiler

import (
	"math"

	"github.com/assay-bench/assay/experiments"
)

// minRounds is the fewest rounds after which precision may end the timing, and
// precisionEvery how many rounds lie between two looks: a full turn of the
// layouts. Who looks after every round stops at the first narrow interval that
// chance makes.
const (
	minRounds      = 12
	precisionEvery = 4
)

// widest is the half-width of the widest interval among the comparisons that
// the experiment asks for, as a relative difference: every arm against the
// baseline, and every build against the first. It is infinite where there are
// too few rounds.
func (s *session) widest() float64 {
	if s.Width == nil {
		return math.Inf(1)
	}
	type pair struct {
		arm, against experiments.Cell
		family       string
	}
	var pairs []pair
	together := map[string]int{}
	compare := func(arm experiments.Cell, against, build, family string) {
		for _, c := range s.cells {
			if c.Arm == against && c.Build == build && c.Workload.String() == arm.Workload.String() {
				pairs = append(pairs, pair{arm, c, family})
				together[family]++
			}
		}
	}
	first := s.asked.Builds[0].Name
	for _, c := range s.cells {
		workload := c.Workload.String()
		if c.Arm != s.asked.Baseline {
			compare(c, s.asked.Baseline, c.Build, "arms "+c.Build+" "+workload)
		}
		if c.Build != first {
			compare(c, c.Arm, first, "builds "+workload)
		}
	}
	widest := 0.0
	for _, p := range pairs {
		x, y := both(s.measured[p.arm.ID()], s.measured[p.against.ID()])
		widest = max(widest, s.Width(x, y, together[p.family]))
	}
	return widest
}

// both leaves of two series the rounds that both have.
func both(x, y []float64) (left, right []float64) {
	for i := range min(len(x), len(y)) {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			left, right = append(left, x[i]), append(right, y[i])
		}
	}
	return left, right
}
