package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/page"
)

var reportCommand = command{
	name:  "report",
	usage: "[flags] <run>",
	short: "render the record of a run again",
	long: `
Report reads the folder of a record and renders it. It needs nothing but the
record: neither the source tree nor the test binaries.

HTML goes to the folder report in the record, or to the one that -o names.
The other formats go to standard output, or to the file that -o names.

Examples:

  assay report results/latest
  assay report -format markdown results/latest
  assay report -format json -o report.json results/latest`,
	run: renderReport,
}

func renderReport(_ context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	format := flags.String("format", "html", "render as html, json, markdown or `text`")
	out := flags.String("o", "", "write to this `path`")
	runs, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(runs) != 1 {
		return usageError("needs one record, such as results/%s, and got %d", results.Latest, len(runs))
	}
	write, ok := map[string]func(io.Writer, *report.Report) error{
		"html": nil, "json": report.WriteJSON, "markdown": report.WriteMarkdown, "text": writeText,
	}[*format]
	if !ok {
		return usageError("-format is html, json, markdown or text, not %q", *format)
	}
	rep, err := read(runs[0], stderr)
	if err != nil {
		return err
	}
	if write == nil {
		if *out == "" {
			*out = filepath.Join(rep.Record, results.ReportDir)
		}
		index, err := writePages(rep, *out)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(stdout, index)
		return err
	}
	if *out == "" {
		return write(stdout, rep)
	}
	f, err := os.Create(*out)
	if err != nil {
		return err
	}
	if err := write(f, rep); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// read reads a record, tells what is wrong with it and concludes from it.
func read(dir string, stderr io.Writer) (*report.Report, error) {
	record, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	for _, problem := range record.Problems {
		fmt.Fprintf(stderr, "%s: %v\n", record.Dir, problem)
	}
	return report.New(record), nil
}

// writeText renders for a terminal, as wide as the one that it is written to.
func writeText(w io.Writer, rep *report.Report) error {
	width := textWidth
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			width = columns
		}
	}
	return report.WriteText(w, rep, width)
}

// textWidth is how wide text is where there is no terminal, in columns.
const textWidth = 100

// writePages renders HTML and returns the path of its first page.
func writePages(rep *report.Report, dir string) (string, error) {
	if err := page.Write(dir, rep); err != nil {
		return "", err
	}
	if rep.Run.SelfTest {
		if err := writeSelfTest(rep, dir); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "index.html"), nil
}
