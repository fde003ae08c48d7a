package profiler

import (
	"math"

	"github.com/assay-bench/assay/experiments"
)

// minRounds is the fewest rounds after which precision may end the timing. Who
// looks after every round stops at the first narrow interval that chance
// makes, and so the next look is half as many rounds later again: that keeps
// the confidence within a point, as a simulation in report/stats shows.
const minRounds = 12

// nextLook is after how many rounds precision is asked for again: at a full
// turn of the layouts, so that each has the same say.
func (s *session) nextLook() int {
	next := max(minRounds, s.looked+s.looked/2)
	turn := len(s.layouts)
	return (next + turn - 1) / turn * turn
}

// precise looks whether every interval is narrow enough, if it is time to.
func (s *session) precise() bool {
	if s.Precision == 0 || s.rounds < s.nextLook() {
		return false
	}
	s.looked = s.rounds
	return s.widest() <= s.Precision
}

// widest is the half-width of the widest interval among the comparisons that
// the experiment asks for, as a relative difference: every arm against the
// baseline, and every build against the first. It is infinite where there are
// too few rounds. A comparison that more rounds would not add to does not
// count: one side failed, or does not print the metric.
func (s *session) widest() float64 {
	if s.Width == nil {
		return math.Inf(1)
	}
	type comparison struct {
		arm, against []float64
		family       string
	}
	var list []comparison
	together := map[string]int{}
	compare := func(arm experiments.Cell, against, build, family string) {
		for _, c := range s.cells {
			if c.Arm != against || c.Build != build || c.Workload.String() != arm.Workload.String() || !s.runs(arm) || !s.runs(c) {
				continue
			}
			if x, y := both(s.measured[arm.ID()], s.measured[c.ID()]); len(x) > 0 {
				list = append(list, comparison{x, y, family})
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
	for _, c := range list {
		widest = max(widest, s.Width(c.arm, c.against, together[c.family]))
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
