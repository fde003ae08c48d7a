package main

import (
	"context"
	"errors"
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
	usage: "[flags] [run]",
	short: "measure assay itself on this machine",
	long: `
Selftest measures arms of which the truth is known: the same code twice, and code
that does 1, 2, 5 and 10% more of the same work, on a machine left alone and
beside a program that spins on all processors, on and off. It counts verdicts
that are false, differences that are found, and intervals that hold the truth,
for assay and for go test -count=10 with the Mann-Whitney test.

It needs no module: the benchmarks come with assay. Nothing else should run
meanwhile. Given the record of a self-test, it measures nothing and counts again.

What it counts goes to standard output, and as a page beside those of the
experiments. An interrupt ends it in good order: what there is stays and is
rendered.

Examples:

  assay selftest -quick
  assay selftest -budget 2h -format json
  assay selftest -format markdown results/latest`,
	run: selfTest,
}

func selfTest(ctx context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	o := selftest.Options{Tool: version(), Progress: newProgress(stderr)}
	quick := flags.Bool("quick", false, "take five minutes, for a first impression")
	flags.DurationVar(&o.Budget, "budget", 0, "measure for so `long` (default 1h, with -quick 4m30s)")
	flags.Uint64Var(&o.Seed, "seed", 0, "decide every order by this `number` (default a random one, which the report names)")
	flags.StringVar(&o.Out, "o", "results", "make the record's folder in this `folder`")
	format := flags.String("format", "text", "print as `text`, markdown or json")
	records, err := parse(flags, args)
	if err != nil {
		return err
	}
	write, ok := map[string]func(io.Writer, *selfreport.Result) error{
		"text": selfreport.WriteText, "markdown": selfreport.WriteMarkdown, "json": selfreport.WriteJSON,
	}[*format]
	switch {
	case !ok:
		return usageError("-format is text, markdown or json, not %q", *format)
	case len(records) > 1:
		return usageError("takes one record, and was given %d", len(records))
	case o.Budget < 0:
		return usageError("-budget is %v and cannot be negative", o.Budget)
	}
	if len(records) == 1 {
		var measures []string
		flags.Visit(func(f *flag.Flag) {
			if f.Name != "format" {
				measures = append(measures, "-"+f.Name)
			}
		})
		if len(measures) > 0 {
			return usageError("%s is for measuring, and a record is measured already", measures[0])
		}
		result, err := countSelfTest(records[0])
		if err != nil {
			return err
		}
		return write(stdout, result)
	}
	switch {
	case o.Budget > 0:
	case *quick:
		o.Budget = quickSelfTestBudget
	default:
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
	if err := showSelfTest(outcome.Dir, write, stdout, stderr); err != nil {
		return errors.Join(explain(runErr), err)
	}
	switch {
	case runErr != nil:
		return explain(runErr)
	case outcome.Failed > 0:
		return fmt.Errorf("%d processes or builds failed; the report shows their output", outcome.Failed)
	}
	return nil
}

// showSelfTest renders a record that was just made, and prints what it comes
// to.
func showSelfTest(dir string, write func(io.Writer, *selfreport.Result) error, stdout, stderr io.Writer) error {
	rep, err := read(dir, stderr)
	if err != nil {
		return err
	}
	pages := filepath.Join(dir, results.ReportDir)
	if _, err := writePages(rep, pages); err != nil {
		return err
	}
	result, err := countSelfTest(dir)
	if err != nil {
		return err
	}
	if err := write(stdout, result); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stderr, "\n%s\n", filepath.Join(pages, selfreport.PageName))
	return err
}

// countSelfTest counts what the record of a self-test comes to.
func countSelfTest(dir string) (*selfreport.Result, error) {
	record, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	result, ok := selfreport.New(record)
	if !ok {
		return nil, fmt.Errorf("%s is not the record of a self-test", dir)
	}
	return result, nil
}

// writeSelfTest renders the page of a self-test beside the others.
func writeSelfTest(rep *report.Report, dir string) error {
	result, err := countSelfTest(rep.Record)
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
