package profiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
	"github.com/assay-bench/assay/profiler/compiler"
	"github.com/assay-bench/assay/profiler/plan"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// session is one experiment within a run.
type session struct {
	*run
	asked  *experiments.Experiment
	pkg    toolchain.Package
	writer *results.ExperimentWriter

	// binaries are the test binaries that could be built, by build.
	binaries map[string]binary

	// cells are the cells that can be measured, in the order in which the
	// benchmark runs them, and iterations the N of each by its ID.
	cells      []experiments.Cell
	iterations map[string]int

	// layouts are the seeds that rounds rotate over; the first is 0.
	layouts []int64

	plan *plan.Plan

	// rounds counts the rounds that were measured, longest is how long the
	// longest took, and ended says why no other followed.
	rounds  int
	longest time.Duration

	// looked is after how many rounds precision was last asked for.
	looked int
	ended  ending

	// failures counts by cell, attempts decides what is run again.
	failures map[string]int
	attempts attempts

	// paces are how fast cells run, by their ID.
	paces map[string]*pace

	// measured holds the primary metric of each cell by its ID, one value a
	// round; NaN where there is none.
	measured map[string][]float64

	// processes counts the processes that were started.
	processes int
}

// binary is one test binary. path and hash are of the one in the linker's own
// order, layouts has the others by their seed, and command made it. rated says
// that it takes the rate of its CPU profile from rateEnv.
type binary struct {
	build experiments.Build
	linked
	command []string
	layouts map[int64]linked
	rated   bool
}

// as is the binary in another layout.
func (b binary) as(layout int64) binary {
	if layout != 0 {
		b.linked = b.layouts[layout]
	}
	return b
}

func newSession(r *run, x *experiments.Experiment) (*session, error) {
	yaml, err := os.ReadFile(filepath.Join(x.Dir, experiments.FileName))
	if err != nil {
		return nil, err
	}
	w, err := r.writer.Experiment(x.Name, yaml)
	if err != nil {
		return nil, err
	}
	return &session{
		run:        r,
		asked:      x,
		pkg:        r.packages[x.Dir],
		writer:     w,
		binaries:   map[string]binary{},
		layouts:    []int64{0},
		iterations: map[string]int{},
		paces:      map[string]*pace{},
		measured:   map[string][]float64{},
		failures:   map[string]int{},
		plan:       plan.New(nil, "", "", 0),
	}, nil
}

// prepare builds the binaries and finds the cells. What fails is recorded and
// leaves the session with fewer cells, or none.
func (s *session) prepare(ctx context.Context) error {
	for _, b := range s.asked.Builds {
		if err := s.build(ctx, b); err != nil {
			return err
		}
		first, ok := s.binaries[s.asked.Builds[0].Name]
		if !ok {
			return nil
		}
		if b.Name == first.build.Name {
			if err := s.discover(ctx, first); err != nil {
				return err
			}
		}
	}
	found := slices.Clone(s.cells)
	for _, b := range s.asked.Builds[1:] {
		if _, ok := s.binaries[b.Name]; !ok {
			continue
		}
		for _, c := range found {
			n := s.iterations[c.ID()]
			c.Build = b.Name
			s.cells = append(s.cells, c)
			s.iterations[c.ID()] = n
		}
	}
	s.plan = plan.New(s.cells, s.asked.Baseline, s.asked.Builds[0].Name, s.seed())
	return s.linkLayouts(ctx)
}

// seed is the run's seed, moved on by the experiment's name so that adding an
// experiment does not reorder the others.
func (s *session) seed() uint64 {
	seed := s.Seed
	for _, c := range []byte(s.asked.Name) {
		seed = seed*1099511628211 ^ uint64(c)
	}
	return seed
}

