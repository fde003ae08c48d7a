package compiler

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/rogpeppe/go-internal/txtar"
)

// needGo skips a test where there is no go command.
func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("this test builds Go code: %v", err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
}

// TestRun builds the module of testdata and looks its functions up in the
// binary: the names must be those of the symbols, or no profile could be
// joined with them.
func TestRun(t *testing.T) {
	needGo(t)
	dir := write(t, module(t))
	compiler, err := Run(t.Context(), Options{Build: "default", Dir: dir, Package: "./lib"})
	if err != nil {
		t.Fatal(err)
	}
	if compiler.Build != "default" || len(compiler.Command) == 0 || compiler.Command[0] != "go" {
		t.Errorf("build %q, command %q", compiler.Build, compiler.Command)
	}

	known := map[string]results.Function{}
	for _, f := range compiler.Functions {
		known[f.Name] = f
		if f.Package != "example.com/m/lib" && f.Package != "example.com/m/lib_test" && f.Package != "example.com/m/v.two" {
			t.Errorf("%s is of package %s", f.Name, f.Package)
		}
	}
	var missing []string
	for _, name := range symbols(t, dir) {
		if _, ok := known[name]; !ok {
			missing = append(missing, name)
		}
	}
	// What the compiler generates has no place in the source, and of what
	// can never be inlined without a reason nothing is said.
	generated := []string{
		"example.com/m/lib.(*Rect).Area",
		"example.com/m/lib.Shape.Area",
		"example.com/m/v%2etwo.(*Kept).Area",
		"example.com/m/v%2etwo.Kept.Area",
	}
	missing = slices.DeleteFunc(missing, func(name string) bool { return slices.Contains(generated, name) })
	if len(missing) > 0 {
		t.Errorf("functions of the binary of which nothing is known: %q", missing)
	}

	// A decision of each kind, at the function that it belongs to.
	check := func(function string, kind results.DecisionKind, text string) results.Decision {
		t.Helper()
		for _, d := range known[function].Decisions {
			if d.Kind == kind && d.Text == text {
				return d
			}
		}
		t.Errorf("%s has no %s of %q, but %s", function, kind, text, dump([]results.Function{known[function]}))
		return results.Decision{}
	}
	for _, push := range []string{
		"example.com/m/lib.(*List[go.shape.string]).Push",
		"example.com/m/lib.(*List[go.shape.struct { example.com/m/lib_test.v int }]).Push",
	} {
		moved := check(push, results.MovedToHeap, "v")
		if len(moved.Flow) != 1 || !strings.Contains(moved.Flow[0], "l.last = &v") {
			t.Errorf("v moves to the heap by %q", moved.Flow)
		}
		check(push, results.Escapes, "append(l.items, v)")
		if inline := known[push].Inline; inline == nil || inline.Can || inline.Reason != "unhandled op DEFER" {
			t.Errorf("inlining of %s: %+v", push, inline)
		}
	}
	check("example.com/m/lib.(*List[go.shape.string]).At", results.BoundsCheck, "IsInBounds")
	check("example.com/m/lib.Sum", results.BoundsCheck, "IsSliceInBounds")
	check("example.com/m/lib.Sum", results.StaysLocal, "xs")
	check("example.com/m/lib.Drain", results.Defer, "heap-allocated")
	check("example.com/m/lib.Drain", results.WriteBarrier, "write barrier")
	check("example.com/m/lib.(*List[go.shape.string]).Push", results.Defer, "open-coded")
	check("example.com/m/lib.Drain", results.NilCheck, "generated nil check")
	check("example.com/m/lib.Total[go.shape.*uint8]", results.Leaks, "shapes to {heap} with derefs=1")
	check("example.com/m/lib.BenchmarkTotal.func2", results.InlinedCall, "testing.(*B).Loop")
	check("example.com/m/lib_test.BenchmarkExt", results.MovedToHeap, "l")
}

// symbols returns the functions of the module that its test binary has.
func symbols(t *testing.T, dir string) []string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "lib.test")
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		output, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %q: %v: %s", args, err, output)
		}
		return string(output)
	}
	run("test", "-c", "-o", binary, "./lib")
	var names []string
	for line := range strings.Lines(run("tool", "nm", binary)) {
		columns := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(columns) == 3 && columns[1] == "T" && strings.HasPrefix(columns[2], "example.com/m/") {
			names = append(names, columns[2])
		}
	}
	if len(names) == 0 {
		t.Fatal("the binary has no functions")
	}
	return names
}

