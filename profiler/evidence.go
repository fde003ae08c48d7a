package profiler

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
)

// wallEnv names the file for the wall-clock profile that experiments/probe
// writes. The testing package has no flag for one. evidenceEnv tells that
// package that nothing is timed, so that it may report what it counted.
const (
	wallEnv     = "ASSAY_WALL"
	evidenceEnv = "ASSAY_EVIDENCE"
)

// wantedSamples is how many samples a CPU profile should have: a function that
// holds a twentieth of them is then known within a tenth. shortestProfile and
// longestProfile bound how long it takes, and longestOfAll does where the
// evidence of all workloads is gathered.
const (
	wantedSamples   = 2000
	shortestProfile = 500 * time.Millisecond
	longestProfile  = 8 * time.Second
	longestOfAll    = 1500 * time.Millisecond
)

// A quick run profiles for decidingProfile what decides, and for otherProfile
// the rest.
const (
	decidingProfile = time.Second
	otherProfile    = 300 * time.Millisecond
)

// plainTime is how long a cell runs without a profile at most, so that one can
// tell what profiling costs.
const plainTime = time.Second

// gather takes the profiles, then the machine code and the layout of types,
// which the profiles choose.
func (s *session) gather(ctx context.Context) error {
	for _, c := range s.shown() {
		for _, pass := range s.passes(c) {
			s.Progress.Step(fmt.Sprintf("%s, %s of %s", s.asked.Name, pass, c.Arm))
			var err error
			if pass == results.PassPlain {
				err = s.runPlain(ctx, c)
			} else {
				err = s.capture(ctx, c, results.Kind(pass))
			}
			if err != nil {
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
		functions, err := s.gatherCode(ctx, built)
		if err != nil {
			return err
		}
		if err := s.gatherStructs(built, functions); err != nil {
			return err
		}
	}
	return nil
}

// evidenceSteps is how many steps gather tells of.
func (s *session) evidenceSteps() int {
	n := len(s.binaries)
	for _, c := range s.shown() {
		n += len(s.passes(c))
	}
	return n
}

// shown returns the cells that evidence is gathered of: those of the headline,
// and where the experiment wants it, all others of the first build.
func (s *session) shown() []experiments.Cell {
	cells := s.headline()
	if s.asked.Evidence != "all" {
		return cells
	}
	for _, c := range s.cells {
		if c.Build == s.asked.Builds[0].Name && !s.isHeadline(c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// passes returns what to run a cell for. The plain process comes right before
// the one that takes the CPU profile, so that the two are alike.
func (s *session) passes(c experiments.Cell) []results.Pass {
	var passes []results.Pass
	for _, kind := range s.kinds(c) {
		if kind == results.CPU && !s.Quick {
			passes = append(passes, results.PassPlain)
		}
		passes = append(passes, results.Pass(kind))
	}
	return passes
}

// kinds returns the profiles to take of a cell. A quick run takes all of what
// decides, and of the others only the CPU profile.
func (s *session) kinds(c experiments.Cell) []results.Kind {
	if !s.Quick || s.decides(c) {
		return s.Capture
	}
	return slices.DeleteFunc(slices.Clone(s.Capture), func(k results.Kind) bool { return k != results.CPU })
}

// decides reports whether a quick run gathers all evidence of a cell: of the
// baseline and of the best arm in the first build, or of every arm where the
// experiment wants all.
func (s *session) decides(c experiments.Cell) bool {
	return s.asked.Evidence == "all" || c.Build == s.asked.Builds[0].Name && (c.Arm == s.asked.Baseline || c.Arm == s.best())
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

// runPlain runs a cell as the process with the CPU profile does, without one,
// and counts its garbage collections.
func (s *session) runPlain(ctx context.Context, c experiments.Cell) error {
	var counted collections
	debug := collectionTrace
	if set := cmp.Or(s.binaries[c.Build].build.Env["GODEBUG"], os.Getenv("GODEBUG")); set != "" {
		debug = set + "," + debug
	}
	p, err := s.watch(ctx, c, results.PassPlain, cell.Spec{Env: []string{"GODEBUG=" + debug}, Stderr: &counted})
	if err != nil {
		return err
	}
	if p.Failure != "" {
		return s.fail(p)
	}
	if p.Values != nil {
		counted.put(p.Values, cmp.Or(p.Values["ops"], float64(p.Iterations)))
	}
	return s.writer.Append(p)
}

// capture takes one profile of one cell in a process of its own.
func (s *session) capture(ctx context.Context, c experiments.Cell, kind results.Kind) error {
	file, name, err := s.writer.ProfilePath(c.Arm, c.Build, s.other(c), kind)
	if err != nil {
		return err
	}
	partial := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".partial")
	defer os.Remove(partial)
	p, err := s.watch(ctx, c, results.Pass(kind), s.profileSpec(s.binaries[c.Build], kind, partial))
	if err != nil {
		return err
	}
	if p.Failure != "" {
		return s.fail(p)
	}
	if kind == results.CPU {
		err = calibrate(partial, p.User+p.System)
	}
	if err == nil {
		err = os.Rename(partial, file)
	}
	switch {
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

// watch runs a cell for as many iterations as the pass wants, and takes in
// what the benchmark printed. A line that cannot be read costs that alone.
func (s *session) watch(ctx context.Context, c experiments.Cell, pass results.Pass, spec cell.Spec) (results.Process, error) {
	spec.Env = append(spec.Env, evidenceEnv+"=1")
	spec.Args = append(spec.Args, "-test.bench="+c.Pattern(), "-test.benchmem",
		fmt.Sprintf("-test.benchtime=%dx", s.lasting(c, s.passTime(c, pass))))
	p, stdout, err := s.start(ctx, s.binaries[c.Build], pass, spec)
	if err != nil {
		return p, err
	}
	p.Cell = c
	if lines, err := cell.Results(stdout, c.Bench, 1); p.Failure == "" && err == nil {
		p.Iterations, p.Values = allIterations(lines[0]), results.Values(lines[0])
		// JSON has no other numbers.
		maps.DeleteFunc(p.Values, func(_ string, v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	}
	return p, nil
}

// profileSpec is what makes a test binary write a profile. Rates are set so
// that every event counts, except for the CPU and the wall clock, which are
// sampled.
func (s *session) profileSpec(b binary, kind results.Kind, file string) (spec cell.Spec) {
	switch kind {
	case results.CPU:
		spec.Args = []string{"-test.cpuprofile=" + file}
		if b.rated {
			spec.Env = []string{fmt.Sprintf("%s=%d", rateEnv, profileRate)}
		}
	case results.Allocs:
		spec.Args = []string{"-test.memprofile=" + file, "-test.memprofilerate=1"}
	case results.Mutex:
		spec.Args = []string{"-test.mutexprofile=" + file, "-test.mutexprofilefraction=1"}
	case results.Block:
		spec.Args = []string{"-test.blockprofile=" + file, "-test.blockprofilerate=1"}
	case results.Wall:
		spec.Env = []string{wallEnv + "=" + file}
	case results.Trace:
		spec.Args = []string{"-test.trace=" + file}
	}
	return spec
}

// passTime is how long a cell is to run for a pass. The process has several
// times as long before it counts as hung.
func (s *session) passTime(c experiments.Cell, pass results.Pass) time.Duration {
	d := 50 * time.Millisecond
	switch pass {
	case results.PassPlain:
		d = min(plainTime, s.profileTime(c))
	case results.Pass(results.CPU):
		d = s.profileTime(c)
	case results.Pass(results.Allocs):
		// To record every allocation takes ten times as long as to make it.
		d = 20 * time.Millisecond
	case results.Pass(results.Wall):
		d = 300 * time.Millisecond
	}
	return min(d, s.asked.Timeout/4)
}

// profileTime is how long a cell runs for its CPU profile: until there are as
// many samples as wanted.
func (s *session) profileTime(c experiments.Cell) time.Duration {
	switch {
	case s.Quick && s.decides(c):
		return decidingProfile
	case s.Quick:
		return otherProfile
	}
	rate := testingRate
	if s.binaries[c.Build].rated {
		rate = tickRate
	}
	wanted := wantedSamples / (float64(rate) * s.processors(c)) * float64(time.Second)
	longest := longestProfile
	if s.asked.Evidence == "all" {
		longest = longestOfAll
	}
	return time.Duration(min(max(wanted, float64(shortestProfile)), float64(longest)))
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
	p, _, err := s.start(ctx, s.binaries[s.asked.Builds[0].Name], results.PassPGO, cell.Spec{
		Args: []string{"-test.cpuprofile=" + file, "-test.bench=" + patterns(names), "-test.benchtime=250ms", "-test.v"},
	})
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
