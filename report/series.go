package report

import (
	"math"
	"slices"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// A side is a cell as one side of a comparison: the control counts as an arm
// of its own.
type side struct {
	arm, workload, build string
}

// sideOf names the cell of a process or an observation.
func sideOf(cell experiments.Cell, control bool) side {
	s := side{arm: cell.Arm, workload: cell.Workload.String(), build: cell.Build}
	if control {
		s.arm = experiments.ControlArm
	}
	return s
}

// A series is what the timing processes of one cell measured.
type series struct {
	// byRound has one observation a round: the last one, where a cell was
	// measured again in the same round.
	byRound map[int]*results.Observation

	// rounds are the keys of byRound, ascending.
	rounds []int

	// processes counts the timing processes, failed those that failed.
	processes int
	failed    []*results.Process

	// doubt is what keeps the figures from being what they seem.
	doubt string
}

// collect sorts the timings by cell.
func (b *builder) collect() {
	b.series = map[side]*series{}
	b.workloads = map[string]experiments.Workload{}
	at := func(cell experiments.Cell, control bool) *series {
		key := sideOf(cell, control)
		s := b.series[key]
		if s == nil {
			s = &series{byRound: map[int]*results.Observation{}}
			b.series[key] = s
			b.workloads[key.workload] = cell.Workload
		}
		return s
	}
	for i := range b.in.Observations {
		o := &b.in.Observations[i]
		s := at(o.Cell, o.Control)
		if _, again := s.byRound[o.Round]; !again {
			s.rounds = append(s.rounds, o.Round)
		}
		s.byRound[o.Round] = o
	}
	for i := range b.in.Processes {
		p := &b.in.Processes[i]
		if p.Pass != results.PassTiming {
			continue
		}
		s := at(p.Cell, p.Control)
		s.processes++
		if p.Failure != "" {
			s.failed = append(s.failed, p)
		}
	}
	for _, s := range b.series {
		slices.Sort(s.rounds)
	}
}

// values are the values of a metric in the order of rounds, as they were
// printed: NaN and infinities included.
func (s *series) values(metric string) []float64 {
	if s == nil {
		return nil
	}
	var values []float64
	for _, round := range s.rounds {
		if v, ok := s.byRound[round].Values[metric]; ok {
			values = append(values, v)
		}
	}
	return values
}

// reports says whether a metric was measured in any round.
func (s *series) reports(metric string) bool {
	if s == nil {
		return false
	}
	for _, o := range s.byRound {
		if _, ok := o.Values[metric]; ok {
			return true
		}
	}
	return false
}

// pairs are the rounds in which both sides report the metric.
func (s *series) pairs(against *series, metric string) []stats.Pair {
	if s == nil || against == nil {
		return nil
	}
	var pairs []stats.Pair
	for _, round := range s.rounds {
		other := against.byRound[round]
		if other == nil {
			continue
		}
		x, haveX := s.byRound[round].Values[metric]
		y, haveY := other.Values[metric]
		if haveX && haveY {
			pairs = append(pairs, stats.Pair{Arm: x, Against: y})
		}
	}
	return pairs
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
