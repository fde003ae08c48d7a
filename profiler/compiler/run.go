package compiler

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// Options say what is built.
type Options struct {
	// Build is the name of the build.
	Build string

	// Go is the go command; empty means "go".
	Go string

	// Dir is the module's root. The go command runs there, and the files of
	// functions are relative to it.
	Dir string

	// Package is the package whose test binary is built, as the go command
	// takes it.
	Package string

	// Output is where the binary is kept. Empty means that it is not.
	Output string

	// Patterns are the packages whose functions are kept, as go list takes
	// them. Empty means those of the module.
	Patterns []string

	// GCFlags are the build's own compiler flags for the packages of the
	// module.
	GCFlags string

	// Flags are the build's other flags, such as -pgo=file.
	Flags []string

	// Env is added to the environment.
	Env []string
}

// grace is how long output is waited for after the go command was killed:
// the compilers that it started keep the pipe open.
const grace = 2 * time.Second

// Run builds the test binary of a package and returns what the compiler said
// about the packages that it is built from. What it said in an earlier build
// with the same flags it says again from the cache.
//
// A build that the toolchain refuses gives a *toolchain.Failure. With an error
// about source files that could not be read, the binary is there, and the
// functions of the other files are returned.
func Run(ctx context.Context, o Options) (results.Compiler, error) {
	compiler, err := o.collect(ctx)
	if err != nil {
		err = fmt.Errorf("compiler decisions of build %s: %w", o.Build, err)
	}
	return compiler, err
}

func (o Options) collect(ctx context.Context) (results.Compiler, error) {
	compiler := results.Compiler{Build: o.Build}
	root, err := filepath.Abs(o.Dir)
	if err != nil {
		return compiler, err
	}
	source, flags, err := o.packages(ctx, root)
	if err != nil {
		return compiler, err
	}
	said, command, err := o.build(ctx, root, flags)
	compiler.Command = command
	if err != nil {
		return compiler, err
	}
	functions, errs := Parse(bytes.NewReader(said), source)
	compiler.Functions = functions
	return compiler, errors.Join(errs...)
}

// packages finds the folders of the packages that are kept, and the flags
// that make the compiler talk about them.
func (o Options) packages(ctx context.Context, root string) (Source, []string, error) {
	source := Source{
		Root:     root,
		Packages: map[string]string{},
		ReadFile: func(name string) ([]byte, error) {
			if !filepath.IsAbs(name) {
				name = filepath.Join(root, filepath.FromSlash(name))
			}
			return os.ReadFile(name)
		},
	}
	patterns := o.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	// With -e, packages that are broken for reasons of their own do not
	// count. If the one that is built is, the build will say so.
	args := append([]string{"list", "-e", "-f", "{{.ImportPath}}\t{{.Dir}}"}, patterns...)
	stdout, stderr, err := o.run(ctx, root, args)
	if err != nil {
		return source, nil, fmt.Errorf("go list: %w%s", err, firstLines(stderr))
	}
	// Of the patterns that match a package the last one counts, and the
	// flags of several are not added up. All packages of the module are
	// therefore compiled alike, whether they are kept or not. The relative
	// pattern also matches external test packages, by their folder.
	flags := []string{"-gcflags=./...=" + strings.TrimSpace(o.GCFlags+" "+diagnostics)}
	for line := range strings.Lines(string(stdout)) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if dir == "" {
			continue
		}
		folder := source.place(dir)
		source.Packages[folder] = path
		if filepath.IsAbs(folder) {
			flags = append(flags, "-gcflags="+path+"="+diagnostics)
		}
	}
	if len(source.Packages) == 0 {
		return source, nil, fmt.Errorf("go list: no packages match %s", strings.Join(patterns, " "))
	}
	return source, flags, nil
}

// build builds the test binary and returns what the compiler said, and the
// command that made it say so.
func (o Options) build(ctx context.Context, root string, flags []string) (said []byte, command []string, err error) {
	args := append([]string{"test", "-c", "-o", cmp.Or(o.Output, os.DevNull)}, o.Flags...)
	talking := append(append(slices.Clone(args), flags...), o.Package)
	command = append([]string{o.command()}, talking...)
	_, said, err = o.run(ctx, root, talking)
	if err == nil || ctx.Err() != nil {
		return said, command, err
	}
	// Errors are lost between decisions. A build with the compiler silent
	// has nothing but them.
	silent := append(slices.Clone(args), "-gcflags=./...="+o.GCFlags, o.Package)
	_, errs, silentErr := o.run(ctx, root, silent)
	if silentErr == nil {
		errs = said
	}
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
		return nil, command, fmt.Errorf("cannot run the go command: %w", err)
	}
	return nil, command, &toolchain.Failure{Output: string(errs)}
}

func (o Options) command() string { return cmp.Or(o.Go, "go") }

// run runs the go command.
func (o Options) run(ctx context.Context, root string, args []string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, o.command(), args...)
	cmd.Dir = root
	if len(o.Env) > 0 {
		cmd.Env = append(cmd.Environ(), o.Env...)
	}
	cmd.WaitDelay = grace
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return out.Bytes(), errs.Bytes(), err
}

// firstLines returns the beginning of what a command printed, each line on a
// line of its own, to be put behind an error.
func firstLines(output []byte) string {
	const most = 10
	var b strings.Builder
	n := 0
	for line := range strings.Lines(string(output)) {
		if n == most {
			b.WriteString("\n\t…")
			break
		}
		b.WriteString("\n\t" + strings.TrimRight(line, "\r\n"))
		n++
	}
	return b.String()
}
