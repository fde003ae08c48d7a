package profiler

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
	"github.com/assay-bench/assay/profiler/plan"
)

// patience is how often a cell may fail before it is measured no more. A
// benchmark that hangs would otherwise cost its timeout in every round.
const patience = 2

// time measures every cell once a round, until the rounds are done or the
// next one would not end in time.
func (s *session) time(ctx context.Context, end time.Time) error {
	failures := map[string]int{}
	var longest time.Duration
	for round := 1; round <= s.Rounds; round++ {
		if !end.IsZero() && round > 1 && time.Now().Add(longest).After(end) {
			return nil
		}
		began := time.Now()
		for _, step := range s.plan.Round() {
			s.Progress.Step(fmt.Sprintf("%s, round %d of %d", s.asked.Name, round, s.Rounds))
			if failures[step.Cell.ID()] >= patience {
				continue
			}
			ok, err := s.observe(ctx, step, round)
			if err != nil {
				return err
			}
			if !ok {
				failures[step.Cell.ID()]++
			}
		}
		longest = max(longest, time.Since(began))
	}
	return nil
}

// observe measures one cell in one process and reports whether that gave a
// figure.
func (s *session) observe(ctx context.Context, step plan.Step, round int) (ok bool, err error) {
	p, stdout, err := s.start(ctx, s.binaries[step.Cell.Build], results.PassTiming, nil,
		"-test.bench="+step.Cell.Pattern(),
		fmt.Sprintf("-test.benchtime=%dx", s.iterations[step.Cell.ID()]))
	if err != nil {
		return false, err
	}
	p.Cell, p.Control, p.Round, p.Position = step.Cell, step.Control, round, step.Position
	if p.Failure != "" {
		return false, s.fail(p)
	}
	result, err := cell.Result(stdout, step.Cell.Bench)
	if err != nil {
		p.Failure, p.Output = err.Error(), cell.Shorten(string(stdout))
		return false, s.fail(p)
	}
	if err := s.writer.Append(p); err != nil {
		return false, err
	}
	if err := s.writer.Observe(p, s.asked.Compare, result); err != nil {
		return false, err
	}
	if !step.Control {
		for _, metric := range s.asked.Metrics {
			if v, found := original(result, metric.Unit); found && metric.Primary {
				s.measured[step.Cell.ID()] = append(s.measured[step.Cell.ID()], v)
				break
			}
		}
	}
	return true, nil
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
