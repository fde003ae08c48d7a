package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/assay-bench/assay/profiler/selftest"
)

func main() {
	if selftest.Neighbour() {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal ends the run in good order. After it the default
	// holds again, so that a second one ends assay at once.
	context.AfterFunc(ctx, stop)
	os.Exit(assay(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// A command is one thing that assay does.
type command struct {
	name string

	// usage is what follows the name on the command line, short what it
	// does in a line, long the rest of its help.
	usage, short, long string

	// run is given a set of flags to fill, and the arguments to parse.
	run func(ctx context.Context, flags *flag.FlagSet, args []string, stdout, stderr io.Writer) error
}

// commands are in the order of the help text.
var commands = []command{listCommand, runCommand, reportCommand, doctorCommand, selfTestCommand, versionCommand}

// A usage is an error about the command line. It ends assay with 2.
type usage string

func (u usage) Error() string { return string(u) }

// usageError makes an error about the command line.
func usageError(format string, args ...any) error { return usage(fmt.Sprintf(format, args...)) }

// assay runs one command line and returns the exit status.
func assay(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		help(stderr)
		return 2
	}
	name := args[0]
	if slices.Contains([]string{"help", "-h", "-help", "--help"}, name) {
		help(stdout)
		return 0
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		fmt.Fprintf(stderr, "assay: there is no command %q\n", name)
		help(stderr)
		return 2
	}
	c := commands[i]
	var misuse usage
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { c.help(flags) }
	switch err := c.run(ctx, flags, args[1:], stdout, stderr); {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &misuse):
		fmt.Fprintf(stderr, "assay %s: %v\nassay %s -h describes the command\n", c.name, err, c.name)
		return 2
	default:
		fmt.Fprintf(stderr, "assay %s: %v\n", c.name, err)
		return 1
	}
}

// help prints what assay is and what it can do.
func help(w io.Writer) {
	fmt.Fprint(w, "Assay measures ways of writing something against each other, and says by how\n"+
		"much they differ, whether to believe it, and why.\n\nusage: assay <command> [flags] [arguments]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-9s %s\n", c.name, c.short)
	}
	fmt.Fprint(w, "\nassay <command> -h describes a command and its flags.\n")
}

// help prints what a command does, with its flags.
func (c command) help(flags *flag.FlagSet) {
	w := flags.Output()
	fmt.Fprintf(w, "usage: %s\n\n%s\n", strings.TrimSpace("assay "+c.name+" "+c.usage), strings.TrimSpace(c.long))
	any := false
	flags.VisitAll(func(*flag.Flag) { any = true })
	if any {
		fmt.Fprintln(w, "\nflags:")
		flags.PrintDefaults()
	}
}

// parse parses flags that stand before, after and between the arguments, and
// returns the arguments. "--" ends the flags.
func parse(flags *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if i := slices.Index(args, "--"); i == 0 {
			return append(rest, args[1:]...), nil
		}
		out := flags.Output()
		flags.SetOutput(io.Discard)
		err := flags.Parse(args)
		flags.SetOutput(out)
		if errors.Is(err, flag.ErrHelp) {
			flags.Usage()
			return nil, err
		}
		if err != nil {
			return nil, usageError("%v", err)
		}
		args = flags.Args()
		if len(args) == 0 {
			return rest, nil
		}
		rest = append(rest, args[0])
		args = args[1:]
	}
}
