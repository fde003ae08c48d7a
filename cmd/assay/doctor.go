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
wrong or noisy: the CPU quota of a container, GOMAXPROCS, the clock, the
frequency governor, boost, SMT, heat, the hypervisor. It says what can be done
about each, the worst first, and changes nothing.

  bad      figures will be wrong, or too noisy to use
  mind     figures will be noisier, or hold for this setting alone
  unknown  the operating system does not tell
  ok       nothing need be done

The exit status is 0 whatever is found, but with -strict.

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
		encoder.SetEscapeHTML(false)
		err = encoder.Encode(checks)
	} else {
		err = writeChecks(stdout, checks)
	}
	if bad := names(checks, host.Bad); err == nil && *strict && len(bad) > 0 {
		err = fmt.Errorf("this machine is not fit to measure on: %s", strings.Join(bad, ", "))
	}
	return err
}

// writeChecks prints what was found, a line for each check with what to do
// below it, and what all of it comes to.
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
	_, err := fmt.Fprintf(w, "\n%s\n", summary(checks))
	return err
}

// summary says in a sentence whether to measure on a machine.
func summary(checks []host.Check) string {
	bad, mind := names(checks, host.Bad), names(checks, host.Mind)
	switch {
	case len(bad) > 0:
		return "Not fit to measure: put this right first: " + strings.Join(bad, ", ") + "."
	case len(mind) > 0:
		return "Fit to measure, but expect noise: " + strings.Join(mind, ", ") + "."
	}
	return "Fit to measure."
}

// names are the names of the checks that came to a state.
func names(checks []host.Check, state host.State) []string {
	var list []string
	for _, c := range checks {
		if c.State == state {
			list = append(list, c.Name)
		}
	}
	return list
}
