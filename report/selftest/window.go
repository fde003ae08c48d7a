package selftest

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// margin is what reports take for the smallest difference that matters.
const margin = 0.01

// metric is what the self-test's benchmarks are judged by.
const metric = "ns/op"

// A series is what the arms of one experiment measured, round by round.
type series struct {
	rounds []int

	// values are by arm and round, seconds what was spent on them. Every
	// attempt costs; the last that is not run again counts.
	values  map[string]map[int]float64
	seconds map[string]map[int]float64
}

// read sorts what an experiment measured by arm and round.
func read(x *results.Experiment) series {
	s := series{values: map[string]map[int]float64{}, seconds: map[string]map[int]float64{}}
	wall := map[int]float64{}
	for _, p := range x.Processes {
		wall[p.Process] = p.Wall.Seconds()
	}
	for _, o := range x.Observations {
		v, ok := o.Values[metric]
		if !ok {
			continue
		}
		arm := o.Cell.Arm
		if o.Control {
			arm = experiments.ControlArm
		}
		if s.values[arm] == nil {
			s.values[arm], s.seconds[arm] = map[int]float64{}, map[int]float64{}
		}
		s.seconds[arm][o.Round] += wall[o.Process]
		if _, counted := s.values[arm][o.Round]; !counted || !o.Again {
			s.values[arm][o.Round] = v
		}
		if !slices.Contains(s.rounds, o.Round) {
			s.rounds = append(s.rounds, o.Round)
		}
	}
	slices.Sort(s.rounds)
	return s
}

// A window is what a comparison of so many seconds measured.
type window struct{ pairs, control []stats.Pair }

// windows cuts the rounds of an arm into pieces that took so many seconds for
// the arm, the baseline and the control. What is left over is no window.
func (s series) windows(arm string, seconds float64) []window {
	var list []window
	var w window
	spent := 0.0
	for _, round := range s.rounds {
		x, okX := s.values[arm][round]
		y, okY := s.values[baseline][round]
		c, okC := s.values[experiments.ControlArm][round]
		for _, a := range []string{arm, baseline, experiments.ControlArm} {
			spent += s.seconds[a][round]
		}
		if okX && okY {
			w.pairs = append(w.pairs, stats.Pair{Arm: x, Against: y})
		}
		if okC && okY {
			w.control = append(w.control, stats.Pair{Arm: c, Against: y})
		}
		if spent >= seconds {
			list = append(list, w)
			w, spent = window{}, 0
		}
	}
	return list
}

// judge comes to a verdict as a report does of a comparison with one arm.
func (w window) judge() (stats.Outcome, stats.Ratio, bool) {
	level := stats.Simultaneous(1)
	r, err := stats.Compare(w.pairs, level)
	if err != nil {
		return stats.Undecided, r, false
	}
	floor := math.NaN()
	if c, err := stats.Compare(w.control, stats.Level); err == nil {
		floor = stats.Floor(c)
	}
	outcome, _ := stats.Judge(r, level, margin, floor)
	if stats.ControlFailed(w.control, margin) {
		outcome = stats.Undecided
	}
	return outcome, r, r.Confidence >= level
}

// baseline and same are the arms that are the same code; the others are
// called by how many percent more they do.
const (
	baseline = "0"
	same     = "same"
)

// effect is how much more an arm does than the baseline.
func effect(arm string) float64 {
	percent, _ := strconv.Atoi(arm) // none for "same"
	return float64(percent) / 100
}

// arms are the arms of a series besides baseline and control, the same code
// first, then by effect.
func (s series) arms() []string {
	var list []string
	for arm := range s.values {
		if arm != baseline && arm != experiments.ControlArm {
			list = append(list, arm)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(effect(a), effect(b)), cmp.Compare(a, b)) })
	return list
}
