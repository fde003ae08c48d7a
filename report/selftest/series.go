package selftest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// metric is what the self-test's benchmarks are judged by.
const metric = "ns/op"

// withNeighbour is the end of the name of an experiment beside a neighbour.
const withNeighbour = "-neighbour"

// A series is what the arms of one experiment measured, round by round.
type series struct {
	// kind is the kind of work, beside whether a neighbour disturbed it.
	kind   string
	beside bool

	// baseline is the arm that others are divided by, arms are those.
	baseline string
	arms     []string

	rounds []int

	// values are by arm and round: those of the last attempt, and where a
	// process was run again not those of the first. took is what was spent on
	// them, all attempts and failures included.
	values map[string]map[int]float64
	took   map[string]map[int]time.Duration
}

// read sorts what an experiment measured by arm and round.
func read(x *results.Experiment) *series {
	s := &series{
		baseline: x.Asked.Baseline,
		values:   map[string]map[int]float64{},
		took:     map[string]map[int]time.Duration{},
	}
	s.kind, s.beside = strings.CutSuffix(x.Asked.Name, withNeighbour)
	for _, a := range x.Asked.Arms {
		if a.Name != s.baseline {
			s.arms = append(s.arms, a.Name)
		}
	}
	for _, p := range x.Processes {
		if p.Pass == results.PassTiming {
			at(s.took, side(p.Cell, p.Control))[p.Round] += p.Wall
			s.rounds = append(s.rounds, p.Round)
		}
	}
	slices.Sort(s.rounds)
	s.rounds = slices.Compact(s.rounds)
	again := map[string]map[int]bool{}
	for _, o := range x.Observations {
		v, ok := o.Values[metric]
		if !ok {
			continue
		}
		arm := side(o.Cell, o.Control)
		_, have := at(s.values, arm)[o.Round]
		if have && o.Again && !at(again, arm)[o.Round] {
			continue
		}
		s.values[arm][o.Round] = v
		at(again, arm)[o.Round] = o.Again
	}
	return s
}

// side is the name of an arm; the control is one of its own.
func side(c experiments.Cell, control bool) string {
	if control {
		return experiments.ControlArm
	}
	return c.Arm
}

// at is the map of an arm, which it makes if there is none.
func at[V any](m map[string]map[int]V, arm string) map[int]V {
	if m[arm] == nil {
		m[arm] = map[int]V{}
	}
	return m[arm]
}

// pair is what one round measured of two arms.
func (s *series) pair(arm, against string, round int) (stats.Pair, bool) {
	x, okX := s.values[arm][round]
	y, okY := s.values[against][round]
	return stats.Pair{Arm: x, Against: y}, okX && okY
}

// pairs are all rounds of an arm and the baseline.
func (s *series) pairs(arm string) []stats.Pair {
	var pairs []stats.Pair
	for _, round := range s.rounds {
		if p, ok := s.pair(arm, s.baseline, round); ok {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// effect is how much more an arm does than the baseline, as its name says:
// the percentage, or for the same code a word.
func effect(arm string) float64 {
	percent, _ := strconv.Atoi(arm)
	return float64(percent) / 100
}
