package profiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
	"github.com/assay-bench/assay/profiler/host"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// Options say what to run and how much of it.
type Options struct {
	// Root is the folder of the module, Experiments what to run of it.
	Root        string
	Experiments []*experiments.Experiment

	// Out is the folder that the record's folder is made in.
	Out string

	// Rounds is how often each cell is measured at most, Budget the time
	// that timing takes in all, and Precision how narrow the intervals of
	// the primary metric have to become, as a relative half-width. Zero is
	// no limit; one of the three must be set. Whichever an experiment comes
	// to first ends its timing.
	Rounds    int
	Budget    time.Duration
	Precision float64

	// Width is the half-width of the interval for the ratio of an arm to
	// another, given what each measured in the same rounds and how many
	// intervals have to hold together. It is infinite where there is none
	// yet. Precision needs it.
	Width func(arm, against []float64, together int) float64

	// Shares is what part of the budget each experiment gets, by name. Nil
	// shares it by the number of processes in a round.
	Shares map[string]float64

	// Layouts is over how many layouts of the binary rounds rotate; zero
	// means one, which is the linker's own.
	Layouts int

	// BeforeTiming is called before the timing of an experiment begins or
	// goes on, and what it returns when it ends or pauses. AfterRound is
	// called after each round; the time that it takes counts as timing.
	// Both may be nil.
	BeforeTiming func(ctx context.Context, experiment string) (after func(), err error)
	AfterRound   func(context.Context, Round) error

	// SelfTest marks the record as one that assay is judged by.
	SelfTest bool

	// Seed decides every order.
	Seed uint64

	// Quick measures for a shorter time in each process, and gathers the
	// kinds of evidence besides the CPU profile for the baseline and the
	// best arm alone.
	Quick bool

	// Capture is the kinds of profiles to take.
	Capture []results.Kind

	// Command is what the record says can be typed to run it again, and
	// Tool the version of assay.
	Command []string
	Tool    string

	// Progress is told how it goes.
	Progress Progress
}

// A Round is what Options.AfterRound is told of.
type Round struct {
	Experiment string

	// Number counts from 1 within the experiment, and Took is how long the
	// round took.
	Number int
	Took   time.Duration

	// Binary is the test binary of the first build, and Dir where it runs.
	Binary, Dir string

	// Writer writes to the experiment's part of the record.
	Writer *results.ExperimentWriter
}

// Progress hears how a run goes. Its methods are called from one goroutine.
type Progress interface {
	// Begin says that a phase of so many steps begins; -1 when nobody knows
	// how many.
	Begin(phase string, steps int)

	// Step says that a step of the phase begins, and what it is.
	Step(what string)

	// End says that the phase is over.
	End()

	// Note is a sentence that a person should read: something failed, or
	// took another way.
	Note(text string)
}

// An Outcome is what came of a run.
type Outcome struct {
	// Dir is the folder of the record.
	Dir string

	// Failed counts the processes and builds that failed.
	Failed int

	// Spent says where the time went. What the caller does afterwards is
	// not in it.
	Spent results.Spent
}

// Run runs the experiments and writes the record. When the context ends, what
// was measured until then stays in the record, and the error is the
// context's; the Outcome is valid whenever its Dir is not empty.
func Run(ctx context.Context, o Options) (Outcome, error) {
	started := time.Now()
	if o.Rounds == 0 && o.Budget == 0 && (o.Precision == 0 || o.Width == nil) {
		return Outcome{}, errors.New("nothing would end the timing: neither rounds, nor a budget, nor a precision")
	}
	goCommand, err := toolchain.Find()
	if err != nil {
		return Outcome{}, err
	}
	temp, err := os.MkdirTemp("", "assay-")
	if err != nil {
		return Outcome{}, err
	}
	defer os.RemoveAll(temp)
	r := &run{Options: o, launch: cell.Run, goCommand: goCommand, temp: temp}
	if err := r.describe(ctx); err != nil {
		return Outcome{}, err
	}
	if r.writer, err = results.Create(o.Out, r.record); err != nil {
		return Outcome{}, err
	}
	err = r.all(ctx)
	r.record.Interrupted = err != nil
	r.record.Finished = time.Now().UTC()
	r.record.Spent = r.spent
	r.record.Spent.Own = time.Since(started) - r.spent.Timing - r.spent.Evidence - r.spent.Toolchain
	for _, s := range r.sessions {
		err = errors.Join(err, s.writer.Close())
	}
	err = errors.Join(err, r.writer.WriteRun(r.record))
	return Outcome{Dir: r.writer.Dir, Failed: r.failed, Spent: r.record.Spent}, err
}

