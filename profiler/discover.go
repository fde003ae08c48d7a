package profiler

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
)

// processTime is about how long the benchmark runs in a timed process for what
// counts, quickProcessTime how long in a quick run. It runs as long before, to
// warm up.
const (
	processTime      = 40 * time.Millisecond
	quickProcessTime = 10 * time.Millisecond
)

// maxDiscoveries bounds how many benchmarks may end their process before the
// rest is given up.
const maxDiscoveries = 20

// discover runs every benchmark of the binary in one process and learns which
// cells there are and how many iterations each takes. When a benchmark ends
// the process or hangs, the others are run again without it.
func (s *session) discover(ctx context.Context, b binary) error {
	var done []string
	for range maxDiscoveries {
		args := []string{
			"-test.bench=" + s.benchPattern(),
			"-test.benchtime=" + s.processTime().String(),
			// The second time tells: the first arm of a process runs on a
			// heap that has yet to grow.
			"-test.count=2",
			"-test.v",
		}
		if len(done) > 0 {
			args = append(args, "-test.skip="+patterns(done))
		}
		p, stdout, err := s.start(ctx, b, results.PassCalibrate, cell.Spec{Args: args})
		if err != nil {
			return err
		}
		ended, failed, running := cell.Discover(stdout, runtime.GOMAXPROCS(0))
		for _, found := range ended {
			done = append(done, found.Bench)
			if c, err := experiments.NewCell(found.Bench, s.asked.Compare, b.build.Name); err == nil {
				s.cells = append(s.cells, c)
				s.iterations[c.ID()] = found.Iterations
			}
		}
		if p.Failure == "" {
			if err := s.writer.Append(p); err != nil {
				return err
			}
			break
		}
		if len(failed) == 0 && running == "" {
			return s.fail(p)
		}
		for _, bench := range failed {
			done = append(done, bench)
			if err := s.failBench(p, b, bench, "--- FAIL: Benchmark"+bench); err != nil {
				return err
			}
		}
		if running != "" {
			done = append(done, running)
			if err := s.failBench(p, b, running, p.Failure); err != nil {
				return err
			}
		}
		if running == "" {
			break
		}
	}
	s.evenOut()
	return s.checkArms(b)
}

// alike is how many times as fast as the baseline an arm may be, or as slow,
// to run as many iterations.
const alike = 2

// evenOut gives the arms of a workload that are about as fast as the baseline
// as many iterations as it has. What an operation costs depends a little on how
// many there are: on how many collections fall among them, and on what share
// of them finds cold caches. Arms that differ by chance in how long they were
// calibrated would differ in that too, and the control, which is the baseline,
// would not show it.
func (s *session) evenOut() {
	for _, baseline := range s.cells {
		if baseline.Arm != s.asked.Baseline {
			continue
		}
		n := s.iterations[baseline.ID()]
		for _, c := range s.cells {
			own := s.iterations[c.ID()]
			if c.Workload.String() == baseline.Workload.String() && own <= alike*n && n <= alike*own {
				s.iterations[c.ID()] = n
			}
		}
	}
}

// failBench records that one benchmark of a process that ran many failed.
func (s *session) failBench(p results.Process, b binary, bench, failure string) error {
	p.Cell, _ = experiments.NewCell(bench, s.asked.Compare, b.build.Name)
	p.Failure = failure
	return s.fail(p)
}

// checkArms records a failure when the benchmark has nothing to compare.
func (s *session) checkArms(b binary) error {
	arms := map[string]bool{}
	for _, c := range s.cells {
		arms[c.Arm] = true
	}
	p := results.Process{
		Pass:    results.PassCalibrate,
		Cell:    experiments.Cell{Build: b.build.Name},
		Command: []string{b.path},
		Started: time.Now().UTC(),
	}
	switch names := slices.Sorted(maps.Keys(arms)); {
	case len(s.cells) == 0 && s.processes > 0 && s.failed > 0:
		return nil // already told
	case len(s.cells) == 0:
		p.Failure = fmt.Sprintf("no sub-benchmark that %q selects has a part %s=…: name the arms that way", s.benchPattern(), s.asked.Compare)
	case !arms[s.asked.Baseline]:
		p.Failure = fmt.Sprintf("the baseline %q is not among the arms %s", s.asked.Baseline, strings.Join(names, ", "))
		s.cells = nil
	default:
		return nil
	}
	return s.fail(p)
}

func (r *run) processTime() time.Duration {
	if r.Quick {
		return quickProcessTime
	}
	return processTime
}
