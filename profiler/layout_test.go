package profiler

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// linkerEnv makes the test binary stand in for the go command: it writes its
// arguments to the output, and fails when one of them is the variable's value.
const linkerEnv = "PROFILER_TEST_LINKER"

func TestMain(m *testing.M) {
	if refused := os.Getenv(linkerEnv); refused != "" {
		i := slices.Index(os.Args, "-o")
		if slices.Contains(os.Args, refused) {
			fmt.Println("no such layout")
			os.Exit(1)
		}
		if err := os.WriteFile(os.Args[i+1], []byte(strings.Join(os.Args[1:], " ")), 0o666); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// TestLinkLayouts: every build is linked for every layout, and one that fails
// for one of them is left out.
func TestLinkLayouts(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := fakeRun(t, Options{Rounds: 1, Layouts: 4, Seed: 3, Root: t.TempDir()}, &machine{}, "x")
	r.temp = t.TempDir()
	s := r.sessions[0]
	s.layouts = []int64{0}
	s.binaries = map[string]binary{}
	for _, name := range []string{"default", "other"} {
		s.binaries[name] = binary{
			build:   experiments.Build{Name: name},
			linked:  linked{name, "hash"},
			command: []string{self, "-gcflags=" + name, "-o", name + ".test", "pkg"},
			layouts: map[int64]linked{},
		}
	}
	seeds := r.record.Layouts
	t.Setenv(linkerEnv, fmt.Sprintf("-ldflags=-randlayout=%d", seeds[2]))
	if err := s.linkLayouts(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []int64{0, seeds[1], seeds[3]}; !slices.Equal(s.layouts, want) {
		t.Errorf("rounds rotate over %v, want %v", s.layouts, want)
	}
	said := r.Progress.(*notes)
	if len(said.list) != 1 || said.count(fmt.Sprintf("x: layout %d is left out: build ", seeds[2])) != 1 || said.count("no such layout") != 1 {
		t.Errorf("it says %q", said.list)
	}
	for name, b := range s.binaries {
		if b.as(0).path != name || len(b.layouts) != 2 {
			t.Errorf("build %s has %+v", name, b)
		}
		for _, seed := range s.layouts[1:] {
			made := b.as(seed)
			text, err := os.ReadFile(made.path)
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("-gcflags=%s -ldflags=-randlayout=%d -o %s pkg", name, seed, made.path); string(text) != want {
				t.Errorf("build %s was linked by %q, want %q", name, text, want)
			}
			if hash, err := toolchain.Hash(made.path); err != nil || made.hash != hash {
				t.Errorf("layout %d of build %s has hash %q, want %q (%v)", seed, name, made.hash, hash, err)
			}
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.linkLayouts(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestLayoutSeeds(t *testing.T) {
	seeds := layoutSeeds(4, 7)
	if len(seeds) != 4 || seeds[0] != 0 || !slices.Equal(seeds, layoutSeeds(4, 7)) || slices.Equal(seeds, layoutSeeds(4, 8)) {
		t.Errorf("seeds are %v", seeds)
	}
	if got := layoutSeeds(0, 7); !slices.Equal(got, []int64{0}) {
		t.Errorf("without layouts there is %v", got)
	}
	all := layoutSeeds(2*maxLayoutSeed, 7)
	slices.Sort(all)
	if len(all) != maxLayoutSeed || len(slices.Compact(all)) != maxLayoutSeed {
		t.Errorf("of %d seeds %d were found", maxLayoutSeed, len(all))
	}
}

// TestLayoutCount: what no round would use is not linked.
func TestLayoutCount(t *testing.T) {
	check := func(rounds, layouts, want int) {
		t.Helper()
		r := &run{Options: Options{Rounds: rounds, Layouts: layouts}}
		if got := r.layoutCount(); got != want {
			t.Errorf("%d rounds over %d layouts link %d, want %d", rounds, layouts, got, want)
		}
	}
	check(0, 4, 4)
	check(12, 4, 4)
	check(2, 4, 2)
}

// TestEvidenceLayout: profiles are of the linker's own order, which is timed
// too.
func TestEvidenceLayout(t *testing.T) {
	m := &machine{}
	r := fakeRun(t, Options{Rounds: 4, Layouts: 4, Capture: []results.Kind{results.Wall}}, m, "x")
	if err := r.timeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := r.sessions[0]
	for _, c := range s.headline() {
		if err := s.capture(t.Context(), c, results.Wall); err != nil {
			t.Fatal(err)
		}
	}
	timed := map[string]bool{}
	for _, p := range record(t, r).Experiments[0].Processes {
		switch {
		case p.Pass == results.PassTiming:
			timed[p.Binary] = true
		case p.Binary != "hash of 0" || p.Layout != 0 || !timed[p.Binary]:
			t.Errorf("a profile is of binary %q, layout %d", p.Binary, p.Layout)
		}
	}
}
