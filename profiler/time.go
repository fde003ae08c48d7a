package profiler

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
	"github.com/assay-bench/assay/profiler/plan"
)

// patience is how often a cell may fail before it is measured no more. A
// benchmark that hangs would otherwise cost its timeout in every round.
const patience = 2

// runs reports whether a cell is still measured.
func (s *session) runs(c experiments.Cell) bool { return s.failures[c.ID()] < patience }

// An ending is what ended the timing of an experiment.
type ending string

const (
	endOpen      ending = ""          // nothing yet
	endNothing   ending = "nothing"   // there is nothing to time
	endRounds    ending = "rounds"    // as many rounds as asked for
	endPrecision ending = "precision" // the intervals are narrow enough
	endBudget    ending = "budget"    // the next round would not end in time
)

// time measures every cell once a round, from where it stopped the last time,
// until something ends it: precision, the number of rounds, or the time.
func (s *session) time(ctx context.Context, end time.Time) error {
	if s.ended = s.ending(end); s.ended != endOpen {
		return nil
	}
	if s.BeforeTiming != nil {
		after, err := s.BeforeTiming(ctx, s.asked.Name)
		if err != nil {
			return err
		}
		defer after()
	}
	for ; s.ended == endOpen; s.ended = s.ending(end) {
		began := time.Now()
		if err := s.round(ctx, s.rounds+1); err != nil {
			return err
		}
		s.rounds++
		s.longest = max(s.longest, time.Since(began))
		if s.AfterRound != nil {
			start := time.Now()
			err := s.AfterRound(ctx, Round{
				Experiment: s.asked.Name,
				Number:     s.rounds,
				Took:       start.Sub(began),
				Binary:     s.binaries[s.asked.Builds[0].Name].path,
				Dir:        s.pkg.Dir,
				Writer:     s.writer,
			})
			if err != nil {
				return err
			}
			s.spent.Timing += time.Since(start)
		}
	}
	return nil
}

// ending says whether another round follows.
func (s *session) ending(end time.Time) ending {
	switch {
	case !slices.ContainsFunc(s.cells, s.runs):
		return endNothing
	case s.Rounds > 0 && s.rounds >= s.Rounds:
		return endRounds
	case s.precise():
		return endPrecision
	case !end.IsZero() && s.rounds > 0 && time.Now().Add(s.longest).After(end):
		return endBudget
	}
	return endOpen
}

// outcome says in a line what ended the timing.
func (s *session) outcome() string {
	if s.rounds == 0 || s.ended == endNothing {
		return "" // what failed has been told
	}
	text := fmt.Sprintf("%s: %d rounds", s.asked.Name, s.rounds)
	if s.rounds == 1 {
		text = s.asked.Name + ": 1 round"
	}
	widest := s.widest()
	switch {
	case s.ended == endPrecision:
		return fmt.Sprintf("%s, and every interval is as narrow as ±%.2g%%", text, 100*s.Precision)
	case s.ended == endBudget:
		text += ", and the time was over"
	}
	if s.Precision > 0 && !math.IsInf(widest, 0) {
		text += fmt.Sprintf("; the widest interval is ±%.2g%%, and ±%.2g%% was asked for", 100*widest, 100*s.Precision)
	}
	return text
}

// round measures every cell, block by block.
func (s *session) round(ctx context.Context, round int) error {
	steps := s.plan.Round()
	for len(steps) > 0 {
		n := 1
		for n < len(steps) && steps[n].Block == steps[0].Block {
			n++
		}
		err := runBlock(steps[:n], func(step plan.Step, attempt int) (bool, error) {
			if !s.runs(step.Cell) {
				return false, nil
			}
			if attempt == 1 {
				s.Progress.Step(fmt.Sprintf("%s, round %d", s.asked.Name, round))
			}
			return s.observe(ctx, step, round, attempt)
		})
		if err != nil {
			return err
		}
		if note := s.attempts.unquiet(); note != "" {
			s.Progress.Note(s.asked.Name + ": " + note)
		}
		steps = steps[n:]
	}
	return nil
}

// observe measures one cell in one process, and reports whether it should be
// run again because something disturbed it.
func (s *session) observe(ctx context.Context, step plan.Step, round, attempt int) (again bool, err error) {
	id := step.Cell.ID()
	layout, times := s.layout(round), s.times(step.Cell)
	p, stdout, err := s.start(ctx, s.binaries[step.Cell.Build].as(layout), results.PassTiming, cell.Spec{Args: []string{
		"-test.bench=" + step.Cell.Pattern(),
		fmt.Sprintf("-test.count=%d", times),
		fmt.Sprintf("-test.benchtime=%dx", dither(s.iterations[id], round)),
	}})
	if err != nil {
		return false, err
	}
	p.Cell, p.Control, p.Round, p.Position = step.Cell, step.Control, round, step.Position
	p.Layout, p.Attempt = layout, attempt
	var lines []*benchfmt.Result
	if p.Failure == "" {
		if lines, err = cell.Results(stdout, step.Cell.Bench, times); err != nil {
			p.Failure, p.Output = err.Error(), cell.Shorten(string(stdout))
		}
	}
	if p.Failure != "" {
		s.failures[id]++
		return false, s.fail(p)
	}
	counts := lines[times-1]
	if times > 1 {
		p.WarmUp, _ = original(lines[0], "ns/op")
	}
	s.pace(id).add(p, counts, times)
	s.attempts.processes++
	if p.Disturbed != "" {
		s.attempts.disturbed++
		if p.Again = s.attempts.another(attempt); p.Again {
			s.attempts.again++
		}
	}
	if err := s.writer.Append(p); err != nil {
		return false, err
	}
	if err := s.writer.Observe(p, s.asked.Compare, counts); err != nil {
		return false, err
	}
	if !step.Control {
		s.remember(id, round, counts)
	}
	return p.Again, nil
}

// times is how often the benchmark runs in a timed process. The last time
// counts. The one before warms up: the heap grows, and memory is touched for
// the first time. A quick run does without where a single iteration of every
// arm takes all of its time: what is compared is warm on both sides, or cold.
func (s *session) times(of experiments.Cell) int {
	longer := func(c experiments.Cell) bool {
		return c.Workload.String() == of.Workload.String() && s.iterations[c.ID()] > 1
	}
	if s.Quick && !slices.ContainsFunc(s.cells, longer) {
		return 1
	}
	return 2
}

// remember keeps the primary metric of a cell in a round. The last attempt
// that measured something is the one that counts.
func (s *session) remember(id string, round int, result *benchfmt.Result) {
	for _, unit := range s.primaries() {
		if v, found := original(result, unit); found {
			values := s.measured[id]
			for len(values) < round {
				values = append(values, math.NaN())
			}
			values[round-1] = v
			s.measured[id] = values
			return
		}
	}
}

// primaries are the units that decide: each cell is judged by the first that
// it prints.
func (s *session) primaries() []string {
	if len(s.asked.Metrics) == 0 {
		return []string{"ns/op"}
	}
	var units []string
	for _, metric := range s.asked.Metrics {
		if metric.Primary {
			units = append(units, metric.Unit)
		}
	}
	return units
}

// original returns a value under the unit that the benchmark printed, which
// benchfmt may have changed to a tidier one.
func original(result *benchfmt.Result, unit string) (float64, bool) {
	for _, v := range result.Values {
		if v.OrigUnit == unit {
			return v.OrigValue, true
		}
	}
	return result.Value(unit)
}
