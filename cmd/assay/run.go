package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler"
)

// defaultRounds and quickRounds are how often each cell is measured. Six is
// the fewest in which the range of the rounds is a 95% interval.
const (
	defaultRounds = 12
	quickRounds   = 6
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

An interrupt ends the run in good order: what there is stays and is rendered.

Examples:

  assay run
  assay run -quick taskreuse lockswap
  assay run -rounds 20 -seed 7 ./experiments/ladder`,
	run: runExperiments,
}

func runExperiments(ctx context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	started := time.Now()
	quick := flags.Bool("quick", false, "take a tour: fewer rounds, less evidence")
	rounds := flags.Int("rounds", 0, fmt.Sprintf("measure every arm `n` times (default %d, with -quick %d)", defaultRounds, quickRounds))
	budget := flags.Duration("budget", 10*time.Minute, "let timing take so long in all; experiments share it")
	seed := flags.Uint64("seed", 0, "decide every order by this `number` (default a random one, which the report names)")
	out := flags.String("o", "results", "make the record's folder in this `folder`")
	capture := flags.String("capture", "all", "take these `kinds` of profiles, separated by commas: "+kindNames()+", all or none")
	names, err := parse(flags, args)
	if err != nil {
		return err
	}
	kinds, err := parseKinds(*capture)
	if err != nil {
		return err
	}
	switch {
	case *rounds < 0:
		return usageError("-rounds is %d and has to be above zero", *rounds)
	case *budget < 0:
		return usageError("-budget is %v and cannot be negative", *budget)
	case *rounds == 0 && *quick:
		*rounds = quickRounds
	case *rounds == 0:
		*rounds = defaultRounds
	}
	for *seed == 0 {
		*seed = randomSeed()
	}
	root, list, err := load(names)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("this module has no experiments: an experiment is a folder with an " + experiments.FileName)
	}
	outcome, runErr := profiler.Run(ctx, profiler.Options{
		Root:        root,
		Experiments: list,
		Out:         *out,
		Rounds:      *rounds,
		Budget:      *budget,
		Seed:        *seed,
		Quick:       *quick,
		Capture:     kinds,
		Command:     again(*quick, *rounds, *budget, *seed, *capture, names),
		Tool:        version(),
		Progress:    newProgress(stderr),
	})
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
func again(quick bool, rounds int, budget time.Duration, seed uint64, capture string, names []string) []string {
	line := []string{program(), "run"}
	if quick {
		line = append(line, "-quick")
	}
	line = append(line, fmt.Sprintf("-rounds=%d", rounds), "-budget="+budget.String(), fmt.Sprintf("-seed=%d", seed))
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
