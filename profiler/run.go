package profiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
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

	// Rounds is how often each cell is measured. Budget bounds the time
	// that timing takes in all; zero does not. Whichever ends first ends
	// the timing.
	Rounds int
	Budget time.Duration

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

// Progress hears how a run goes. Its methods are called from one goroutine.
type Progress interface {
	// Begin says that a phase of so many steps begins.
	Begin(phase string, steps int)

	// Step says that a step begins, and what it is.
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
	goCommand, err := toolchain.Find()
	if err != nil {
		return Outcome{}, err
	}
	temp, err := os.MkdirTemp("", "assay-")
	if err != nil {
		return Outcome{}, err
	}
	defer os.RemoveAll(temp)
	r := &run{Options: o, goCommand: goCommand, temp: temp}
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
	r.record.Quick = r.Quick
	r.record.Tool = r.Tool
	for _, p := range packages {
		r.record.Module = p.Module.Path
	}
	r.record.Revision, r.record.Dirty = revision(ctx, r.Root)
	return nil
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

// timeAll times the experiments one after the other. Each gets a share of
// what is left of the budget by the number of its processes.
func (r *run) timeAll(ctx context.Context) error {
	steps := 0
	for _, s := range r.sessions {
		steps += s.plan.Steps()
	}
	r.Progress.Begin("time", steps*r.Rounds)
	defer r.Progress.End()
	var deadline time.Time
	if r.Budget > 0 {
		deadline = time.Now().Add(r.Budget)
	}
	for _, s := range r.sessions {
		var end time.Time
		if !deadline.IsZero() && steps > 0 {
			share := float64(s.plan.Steps()) / float64(steps)
			end = time.Now().Add(time.Duration(share * float64(time.Until(deadline))))
		}
		steps -= s.plan.Steps()
		if err := s.time(ctx, end); err != nil {
			return err
		}
	}
	return nil
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
