package profiler

import (
	"runtime"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// launch is about how long a process takes to start and to end, for want of a
// better figure where a benchmark does not print how long an iteration takes.
const launch = 15 * time.Millisecond

// mostIterations is the most that the testing package runs by itself.
const mostIterations = 1e9

// A pace is how fast a cell runs, as its timed processes show it.
type pace struct {
	// iterations took so many nanoseconds.
	iterations, took float64

	// used is the processor time of the processes, wall how long they took.
	used, wall time.Duration
}

// pace is that of a cell by its ID, made when it is new.
func (s *session) pace(id string) *pace {
	a := s.paces[id]
	if a == nil {
		a = &pace{}
		s.paces[id] = a
	}
	return a
}

// add takes in a timed process that ran the benchmark so many times and
// printed line at last.
func (a *pace) add(p results.Process, line *benchfmt.Result, times int) {
	a.used += p.User + p.System
	a.wall += p.Wall
	if ns, ok := original(line, "ns/op"); ok && ns > 0 {
		a.iterations += float64(line.Iters)
		a.took += ns * float64(line.Iters)
		return
	}
	a.iterations += float64(times) * float64(allIterations(line))
	a.took += float64(max(p.Wall-launch, p.Wall/4))
}

// allIterations is how many iterations of its benchmark a process ran that
// printed line. Benchmarks that print no ns/op are those of experiments/probe,
// which begin with a burst that is not measured.
func allIterations(line *benchfmt.Result) int64 {
	n := int64(line.Iters)
	if _, ok := original(line, "ns/op"); !ok {
		n++
	}
	return n
}

// lasting is how many iterations of a cell take about so long.
func (s *session) lasting(c experiments.Cell, d time.Duration) int {
	a := s.paces[c.ID()]
	if a == nil || a.took <= 0 {
		// Nothing was timed. The iterations were chosen to take so long.
		a = &pace{iterations: float64(s.iterations[c.ID()]), took: float64(s.processTime())}
	}
	return int(max(1, min(float64(d)*a.iterations/a.took, mostIterations)))
}

// processors is how many processors a cell keeps busy on average; one where
// that is not known.
func (s *session) processors(c experiments.Cell) float64 {
	a := s.paces[c.ID()]
	if a == nil || a.used <= 0 || a.wall <= 0 {
		return 1
	}
	return min(float64(a.used)/float64(a.wall), float64(runtime.GOMAXPROCS(0)))
}