// run is one call of Run.
type run struct {
	Options

	// launch is cell.Run, unless a test takes its place.
	launch func(context.Context, cell.Spec) (results.Process, []byte, error)

	goCommand string
	temp      string
	record    results.Run
	writer    *results.Writer
	sessions  []*session
	packages  map[string]toolchain.Package
	spent     results.Spent
	failed    int
}

// describe fills in what run.json says before anything runs.
func (r *run) describe(ctx context.Context) error {
	defer r.toolchain()()
	var dirs []string
	for _, x := range r.Experiments {
		dirs = append(dirs, x.Dir)
		r.record.Experiments = append(r.record.Experiments, x.Name)
	}
	packages, err := toolchain.List(ctx, r.goCommand, r.Root, dirs)
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	r.packages = packages
	version, err := toolchain.Version(ctx, r.goCommand, r.Root)
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	r.record.Machine = host.Describe()
	r.record.Machine.Go = version
	r.record.Command = r.Command
	r.record.Started = results.Now()
	r.record.Seed = r.Seed
	r.record.Rounds = r.Rounds
	r.record.Budget = r.Budget
	r.record.Precision = r.Precision
	r.record.Layouts = layoutSeeds(r.layoutCount(), r.Seed)
	r.record.Quick = r.Quick
	r.record.SelfTest = r.SelfTest
	r.record.Tool = r.Tool
	for _, p := range packages {
		r.record.Module = p.Module.Path
	}
	r.record.Revision, r.record.Dirty = revision(ctx, r.Root)
	return nil
}

// layoutCount is how many layouts are worth linking: a round uses one.
func (r *run) layoutCount() int {
	if r.Rounds > 0 {
		return min(r.Layouts, r.Rounds)
	}
	return r.Layouts
}

// all goes through the phases.
func (r *run) all(ctx context.Context) error {
	for _, phase := range []func(context.Context) error{r.prepareAll, r.timeAll, r.gatherAll} {
		if err := phase(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) prepareAll(ctx context.Context) error {
	r.Progress.Begin("build", len(r.Experiments))
	defer r.Progress.End()
	for _, x := range r.Experiments {
		r.Progress.Step(x.Name)
		s, err := newSession(r, x)
		if err != nil {
			return err
		}
		r.sessions = append(r.sessions, s)
		if err := s.prepare(ctx); err != nil {
			return err
		}
	}
	return nil
}

// timeAll times the experiments one after the other. Each gets its share of
// what is left of the budget. What one of them leaves goes to the others, and
// those that need more have another turn.
func (r *run) timeAll(ctx context.Context) error {
	steps := -1
	if r.Precision == 0 && r.Rounds > 0 {
		steps = 0
		for _, s := range r.sessions {
			steps += s.plan.Steps() * r.Rounds
		}
	}
	phase := "time"
	var deadline time.Time
	if r.Budget > 0 {
		phase = fmt.Sprintf("time, %v at most", r.Budget)
		deadline = time.Now().Add(r.Budget)
	}
	r.Progress.Begin(phase, steps)
	defer r.Progress.End()
	for turn := r.sessions; len(turn) > 0; {
		measured := 0
		for i, s := range turn {
			before := s.rounds
			if err := s.time(ctx, r.share(turn[i:], deadline)); err != nil {
				return err
			}
			measured += s.rounds - before
		}
		var open []*session
		for _, s := range turn {
			if s.ended == endBudget {
				open = append(open, s)
			}
		}
		if measured == 0 {
			break
		}
		turn = open
	}
	for _, s := range r.sessions {
		if note := s.outcome(); note != "" {
			r.Progress.Note(note)
		}
	}
	return nil
}

// share is when the first of the sessions has to end so that the others have
// theirs; zero when there is no end.
func (r *run) share(sessions []*session, deadline time.Time) time.Time {
	if deadline.IsZero() {
		return deadline
	}
	weight := func(s *session) float64 {
		if r.Shares != nil {
			return r.Shares[s.asked.Name]
		}
		return float64(s.plan.Steps())
	}
	all := 0.0
	for _, s := range sessions {
		all += weight(s)
	}
	if all == 0 {
		return deadline
	}
	return time.Now().Add(time.Duration(weight(sessions[0]) / all * float64(time.Until(deadline))))
}

func (r *run) gatherAll(ctx context.Context) error {
	steps := 0
	for _, s := range r.sessions {
		steps += s.evidenceSteps()
	}
	r.Progress.Begin("evidence", steps)
	defer r.Progress.End()
	for _, s := range r.sessions {
		if err := s.gather(ctx); err != nil {
			return err
		}
	}
	return nil
}

// toolchain counts the time until the returned function is called as spent in
// the go command.
func (r *run) toolchain() func() {
	start := time.Now()
	return func() { r.spent.Toolchain += time.Since(start) }
}
