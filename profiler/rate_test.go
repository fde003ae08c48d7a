package profiler

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
	"github.com/assay-bench/assay/profiler/compiler"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// buildRated builds the benchmark of a module of one package, which is called
// another name than its folder, and returns its session.
func buildRated(t *testing.T, code string) *session {
	t.Helper()
	goCommand, err := toolchain.Find()
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "x_test.go": code} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := fakeRun(t, Options{Root: root, Capture: results.Kinds}, &machine{}, "x")
	r.launch, r.goCommand, r.temp = cell.Run, goCommand, t.TempDir()
	s := r.sessions[0]
	packages, err := toolchain.List(t.Context(), goCommand, root, []string{root})
	if err != nil {
		t.Fatal(err)
	}
	s.pkg = packages[root]
	if err := s.build(t.Context(), s.asked.Builds[0]); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 2 {
		t.Errorf("the module has the files %v, %v", entries, err)
	}
	return s
}

// TestRate: the binary takes as many samples as it is told, and says so in the
// profile. Where nothing can be added to a package it takes as many as ever.
func TestRate(t *testing.T) {
	const benchmark = `package odd%s

import "testing"

// What is added to the package must not clash with what it declares.
var os, runtime, strconv int

func BenchmarkS(b *testing.B) {
	b.Run("v=a", func(b *testing.B) {
		for b.Loop() {
			for i := range 1000 {
				os += i
			}
		}
	})
}
`
	check := func(what, code string, rated bool, period time.Duration) {
		t.Helper()
		s := buildRated(t, code)
		said := s.Progress.(*notes)
		if got := s.binaries["default"].rated; got != rated || said.count("100 samples a second and not 250") != map[bool]int{false: 1}[rated] {
			t.Fatalf("%s: the binary takes the rate: %v, want %v; it says %q", what, got, rated, said.list)
		}
		s.iterations[s.cells[0].ID()] = 2000 // so many make a tenth of a second or more
		if err := s.capture(t.Context(), s.cells[0], results.CPU); err != nil {
			t.Fatal(err)
		}
		if err := s.runPlain(t.Context(), s.cells[0]); err != nil {
			t.Fatal(err)
		}
		ran := processes(t, s.run)
		for _, p := range ran {
			if p.Failure != "" || p.Iterations == 0 || p.Values["ns/op"] == 0 {
				t.Errorf("%s: process %+v", what, p)
			}
		}
		if _, ok := ran[1].Values["gc/op"]; !ok {
			t.Errorf("%s: it is not known how often memory was collected: %v", what, ran[1].Values)
		}
		file, _, err := s.writer.ProfilePath("a", "default", nil, results.CPU)
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := profile.Parse(f)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("a sample was asked for every %v", period); !strings.Contains(fmt.Sprint(p.Comments), want) {
			t.Errorf("%s: the profile has the comments %q, want %q", what, p.Comments, want)
		}
		if used := int64(ran[0].User + ran[0].System); p.Period != used/samples(p) {
			t.Errorf("%s: the profile has a period of %d ns, %d samples, and the process used %d ns", what, p.Period, samples(p), used)
		}
	}
	check("a package", strings.Replace(benchmark, "%s", "", 1), true, time.Second/profileRate)
	check("an external test package alone", strings.Replace(benchmark, "%s", "_test", 1), true, time.Second/profileRate)
	check("a package that clashes all the same", strings.Replace(benchmark, "%s", "", 1)+"\nvar assayos int\n", false, time.Second/testingRate)
}

// samples is how many samples a CPU profile has.
func samples(p *profile.Profile) (n int64) {
	for _, s := range p.Sample {
		n += s.Value[0]
	}
	return n
}

// TestCalibrate: values add up to what was used, and samples stay.
func TestCalibrate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpu.pprof")
	check := func(what string, content []byte, used time.Duration, period int64, values ...int64) {
		t.Helper()
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := calibrate(file, used); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := profile.ParseData(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, s := range p.Sample {
			got = append(got, s.Value...)
		}
		if p.Period != period || !slices.Equal(got, values) {
			t.Errorf("%s: the period is %d and the values are %d, want %d and %d", what, p.Period, got, period, values)
		}
	}
	check("half of the samples were lost", cpuProfile(), 12*time.Millisecond, 4e6, 2, 8e6, 1, 4e6)
	check("nobody knows what was used", cpuProfile(), 0, 2e6, 2, 4e6, 1, 2e6)
	none, err := profile.ParseData(cpuProfile())
	if err != nil {
		t.Fatal(err)
	}
	none.Sample = nil
	var empty bytes.Buffer
	if err := none.Write(&empty); err != nil {
		t.Fatal(err)
	}
	check("no samples", empty.Bytes(), time.Second, 2e6)

	if err := os.WriteFile(file, []byte("no profile"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := calibrate(file, time.Second); err == nil {
		t.Error("a file that is no profile was calibrated")
	}
	if err := calibrate(file+".none", time.Second); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestRateOfNothing: a package without tests, or of which the go command does
// not know the name, is built as it is.
func TestRateOfNothing(t *testing.T) {
	s := testSession(t, "")
	s.temp = t.TempDir()
	for _, p := range []toolchain.Package{{Name: "x"}, {TestGoFiles: []string{"x_test.go"}}} {
		s.pkg = p
		if flag, err := s.overlayRate(); flag != "" || err != nil {
			t.Errorf("%+v is built with %q, %v", p, flag, err)
		}
	}
}

// TestBrokenPackage: what is wrong with it is told as if nothing had been
// added.
func TestBrokenPackage(t *testing.T) {
	s := buildRated(t, "package odd\n\nvar _ = nothing\n")
	if len(s.binaries["default"].command) != 0 {
		t.Error("it was built")
	}
	said := s.Progress.(*notes)
	if len(said.list) != 1 || said.count("undefined: nothing") != 1 || said.count("assay_test") != 0 {
		t.Errorf("it says %q", said.list)
	}
	_, _, err := s.compile(t.Context(), compiler.Options{Build: "default", Go: "no such command", Dir: s.Root, Package: "."})
	if err == nil {
		t.Error("there is no go command, and no error")
	}
}
