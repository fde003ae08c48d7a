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
	cell side

	// rounds are those in which something was measured, ascending, and counts
	// the observation of each that counts. Where something disturbed a process
	// it was run again, and the last one counts; where the run ended before
	// that, the disturbed one does.
	rounds []int
	counts []*results.Observation

	// columns has the metrics that any round reports.
	columns map[string]*column

	// processes counts the timing processes, failed those that failed.
	processes int
	failed    []*results.Process

	// doubt is what keeps the figures from being what they seem.
	doubt string
}

// A column is one metric of a series, a value a round.
type column struct {
	values []float64

	// missing marks rounds that do not report the metric.
	missing []bool
}

// A cellName is what tells cells apart, as the record has it.
type cellName struct {
	bench, arm, build string
	control           bool
}

// collect sorts the timings by cell.
func (b *builder) collect() {
	b.series, b.named = map[side]*series{}, map[cellName]*series{}
	b.workloads = map[string]experiments.Workload{}
	for i := range b.in.Observations {
		o := &b.in.Observations[i]
		b.seriesOf(o.Cell, o.Control).add(o)
	}
	for i := range b.in.Processes {
		p := &b.in.Processes[i]
		if p.Pass != results.PassTiming {
			continue
		}
		s := b.seriesOf(p.Cell, p.Control)
		s.processes++
		if p.Failure != "" {
			s.failed = append(s.failed, p)
		}
	}
	for _, s := range b.series {
		s.columns = columnsOf(s.counts)
	}
}

// seriesOf is the series of a cell, a new one if need be. There are many
// observations and few cells, so that it goes by names first.
func (b *builder) seriesOf(cell experiments.Cell, control bool) *series {
	name := cellName{cell.Bench, cell.Arm, cell.Build, control}
	if s, ok := b.named[name]; ok {
		return s
	}
	key := sideOf(cell, control)
	s := b.series[key]
	if s == nil {
		s = &series{cell: key}
		b.series[key] = s
		b.workloads[key.workload] = cell.Workload
	}
	if cell.Bench != "" { // else the name does not tell the workload
		b.named[name] = s
	}
	return s
}

// add puts an observation in its round.
func (s *series) add(o *results.Observation) {
	at, found := slices.BinarySearch(s.rounds, o.Round)
	switch {
	case !found:
		s.rounds = slices.Insert(s.rounds, at, o.Round)
		s.counts = slices.Insert(s.counts, at, o)
	case s.counts[at].Again || !o.Again:
		s.counts[at] = o
	}
}

// in is the observation of a round that counts, nil where there is none.
func (s *series) in(round int) *results.Observation {
	if at, found := slices.BinarySearch(s.rounds, round); found {
		return s.counts[at]
	}
	return nil
}

func columnsOf(counts []*results.Observation) map[string]*column {
	columns := map[string]*column{}
	for i, o := range counts {
		for unit, v := range o.Values {
			c := columns[unit]
			if c == nil {
				c = &column{make([]float64, len(counts)), make([]bool, len(counts))}
				for j := range c.missing {
					c.missing[j] = true
				}
				columns[unit] = c
			}
			c.values[i], c.missing[i] = v, false
		}
	}
	return columns
}

// values are the values of a metric in the order of rounds, as they were
// printed: NaN and infinities included.
func (s *series) values(metric string) []float64 {
	if !s.reports(metric) {
		return nil
	}
	c := s.columns[metric]
	values := make([]float64, 0, len(c.values))
	for i, v := range c.values {
		if !c.missing[i] {
			values = append(values, v)
		}
	}
	return values
}

// reports says whether a metric was measured in any round.
func (s *series) reports(metric string) bool { return s != nil && s.columns[metric] != nil }

// pairs are the rounds in which both sides report the metric.
func (s *series) pairs(against *series, metric string) []stats.Pair {
	if !s.reports(metric) || !against.reports(metric) {
		return nil
	}
	pairs := make([]stats.Pair, 0, min(len(s.rounds), len(against.rounds)))
	s.eachPair(against, metric, func(_ int64, p stats.Pair) { pairs = append(pairs, p) })
	return pairs
}

// eachPair visits the rounds in which both sides report the metric, with the
// layout that the binary had in them.
func (s *series) eachPair(against *series, metric string, visit func(layout int64, p stats.Pair)) {
	if !s.reports(metric) || !against.reports(metric) {
		return
	}
	one, other := s.columns[metric], against.columns[metric]
	j := 0
	for i, round := range s.rounds {
		for j < len(against.rounds) && against.rounds[j] < round {
			j++
		}
		if j == len(against.rounds) {
			return
		}
		if against.rounds[j] == round && !one.missing[i] && !other.missing[j] {
			visit(s.counts[i].Layout, stats.Pair{Arm: one.values[i], Against: other.values[j]})
		}
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
