package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/assay-bench/assay/profiler/host"
)

var doctorCommand = command{
	name:  "doctor",
	usage: "[flags]",
	short: "say what is wrong with this machine for measuring",
	long: `
Doctor watches for a second what else runs, and looks at what makes figures
wrong or noisy: the CPU quota of a container, the clock source, the frequency
governor, boost, SMT, the hypervisor. It says what can be done about each, and
changes nothing.

Examples:

  assay doctor
  assay doctor -strict -format json`,
	run: doctor,
}

func doctor(ctx context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error {
	form := flags.String("format", "text", "print as `text` or json")
	strict := flags.Bool("strict", false, "exit with 1 when something is bad")
	rest, err := parse(flags, args)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return usageError("takes no arguments, and was given %q", rest[0])
	case *form != "text" && *form != "json":
		return usageError("-format is text or json, not %q", *form)
	}
	checks := host.Examine(ctx, time.Second)
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if *form == "json" {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(checks)
	} else {
		err = writeChecks(stdout, checks)
	}
	if err == nil && *strict && count(checks, host.Bad) > 0 {
		err = errors.New("this machine is not fit to measure on")
	}
	return err
}

// writeChecks prints a line for each check, what to do below it, and what all
// come to.
func writeChecks(w io.Writer, checks []host.Check) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range checks {
		fmt.Fprintf(table, "%s\t%s\t%s\n", c.State, c.Name, c.Found)
		if c.Do != "" {
			fmt.Fprintf(table, "\t\t→ %s\n", c.Do)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	bad, mind := count(checks, host.Bad), count(checks, host.Mind)
	sum := "Fit to measure."
	switch {
	case bad > 0:
		sum = "Not fit to measure before what is bad is put right."
	case mind > 0:
		sum = "Fit to measure, with noise: " + strings.Join(names(checks, host.Mind), ", ") + "."
	}
	_, err := fmt.Fprintf(w, "\n%s\n", sum)
	return err
}

func count(checks []host.Check, state host.State) int { return len(names(checks, state)) }

func names(checks []host.Check, state host.State) []string {
	var list []string
	for _, c := range checks {
		if c.State == state {
			list = append(list, c.Name)
		}
	}
	return list
}