// build builds one binary, or records why it cannot be.
func (s *session) build(ctx context.Context, b experiments.Build) error {
	output := filepath.Join(s.temp, toolchain.BinaryName(results.ArmDir(s.asked.Name, b.Name)+".test"))
	flags := b.GCFlags
	if b.PGO != "" {
		profile, err := s.profileForPGO(ctx, b)
		if err != nil {
			return err
		}
		if profile == "" {
			return nil
		}
		// The profile goes to the compiler itself and not to go test's -pgo,
		// which would build the standard library anew for every profile.
		flags = strings.TrimSpace(flags + " '-pgoprofile=" + profile + "'")
	}
	defer s.toolchain()()
	decisions, rated, err := s.compile(ctx, compiler.Options{
		Build:    b.Name,
		Go:       s.goCommand,
		Dir:      s.Root,
		Package:  s.pkg.ImportPath,
		Patterns: s.asked.Packages,
		GCFlags:  flags,
		Output:   output,
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var failure *toolchain.Failure
	if errors.As(err, &failure) {
		return s.failBuild(b, decisions.Command, failure)
	}
	hash, hashErr := toolchain.Hash(output)
	switch {
	case errors.Is(hashErr, fs.ErrNotExist) && err == nil:
		return s.failBuild(b, decisions.Command, &toolchain.Failure{
			Output: s.pkg.ImportPath + " has no test files: write a Benchmark function in a file called bench_test.go",
		})
	case hashErr != nil:
		return errors.Join(err, hashErr)
	case err != nil:
		s.Progress.Note(fmt.Sprintf("%s: %v", s.asked.Name, err))
	}
	decisions.Binary = hash
	if err := s.writer.WriteCompiler(decisions); err != nil {
		return err
	}
	s.binaries[b.Name] = binary{
		build:   b,
		linked:  linked{path: output, hash: hash},
		command: decisions.Command,
		layouts: map[int64]linked{},
		rated:   rated,
	}
	return nil
}

// compile builds a binary that takes the rate of its CPU profile from rateEnv,
// and reports whether it does. Where that cannot be had, it builds one as
// go test does: because nothing can be added to the package, or because the
// package is broken, which is then told without what was added.
func (s *session) compile(ctx context.Context, o compiler.Options) (decisions results.Compiler, rated bool, err error) {
	plain := o
	overlay, overlayErr := s.overlayRate()
	if overlayErr == nil && overlay != "" {
		o.Flags = append(slices.Clone(o.Flags), overlay)
		decisions, err = compiler.Run(ctx, o)
		if !errors.As(err, new(*toolchain.Failure)) || ctx.Err() != nil {
			return decisions, true, err
		}
		overlayErr = err
	}
	decisions, err = compiler.Run(ctx, plain)
	if overlayErr != nil && !errors.As(err, new(*toolchain.Failure)) {
		s.Progress.Note(fmt.Sprintf("%s: CPU profiles of build %s have %d samples a second and not %d: %v",
			s.asked.Name, o.Build, testingRate, tickRate, overlayErr))
	}
	return decisions, false, err
}

// failBuild records a build that the toolchain refused.
func (s *session) failBuild(b experiments.Build, command []string, failure *toolchain.Failure) error {
	return s.fail(results.Process{
		Pass:    results.PassBuild,
		Cell:    experiments.Cell{Build: b.Name},
		Command: command,
		Started: time.Now().UTC(),
		Failure: fmt.Sprintf("build %s does not build: %v", b.Name, failure),
		Output:  cell.Shorten(failure.Output),
	})
}

// start runs a binary and numbers the process, which is not recorded. Of spec
// it takes the arguments, the environment, which comes after that of the build,
// and who gets the standard error.
func (s *session) start(ctx context.Context, b binary, pass results.Pass, spec cell.Spec) (results.Process, []byte, error) {
	var env []string
	for _, key := range slices.Sorted(maps.Keys(b.build.Env)) {
		env = append(env, key+"="+b.build.Env[key])
	}
	spec.Binary, spec.Dir, spec.Timeout = b.path, s.pkg.Dir, s.asked.Timeout
	spec.Args = append([]string{"-test.run=^$"}, spec.Args...)
	spec.Env = append(env, spec.Env...)
	// These run many benchmarks, and tell of each.
	spec.Idle = pass == results.PassCalibrate || pass == results.PassPGO
	p, stdout, err := s.launch(ctx, spec)
	switch pass {
	case results.PassTiming, results.PassCalibrate:
		s.spent.Timing += p.Wall
	default:
		s.spent.Evidence += p.Wall
	}
	s.processes++
	p.Process = s.processes
	p.Pass = pass
	p.Binary = b.hash
	return p, stdout, err
}

// fail records a process that failed and tells of it.
func (s *session) fail(p results.Process) error {
	s.failed++
	what := s.asked.Name
	if p.Cell.Bench != "" {
		what += " " + p.Cell.Bench
	}
	s.Progress.Note(fmt.Sprintf("%s: %s: %s", what, p.Pass, p.Failure))
	return s.writer.Append(p)
}

// headline returns the cells of the workload that the experiment names, or of
// the first one.
func (s *session) headline() []experiments.Cell {
	return slices.DeleteFunc(slices.Clone(s.cells), func(c experiments.Cell) bool { return !s.isHeadline(c) })
}

func (s *session) isHeadline(c experiments.Cell) bool {
	workload := s.asked.Workload
	if len(workload) == 0 {
		workload = s.cells[0].Workload
	}
	return workload.Matches(c.Workload)
}

// other is the workload of a cell that is not of the headline, and nil for one
// that is: so the record tells where their files lie.
func (s *session) other(c experiments.Cell) experiments.Workload {
	if s.isHeadline(c) {
		return nil
	}
	return c.Workload
}

// benchPattern selects the experiment's benchmarks.
func (s *session) benchPattern() string {
	if s.asked.Bench == "" {
		return "."
	}
	return s.asked.Bench
}

// patterns selects exactly the given cells, for -test.skip and -test.bench,
// which take alternatives at the top level.
func patterns(cells []string) string {
	quoted := make([]string, len(cells))
	for i, bench := range cells {
		quoted[i] = experiments.Cell{Bench: bench}.Pattern()
	}
	return strings.Join(quoted, "|")
}
