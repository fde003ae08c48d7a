package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/selftest"
	"github.com/assay-bench/assay/report"
	selfreport "github.com/assay-bench/assay/report/selftest"
)

// How long a self-test takes unless it is told otherwise. A quick one leaves
// time for building and rendering within five minutes.
const (
	selfTestBudget      = time.Hour
	quickSelfTestBudget = 4*time.Minute + 30*time.Second
)

var selfTestCommand = command{
	name:  "selftest",
	usage: "[flags]",
	short: "measure assay itself on this machine",
	long: `
Selftest measures arms of which the truth is known: the same code twice, and code
that does 1, 2, 5 and 10% more of the same work, on a machine left alone and
beside a program that spins on all processors, on and off. It counts verdicts
that are false, differences that are found, and intervals that hold the truth,
for assay and for go test -count=10 with the Mann-Whitney test.

It needs no module: the benchmarks come with assay. Nothing else should run
meanwhile.

Examples:

  assay selftest -quick
  assay selftest -budget 2h -format json`,
	run: selfTest,
}

func selfTest(ctx context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	o := selftest.Options{Tool: version(), Progress: newProgress(stderr)}
	quick := flags.Bool("quick", false, "take five minutes, for a first impression")
	flags.DurationVar(&o.Budget, "budget", 0, "measure for so `long` (default 1h, with -quick 4m30s)")
	flags.Uint64Var(&o.Seed, "seed", 0, "decide every order by this `number` (default a random one, which the report names)")
	flags.StringVar(&o.Out, "o", "results", "make the record's folder in this `folder`")
	format := flags.String("format", "text", "print as `text`, markdown or json")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	write, ok := map[string]func(io.Writer, *selfreport.Result) error{
		"text": selfreport.WriteText, "markdown": selfreport.WriteMarkdown, "json": selfreport.WriteJSON,
	}[*format]
	switch {
	case len(rest) > 0:
		return usageError("takes no arguments, and was given %q", rest[0])
	case !ok:
		return usageError("-format is text, markdown or json, not %q", *format)
	case o.Budget < 0:
		return usageError("-budget is %v and cannot be negative", o.Budget)
	case o.Budget == 0 && *quick:
		o.Budget = quickSelfTestBudget
	case o.Budget == 0:
		o.Budget = selfTestBudget
	}
	for o.Seed == 0 {
		o.Seed = randomSeed()
	}
	o.Command = []string{program(), "selftest", "-budget=" + o.Budget.String(), fmt.Sprintf("-seed=%d", o.Seed)}
	outcome, runErr := selftest.Run(ctx, o)
	if outcome.Dir == "" {
		return explain(runErr)
	}
	rep, err := read(outcome.Dir, stderr)
	if err != nil {
		return err
	}
	if _, err := writePages(rep, filepath.Join(outcome.Dir, results.ReportDir)); err != nil {
		return err
	}
	result, err := readSelfTest(rep)
	if err != nil {
		return err
	}
	if err := write(stdout, result); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "\n%s\n", filepath.Join(outcome.Dir, results.ReportDir, selfreport.PageName))
	if runErr != nil {
		return explain(runErr)
	}
	if outcome.Failed > 0 {
		return fmt.Errorf("%d processes or builds failed; the report shows their output", outcome.Failed)
	}
	return nil
}

// readSelfTest concludes from the record of a self-test once more.
func readSelfTest(rep *report.Report) (*selfreport.Result, error) {
	record, err := results.Open(rep.Record)
	if err != nil {
		return nil, err
	}
	result, ok := selfreport.New(record)
	if !ok {
		return nil, fmt.Errorf("%s is not the record of a self-test", rep.Record)
	}
	return result, nil
}

// writeSelfTest renders the page of a self-test beside the others.
func writeSelfTest(rep *report.Report, dir string) error {
	result, err := readSelfTest(rep)
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, selfreport.PageName))
	if err != nil {
		return err
	}
	err = selfreport.WritePage(f, result, rep.Run)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}
