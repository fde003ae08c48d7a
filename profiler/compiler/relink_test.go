package compiler

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/profiler/toolchain"
)

// compiles finds the compiler among the commands that go test -x prints.
var compiles = regexp.MustCompile(`[/\\]compile(\.exe"?)? .* -p `)

// TestRelink: the functions of a binary that was linked anew lie elsewhere.
// They are the same ones, and nothing was compiled for it.
func TestRelink(t *testing.T) {
	needGo(t)
	dir := write(t, module(t))
	out := t.TempDir()
	own := filepath.Join(out, "own.test")
	built, err := Run(t.Context(), Options{Build: "default", Dir: dir, Package: "./lib", Output: own, GCFlags: "-l"})
	if err != nil {
		t.Fatal(err)
	}
	hash := func(binary string) string {
		t.Helper()
		h, err := toolchain.Hash(binary)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	hashes := map[string]string{own: hash(own)}
	for name, seed := range map[string]int64{"seven": 7, "seven-again": 7, "eight": 8} {
		binary := filepath.Join(out, name)
		if err := Relink(t.Context(), dir, built.Command, binary, seed); err != nil {
			t.Fatal(err)
		}
		hashes[name] = hash(binary)
	}
	if hashes["seven"] != hashes["seven-again"] {
		t.Error("one seed made two binaries")
	}
	if hashes["seven"] == hashes["eight"] || hashes["seven"] == hashes[own] {
		t.Errorf("two layouts are one binary: %v", hashes)
	}

	ownOrder, order := functionsOf(t, own), functionsOf(t, filepath.Join(out, "seven"))
	if slices.Equal(ownOrder, order) {
		t.Error("the functions lie in the same order")
	}
	slices.Sort(ownOrder)
	slices.Sort(order)
	if !slices.Equal(ownOrder, order) {
		t.Errorf("%d functions became %d", len(ownOrder), len(order))
	}

	// -x prints what the go command runs. It compiles at most the main package
	// that it writes for tests, and no code that is measured.
	command, err := relink(built.Command, filepath.Join(out, "x.test"), 9)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), command[0], slices.Insert(command[1:], 1, "-x")...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	links := 0
	for line := range strings.Lines(string(output)) {
		switch {
		case compiles.MatchString(line) && !strings.Contains(line, " -p main "):
			t.Errorf("it compiles: %s", line)
		case strings.Contains(line, " -randlayout=9 "):
			links++
		}
	}
	if links != 1 {
		t.Errorf("it links %d times, want once", links)
	}
}

// functionsOf returns the module's functions in a binary, in the order in
// which they lie there.
func functionsOf(t *testing.T, binary string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "tool", "nm", "-n", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		columns := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(columns) == 3 && columns[1] == "T" && strings.HasPrefix(columns[2], "example.com/m/") {
			names = append(names, columns[2])
		}
	}
	if len(names) < 10 {
		t.Fatalf("%s has the functions %q", binary, names)
	}
	return names
}

func TestRelinkFailures(t *testing.T) {
	needGo(t)
	dir := write(t, module(t))
	if err := Relink(t.Context(), dir, []string{"go", "version"}, "out", 1); err == nil || !strings.Contains(err.Error(), "cannot link anew") {
		t.Errorf("a command without an output: %v", err)
	}
	var failure *toolchain.Failure
	command := []string{"go", "test", "-c", "-o", "x", "./none"}
	if err := Relink(t.Context(), dir, command, filepath.Join(t.TempDir(), "x"), 1); !errors.As(err, &failure) || !strings.Contains(failure.Output, "none") {
		t.Errorf("a package that is not there: %v", err)
	}
}
