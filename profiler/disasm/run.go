package disasm

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/assay-bench/assay/experiments/results"
)

// Options say what is taken apart.
type Options struct {
	// Go is the go command; empty means "go".
	Go string

	// Binary is the test binary.
	Binary string

	// Root is the root of the module. Files within it are named relative to
	// it.
	Root string

	// Functions are the names of the functions, as pprof shows them.
	Functions []string

	// ReadFile reads source files, by the names that they had when the
	// binary was built; nil means os.ReadFile. Source that it cannot read is
	// left out.
	ReadFile func(name string) ([]byte, error)
}

// grace is how long output is waited for after the go command was killed.
const grace = 2 * time.Second

// longest bounds the length of a regular expression on a command line, which
// Windows bounds at 32 KiB.
const longest = 16 << 10

// Run takes functions of a binary apart and returns a listing for each, in
// the order of addresses, without samples. Functions that are not in the
// binary, because all calls of them were inlined, have none.
func Run(ctx context.Context, o Options) ([]results.Listing, error) {
	var listings []results.Listing
	for _, expression := range expressions(o.Functions) {
		output, err := o.tool(ctx, nil, "objdump", "-s", expression)
		if err != nil {
			return nil, err
		}
		parsed, err := Parse(bytes.NewReader(output))
		if err != nil {
			return nil, fmt.Errorf("disassemble %s: %w", o.Binary, err)
		}
		listings = append(listings, parsed...)
	}
	slices.SortFunc(listings, func(a, b results.Listing) int {
		return cmp.Compare(start(a), start(b))
	})
	if err := o.addSource(ctx, listings); err != nil {
		return nil, err
	}
	for i := range listings {
		listings[i].File = o.relative(listings[i].File)
	}
	return listings, nil
}

// Symbols returns the names of the functions in the binary, in the order of
// their names. It needs no Functions.
func Symbols(ctx context.Context, o Options) ([]string, error) {
	output, err := o.tool(ctx, nil, "nm")
	if err != nil {
		return nil, err
	}
	return parseSymbols(string(output)), nil
}

// parseSymbols reads what go tool nm prints: address, type and name, which
// may have spaces in it.
func parseSymbols(output string) []string {
	var names []string
	for line := range strings.Lines(output) {
		columns := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(columns) < 3 || columns[1] != "T" && columns[1] != "t" {
			continue
		}
		// Undefined symbols have no address.
		if _, err := strconv.ParseUint(columns[0], 16, 64); err == nil {
			names = append(names, strings.TrimSuffix(columns[2], ".abi0"))
		}
	}
	return names
}

// expressions makes regular expressions that match these names and no others.
// What cannot be the name of a symbol cannot be an argument either, and is
// left out.
func expressions(names []string) []string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !utf8.ValidString(name) || strings.ContainsRune(name, 0)
	})
	var all []string
	for i := 0; i < len(names); {
		quoted, length := []string(nil), 0
		for ; i < len(names) && (length == 0 || length+len(names[i]) < longest); i++ {
			name := regexp.QuoteMeta(names[i])
			quoted, length = append(quoted, name), length+len(name)
		}
		all = append(all, `^(`+strings.Join(quoted, "|")+`)(\.abi0)?$`)
	}
	return all
}

// tool runs a tool of the toolchain on the binary.
func (o Options) tool(ctx context.Context, stdin io.Reader, name string, args ...string) ([]byte, error) {
	binary, err := filepath.Abs(o.Binary)
	if err != nil {
		return nil, err
	}
	args = append([]string{"tool", name}, append(args, binary)...)
	cmd := exec.CommandContext(ctx, cmp.Or(o.Go, "go"), args...)
	// The module decides which toolchain the go command is.
	cmd.Dir = o.Root
	cmd.WaitDelay = grace
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("go tool %s %s: %w: %s", name, o.Binary, err, strings.TrimSpace(errs.String()))
	}
	return out.Bytes(), nil
}

// relative names a file relative to the module, where it lies within.
func (o Options) relative(name string) string {
	root, err := filepath.Abs(o.Root)
	if err != nil || !filepath.IsAbs(name) {
		return filepath.ToSlash(name)
	}
	rel, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(rel)
}
