package selftest

import (
	"math"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/stats"
)

// margin is what reports take for the smallest difference that matters, unless
// an experiment says otherwise.
const margin = 0.01

// A window is what a comparison of so many seconds measured.
type window struct{ pairs, control []stats.Pair }

// windows cuts the rounds of an arm into pieces that took so many seconds for
// the arm, the baseline and the control. What is left over is no window.
func (s *series) windows(arm string, seconds float64) []window {
	var list []window
	var w window
	var spent time.Duration
	for _, round := range s.rounds {
		for _, a := range []string{arm, s.baseline, experiments.ControlArm} {
			spent += s.took[a][round]
		}
		if p, ok := s.pair(arm, s.baseline, round); ok {
			w.pairs = append(w.pairs, p)
		}
		if p, ok := s.pair(experiments.ControlArm, s.baseline, round); ok {
			w.control = append(w.control, p)
		}
		if spent.Seconds() >= seconds {
			list = append(list, w)
			w, spent = window{}, 0
		}
	}
	return list
}

// A judgement is what a window comes to.
type judgement struct {
	outcome stats.Outcome

	// ratio is valid where there is an interval of the asked confidence.
	ratio    stats.Ratio
	interval bool

	controlFailed bool
}

// judge comes to a verdict as a report does of a comparison that stands alone.
func (w window) judge() judgement {
	j := judgement{controlFailed: stats.ControlFailed(w.control, margin)}
	level := stats.Simultaneous(1)
	r, err := stats.Compare(w.pairs, level)
	if err != nil {
		return j
	}
	j.ratio, j.interval = r, r.Confidence >= level
	floor := math.NaN()
	if c, err := stats.Compare(w.control, stats.Level); err == nil {
		floor = stats.Floor(c)
	}
	if !j.controlFailed {
		j.outcome, _ = stats.Judge(r, level, margin, floor)
	}
	return j
}
