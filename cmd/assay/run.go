package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler"
	"github.com/assay-bench/assay/report/stats"
)

// What a run does unless it is told otherwise. Ten is the fewest rounds from
// which the intervals of twenty arms hold together.
const (
	defaultBudget    = 10 * time.Minute
	defaultPrecision = 0.01
	defaultLayouts   = 4
	quickRounds      = 10
	quickLayouts     = 1
)

var runCommand = command{
	name:  "run",
	usage: "[flags] [names or package patterns]",
	short: "run experiments and render what they show",
	long: `
Run builds the benchmarks of the experiments that are named, or of all, times
every arm in fresh processes, in shuffled rounds, with nothing else running,
then gathers profiles, compiler decisions and machine code, and renders the
record as HTML.

Timing goes on until the interval of every ratio is as narrow as -precision
asks, or until -budget ends. With -rounds it ends after so many rounds instead,
or with the budget. What decides is how much is known, never what is found: an
experiment takes no longer for a difference that does not show, and no shorter
for one that does.

An interrupt ends the run in good order: what there is stays and is rendered.

Examples:

  assay run
  assay run -quick taskreuse lockswap
  assay run -rounds 20 -seed 7 ./experiments/ladder
  assay run -precision 0.5% -budget 1h lockswap`,
	run: runExperiments,
}

func runExperiments(ctx context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	started := time.Now()
	o, names, err := parseRun(flags, args)
	if err != nil {
		return err
	}
	root, list, err := load(names)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("this module has no experiments: an experiment is a folder with an " + experiments.FileName)
	}
	o.Root, o.Experiments = root, list
	o.Width, o.Tool, o.Progress = width, version(), newProgress(stderr)
	outcome, runErr := profiler.Run(ctx, o)
	if outcome.Dir == "" {
		return runErr
	}
	if err := summarise(outcome.Dir, stdout, stderr); err != nil {
		return errors.Join(explain(runErr), err)
	}
	total := time.Since(started)
	own := total - outcome.Spent.Timing - outcome.Spent.Evidence - outcome.Spent.Toolchain
	fmt.Fprintf(stdout, "\n%v in all: %v timing, %v gathering evidence, %v in the go command, %v (%.1f%%) assay itself\n",
		total.Round(time.Second), outcome.Spent.Timing.Round(time.Second), outcome.Spent.Evidence.Round(time.Second),
		outcome.Spent.Toolchain.Round(time.Second), own.Round(100*time.Millisecond), 100*own.Seconds()/total.Seconds())
	switch {
	case runErr != nil:
		return explain(runErr)
	case outcome.Failed > 0:
		return fmt.Errorf("%d processes or builds failed; the report shows their output", outcome.Failed)
	}
	return nil
}

// parseRun reads the command line: what to do, and the names of what to do it
// with.
func parseRun(flags *flag.FlagSet, args []string) (profiler.Options, []string, error) {
	o := profiler.Options{Precision: defaultPrecision}
	flags.BoolVar(&o.Quick, "quick", false, "take a tour: fewer rounds, shorter processes, less evidence")
	flags.Var((*share)(&o.Precision), "precision", "time until no interval is wider than this `width` to either side; 0 does not ask for it, and neither do -rounds and -quick")
	flags.IntVar(&o.Rounds, "rounds", 0, fmt.Sprintf("measure every arm `n` times (default as often as -precision asks, with -quick %d)", quickRounds))
	flags.DurationVar(&o.Budget, "budget", defaultBudget, "let timing take so long in all; experiments share it; 0 for no limit")
	flags.IntVar(&o.Layouts, "layouts", 0, fmt.Sprintf("link every binary `k` times, with its functions in another order each time (default %d, with -quick %d)", defaultLayouts, quickLayouts))
	flags.Uint64Var(&o.Seed, "seed", 0, "decide every order by this `number` (default a random one, which the report names)")
	flags.StringVar(&o.Out, "o", "results", "make the record's folder in this `folder`")
	capture := flags.String("capture", "all", "take these `kinds` of profiles, separated by commas: "+kindNames()+", all or none")
	names, err := parse(flags, args)
	if err != nil {
		return o, nil, err
	}
	if o.Capture, err = parseKinds(*capture); err != nil {
		return o, nil, err
	}
	precise := false
	flags.Visit(func(f *flag.Flag) { precise = precise || f.Name == "precision" })
	if err := settle(&o, precise); err != nil {
		return o, nil, err
	}
	o.Command = again(o, *capture, names)
	return o, names, nil
}