func TestRunPatterns(t *testing.T) {
	needGo(t)
	dir := write(t, module(t))
	compiler, err := Run(t.Context(), Options{Dir: dir, Package: "./lib", Patterns: []string{"./v.two"}, GCFlags: "-l"})
	if err != nil {
		t.Fatal(err)
	}
	if len(compiler.Functions) == 0 {
		t.Error("no functions")
	}
	for _, f := range compiler.Functions {
		if f.Package != "example.com/m/v.two" {
			t.Errorf("%s is of package %s", f.Name, f.Package)
		}
		if f.Inline != nil {
			t.Errorf("with -l there is a verdict on inlining %s", f.Name)
		}
	}
}

// TestRunOutside looks at a package that is not of the module.
func TestRunOutside(t *testing.T) {
	needGo(t)
	dir := write(t, module(t))
	compiler, err := Run(t.Context(), Options{Dir: dir, Package: "./lib", Patterns: []string{"container/list"}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(compiler.Command, "-gcflags=container/list="+diagnostics) {
		t.Errorf("command %q", compiler.Command)
	}
	for _, f := range compiler.Functions {
		if f.Package != "container/list" || !filepath.IsAbs(filepath.FromSlash(f.File)) {
			t.Errorf("%s of %s in %s", f.Name, f.Package, f.File)
		}
	}
}

// TestRunLeavesTheCodeAlone: the functions of a binary that the compiler
// talked about have the same instructions as those of one that it was silent
// about. Only where they lie may differ, since it compiles them in another
// order.
func TestRunLeavesTheCodeAlone(t *testing.T) {
	needGo(t)
	dir := write(t, module(t))
	talked, silent := filepath.Join(t.TempDir(), "talked.test"), filepath.Join(t.TempDir(), "silent.test")
	if _, err := Run(t.Context(), Options{Build: "default", Dir: dir, Package: "./lib", Output: talked}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", silent, "./lib")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	addresses := regexp.MustCompile(`0x[0-9a-f]+|\b[0-9a-f]{2,}\b`)
	code := func(binary string) map[string]string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "go", "tool", "objdump", "-s", "^example.com/m/", binary).Output()
		if err != nil {
			t.Fatal(err)
		}
		functions := map[string]string{}
		for _, function := range strings.Split(string(out), "TEXT ")[1:] {
			name, body, _ := strings.Cut(function, "(SB)")
			functions[name] = addresses.ReplaceAllString(body, "?")
		}
		return functions
	}
	a, b := code(talked), code(silent)
	if len(a) < 10 {
		t.Errorf("only %d functions were found", len(a))
	}
	for name, body := range b {
		if a[name] != body {
			t.Errorf("%s differs:\n%s\nand silent\n%s", name, a[name], body)
		}
	}
}

func TestRunFailures(t *testing.T) {
	needGo(t)
	archive := module(t)
	archive.Files = append(archive.Files, txtar.File{
		Name: "broken/broken_test.go",
		Data: []byte("package broken\n\nimport _ \"example.com/m/lib\"\n\nvar x = undeclared\n"),
	})
	dir := write(t, archive)

	_, err := Run(t.Context(), Options{Build: "b", Dir: dir, Package: "./broken"})
	if err == nil || !strings.Contains(err.Error(), "undefined: undeclared") || strings.Contains(err.Error(), "can inline") {
		t.Errorf("broken package: %v", err)
	}

	_, err = Run(t.Context(), Options{Build: "b", Dir: dir, Package: "./lib", Patterns: []string{"example.com/none"}})
	if err == nil || !strings.Contains(err.Error(), "example.com/none") {
		t.Errorf("no packages: %v", err)
	}

	_, err = Run(t.Context(), Options{Build: "b", Dir: dir, Package: "./lib", Go: filepath.Join(dir, "nogo")})
	if err == nil {
		t.Error("no go command: no error")
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	cancel(stop)
	if _, err = Run(ctx, Options{Build: "b", Dir: dir, Package: "./lib"}); !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
}
