package profiler

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// wallEnv names the file for the wall-clock profile that experiments/probe
// writes. The testing package has no flag for one.
const wallEnv = "ASSAY_WALL"

// gather takes the profiles of the headline's cells, then the machine code,
// which the profiles choose.
func (s *session) gather(ctx context.Context) error {
	for _, c := range s.headline() {
		for _, kind := range s.kinds(c) {
			s.Progress.Step(fmt.Sprintf("%s, %s of %s", s.asked.Name, kind, c.Arm))
			if err := s.capture(ctx, c, kind); err != nil {
				return err
			}
		}
	}
	for _, b := range s.asked.Builds {
		built, ok := s.binaries[b.Name]
		if !ok {
			continue
		}
		s.Progress.Step(fmt.Sprintf("%s, machine code of build %s", s.asked.Name, b.Name))
		if err := s.gatherCode(ctx, built); err != nil {
			return err
		}
	}
	return nil
}

// evidenceSteps is how many steps gather tells of.
func (s *session) evidenceSteps() int {
	n := len(s.binaries)
	for _, c := range s.headline() {
		n += len(s.kinds(c))
	}
	return n
}

// kinds returns the profiles to take of a cell. A quick run takes the CPU
// profile of each, and the others only of the baseline and of the best arm.
func (s *session) kinds(c experiments.Cell) []results.Kind {
	if !s.Quick || c.Build == s.asked.Builds[0].Name && (c.Arm == s.asked.Baseline || c.Arm == s.best()) {
		return s.Capture
	}
	return slices.DeleteFunc(slices.Clone(s.Capture), func(k results.Kind) bool { return k != results.CPU })
}

// best returns the arm of the headline with the lowest median of the primary
// metric, or the highest where higher is better; "" when nothing was measured.
func (s *session) best() string {
	higher := slices.ContainsFunc(s.asked.Metrics, func(m experiments.Metric) bool { return m.Primary && m.Better == "higher" })
	best, bestValue := "", 0.0
	for _, c := range s.headline() {
		values := slices.DeleteFunc(slices.Clone(s.measured[c.ID()]), math.IsNaN)
		slices.Sort(values)
		if c.Build != s.asked.Builds[0].Name || len(values) == 0 {
			continue
		}
		middle := values[len(values)/2]
		if best == "" || middle < bestValue != higher {
			best, bestValue = c.Arm, middle
		}
	}
	return best
}

// capture takes one profile of one cell in a process of its own.
func (s *session) capture(ctx context.Context, c experiments.Cell, kind results.Kind) error {
	file, name, err := s.writer.ProfilePath(c.Arm, c.Build, kind)
	if err != nil {
		return err
	}
	partial := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".partial")
	defer os.Remove(partial)
	args, env := s.profileArgs(kind, partial)
	args = append(args, "-test.bench="+c.Pattern())
	p, _, err := s.start(ctx, s.binaries[c.Build], results.Pass(kind), env, args...)
	if err != nil {
		return err
	}
	p.Cell = c
	if p.Failure != "" {
		return s.fail(p)
	}
	switch err := os.Rename(partial, file); {
	case err == nil:
		p.File = name
	case kind == results.Wall && os.IsNotExist(err):
		// The package does not use experiments/probe; go without.
	default:
		p.Failure = fmt.Sprintf("wrote no %s profile: %v", kind, err)
		return s.fail(p)
	}
	return s.writer.Append(p)
}

// profileArgs returns the flags and the environment that make a test binary
// write a profile. Rates are set so that every event counts, except for the
// CPU, which the runtime samples 100 times a second, and for the wall clock.
func (s *session) profileArgs(kind results.Kind, file string) (args, env []string) {
	benchtime := 50 * time.Millisecond
	switch kind {
	case results.CPU:
		args = []string{"-test.cpuprofile=" + file}
		benchtime = 1500 * time.Millisecond
		if s.Quick {
			benchtime = 300 * time.Millisecond
		}
	case results.Allocs:
		args = []string{"-test.memprofile=" + file, "-test.memprofilerate=1"}
	case results.Mutex:
		args = []string{"-test.mutexprofile=" + file, "-test.mutexprofilefraction=1"}
	case results.Block:
		args = []string{"-test.blockprofile=" + file, "-test.blockprofilerate=1"}
	case results.Wall:
		env = []string{wallEnv + "=" + file}
		benchtime = 300 * time.Millisecond
	case results.Trace:
		args = []string{"-test.trace=" + file}
	}
	return append(args, "-test.benchtime="+benchtime.String()), env
}

// profileForPGO takes a CPU profile of all of the headline's cells in the
// first build, in one process, for a build to be optimised by. It returns ""
// when there is none, which is recorded.
func (s *session) profileForPGO(ctx context.Context, b experiments.Build) (string, error) {
	var names []string
	for _, c := range s.headline() {
		names = append(names, c.Bench)
	}
	if len(names) == 0 {
		return "", nil
	}
	file, name, err := s.writer.PGOPath(b.Name)
	if err != nil {
		return "", err
	}
	p, _, err := s.start(ctx, s.binaries[s.asked.Builds[0].Name], results.PassPGO, nil,
		"-test.cpuprofile="+file, "-test.bench="+patterns(names), "-test.benchtime=250ms", "-test.v")
	if err != nil {
		return "", err
	}
	p.Cell.Build = b.Name
	p.File = name
	if p.Failure != "" {
		return "", s.fail(p)
	}
	return file, s.writer.Append(p)
}
