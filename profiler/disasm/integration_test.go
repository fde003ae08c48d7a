package disasm

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/compiler"
	"github.com/google/pprof/profile"
)

// TestIntegration takes the way of an arm: a binary is built and profiled, its
// hot functions are taken apart, and what the compiler said of them is found
// under the same names.
func TestIntegration(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("this test builds Go code: %v", err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	dir := write(t)
	binary := filepath.Join(t.TempDir(), "lib.exe") // Windows runs no other
	cpu := filepath.Join(t.TempDir(), "cpu.pprof")
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v: %s", name, args, err, output)
		}
	}
	run("go", "test", "-c", "-o", binary, "./lib")
	run(binary, "-test.run=^$", "-test.bench=Total", "-test.benchtime=200ms", "-test.cpuprofile="+cpu)
	data, err := os.ReadFile(cpu)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(data)
	if err != nil {
		t.Fatal(err)
	}

	options := Options{Binary: binary, Root: dir}
	symbols, err := Symbols(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	for _, function := range functions {
		if !slices.Contains(symbols, function) {
			t.Errorf("the binary has no symbol %s", function)
		}
	}

	const total, area = "example.com/m/lib.Total[go.shape.*uint8]", "example.com/m/lib.(*Rect).Area"
	hot := Hot(p, symbols, nil, 0.9)
	if !slices.Contains(hot, total) {
		t.Errorf("hot functions: %q", hot)
	}
	matching := Hot(p, symbols, []*regexp.Regexp{regexp.MustCompile(`lib\.BenchmarkTotal$`)}, 0.9)
	if !slices.Equal(matching, []string{"example.com/m/lib.BenchmarkTotal"}) {
		t.Errorf("the loop is found as %q", matching)
	}

	options.Functions = append(slices.Clone(functions), "example.com/m/lib.BenchmarkTotal", "example.com/m/lib.Inlined")
	listings, err := Run(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	// Inlined is called by value once, and has code for that.
	if len(listings) != len(options.Functions) {
		t.Errorf("%d listings for %d functions", len(listings), len(options.Functions))
	}
	listing := map[string]results.Listing{}
	for _, l := range listings {
		listing[l.Function] = l
		if want := "lib/lib"; !strings.HasPrefix(l.File, want) {
			t.Errorf("%s is in %q", l.Function, l.File)
		}
		if l.Size <= 0 || len(l.Instructions) == 0 {
			t.Errorf("%s has %d bytes, %d instructions", l.Function, l.Size, len(l.Instructions))
		}
	}
	if listings, err := Run(t.Context(), Options{Binary: binary, Functions: []string{"example.com/m/lib.none"}}); len(listings) > 0 || err != nil {
		t.Errorf("a function that is not there: %v, %v", listings, err)
	}

	// Total calls through the dictionary, Push the runtime and nothing else,
	// the loop calls Total.
	check := func(function string, is func(results.Instruction) bool, what string) {
		t.Helper()
		if !slices.ContainsFunc(listing[function].Instructions, is) {
			t.Errorf("%s has no %s: %s", function, what, dump([]results.Listing{listing[function]}))
		}
	}
	indirect := func(i results.Instruction) bool { return i.Call == "indirect" }
	locked := func(i results.Instruction) bool { return i.Locked }
	check(total, indirect, "indirect call")
	check("example.com/m/lib.Visit", indirect, "indirect call")
	check("example.com/m/lib.Visit", func(i results.Instruction) bool {
		return i.Call == "direct" && i.Target == "example.com/m/lib.twice"
	}, "direct call of twice")
	check("example.com/m/lib.BenchmarkTotal", func(i results.Instruction) bool {
		return i.Call == "direct" && i.Target == total
	}, "direct call of Total")
	check("example.com/m/lib.Atomics", locked, "atomic instruction")
	push := functions[1]
	check(push, locked, "atomic instruction")
	if slices.ContainsFunc(listing[push].Instructions, indirect) {
		t.Errorf("%s has an indirect call", push)
	}
	if got := listing[total].Source["lib.go:23"]; got != "\t\t\tsum += s.Area(n)" {
		t.Errorf("line 23 is %q", got)
	}
	if _, ok := listing[push].Source["mutex.go:63"]; !ok {
		t.Errorf("the source of inlined code is missing: %q", listing[push].Source)
	}

	// All samples of a function are on its instructions.
	weighed, samples := Weigh(listings, []string{total, area}, p)
	if samples == 0 {
		t.Fatal("the profile has no samples")
	}
	seen := int64(0)
	for _, l := range weighed {
		sum := int64(0)
		for _, i := range l.Instructions {
			sum += i.Samples
		}
		if sum != l.Samples {
			t.Errorf("%s has %d samples, its instructions have %d", l.Function, l.Samples, sum)
		}
		seen += sum
	}
	if len(weighed) != 2 || seen == 0 || seen > samples {
		t.Errorf("%d of %d samples are in %s", seen, samples, dump(weighed))
	}

	said, err := compiler.Run(t.Context(), compiler.Options{Dir: dir, Package: "./lib"})
	if err != nil {
		t.Fatal(err)
	}
	for name := range listing {
		if !slices.ContainsFunc(said.Functions, func(f results.Function) bool { return f.Name == name }) {
			t.Errorf("the compiler said nothing of %s", name)
		}
	}
}
