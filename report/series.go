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

// A cellName is what tells cells apart, as the record has it.
type cellName struct {
	bench, arm, build string
	control           bool
}

// sideOf names the cell of a process or an observation. There are many of
// these and few cells.
func (b *builder) sideOf(cell experiments.Cell, control bool) side {
	name := cellName{cell.Bench, cell.Arm, cell.Build, control}
	if s, ok := b.sides[name]; ok {
		return s
	}
	s := side{arm: cell.Arm, workload: cell.Workload.String(), build: cell.Build}
	if control {
		s.arm = experiments.ControlArm
	}
	if cell.Bench != "" { // else the name does not tell the workload
		b.sides[name] = s
	}
	return s
}

// A series is what the timing processes of one cell measured.
type series struct {
	// byRound has the observation of each round that counts. Where something
	// disturbed a process it was run again, and the last one counts; where the
	// run ended before that, the disturbed one does.
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
	b.series, b.sides = map[side]*series{}, map[cellName]side{}
	b.workloads = map[string]experiments.Workload{}
	at := func(cell experiments.Cell, control bool) *series {
		key := b.sideOf(cell, control)
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
		have := s.byRound[o.Round]
		if have == nil {
			s.rounds = append(s.rounds, o.Round)
		}
		if have == nil || have.Again || !o.Again {
			s.byRound[o.Round] = o
		}
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
	var pairs []stats.Pair
	s.eachPair(against, metric, func(_ int64, p stats.Pair) { pairs = append(pairs, p) })
	return pairs
}

// eachPair visits the rounds in which both sides report the metric, with the
// layout that the binary had in them.
func (s *series) eachPair(against *series, metric string, visit func(layout int64, p stats.Pair)) {
	if s == nil || against == nil {
		return
	}
	for _, round := range s.rounds {
		one, other := s.byRound[round], against.byRound[round]
		if other == nil {
			continue
		}
		x, haveX := one.Values[metric]
		y, haveY := other.Values[metric]
		if haveX && haveY {
			visit(one.Layout, stats.Pair{Arm: x, Against: y})
		}
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