// settle fills in what the command line left open. precise says that it asks
// for a precision.
func settle(o *profiler.Options, precise bool) error {
	switch {
	case o.Rounds < 0:
		return usageError("-rounds is %d and has to be above zero", o.Rounds)
	case o.Layouts < 0:
		return usageError("-layouts is %d and has to be above zero", o.Layouts)
	case o.Budget < 0:
		return usageError("-budget is %v and cannot be negative", o.Budget)
	}
	if !precise && (o.Quick || o.Rounds > 0) {
		o.Precision = 0
	}
	if o.Quick && o.Rounds == 0 && o.Precision == 0 {
		o.Rounds = quickRounds
	}
	if o.Layouts == 0 {
		o.Layouts = defaultLayouts
		if o.Quick {
			o.Layouts = quickLayouts
		}
	}
	if o.Budget == 0 && o.Rounds == 0 && o.Precision == 0 {
		return usageError("nothing would end the timing: give -budget, -rounds or -precision")
	}
	for o.Seed == 0 {
		o.Seed = randomSeed()
	}
	return nil
}

// width is the half-width of the interval that a report will show. Where the
// rounds leave no ratio, as zeros do, more rounds make none either.
func width(arm, against []float64, together int) float64 {
	pairs := make([]stats.Pair, len(arm))
	for i := range arm {
		pairs[i] = stats.Pair{Arm: arm[i], Against: against[i]}
	}
	level := stats.Simultaneous(together)
	r, err := stats.Compare(pairs, level)
	switch {
	case err != nil:
		return 0
	case r.Confidence < level:
		return math.Inf(1) // too few rounds
	}
	return r.Width()
}

// explain says plainly what ended a run.
func explain(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted: the record and the report hold what there was")
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("the disk is full: %w; the record holds what there was", err)
	}
	return err
}

// again is the command line that does the same once more, seed included.
func again(o profiler.Options, capture string, names []string) []string {
	line := []string{program(), "run"}
	if o.Quick {
		line = append(line, "-quick")
	}
	if o.Rounds > 0 {
		line = append(line, fmt.Sprintf("-rounds=%d", o.Rounds))
	}
	if o.Precision > 0 || o.Rounds == 0 {
		line = append(line, "-precision="+(*share)(&o.Precision).String())
	}
	line = append(line, "-budget="+o.Budget.String(), fmt.Sprintf("-layouts=%d", o.Layouts), fmt.Sprintf("-seed=%d", o.Seed))
	if capture != "all" {
		line = append(line, "-capture="+capture)
	}
	return append(line, names...)
}

// program is assay as it was called, so that the line can be typed again,
// unless that is a path that means nothing elsewhere.
func program() string {
	if name := os.Args[0]; strings.ContainsRune(name, filepath.Separator) && filepath.IsLocal(name) {
		return filepath.ToSlash(name)
	}
	return "assay"
}

func randomSeed() uint64 {
	var data [8]byte
	rand.Read(data[:]) // never fails
	// Six digits are enough to tell runs apart and can be typed.
	return binary.LittleEndian.Uint64(data[:]) % 1_000_000
}

func kindNames() string {
	var names []string
	for _, kind := range results.Kinds {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}

func parseKinds(list string) ([]results.Kind, error) {
	switch list {
	case "all":
		return results.Kinds, nil
	case "none", "":
		return nil, nil
	}
	var kinds []results.Kind
	for name := range strings.SplitSeq(list, ",") {
		kind := results.Kind(strings.TrimSpace(name))
		if !slices.Contains(results.Kinds, kind) {
			return nil, usageError("-capture: there is no kind %q; the kinds are %s", name, kindNames())
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

// summarise renders a record and prints what it comes to and where it is.
func summarise(dir string, stdout, stderr io.Writer) error {
	rep, err := read(dir, stderr)
	if err != nil {
		return err
	}
	index, err := writePages(rep, filepath.Join(dir, results.ReportDir))
	if err != nil {
		return err
	}
	for _, x := range rep.Experiments {
		fmt.Fprintf(stdout, "\n%s: %s\n%s\n", x.Name, x.Title, x.Answer)
	}
	_, err = fmt.Fprintf(stdout, "\n%s\n", index)
	return err
}
