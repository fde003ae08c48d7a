package profiler

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// testSession has three arms, two workloads and two builds.
func testSession(t *testing.T, yaml string) *session {
	t.Helper()
	asked, err := experiments.Read(strings.NewReader("title: T\nquestion: Q?\ncompare: v\nbaseline: a\nbuilds: [{name: plain}, {name: l}]\n"+yaml), "x.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := &session{run: &run{Options: Options{Capture: results.Kinds}}, asked: asked, layouts: []int64{0}, measured: map[string][]float64{}}
	for _, build := range []string{"plain", "l"} {
		for _, bench := range []string{"S/v=a/n=1", "S/v=b/n=1", "S/v=c/n=1", "S/v=a/n=2", "S/v=b/n=2", "S/v=c/n=2"} {
			c, err := experiments.NewCell(bench, "v", build)
			if err != nil {
				t.Fatal(err)
			}
			s.cells = append(s.cells, c)
		}
	}
	return s
}

func arms(cells []experiments.Cell) string {
	var list []string
	for _, c := range cells {
		list = append(list, c.Arm+c.Workload["n"]+c.Build)
	}
	return strings.Join(list, " ")
}

func TestHeadline(t *testing.T) {
	check := func(yaml, want string) {
		t.Helper()
		if got := arms(testSession(t, yaml).headline()); got != want {
			t.Errorf("the headline of %q is %s, want %s", yaml, got, want)
		}
	}
	check("", "a1plain b1plain c1plain a1l b1l c1l")
	check("workload: {n: 2}", "a2plain b2plain c2plain a2l b2l c2l")
	check("workload: {n: 3}", "")
}

// TestQuickEvidence: a quick run takes the CPU profile of every arm, and the
// rest of the baseline and of the best.
func TestQuickEvidence(t *testing.T) {
	check := func(better, want string) {
		t.Helper()
		s := testSession(t, "metrics: [{unit: u, better: "+better+", primary: true}]")
		s.Quick = true
		for _, c := range s.cells {
			s.measured[c.ID()] = map[string][]float64{"a": {5, 5, 5}, "b": {1, 9, 1}, "c": {2, 2, 9}}[c.Arm]
		}
		var whole []experiments.Cell
		for _, c := range s.headline() {
			switch kinds := s.kinds(c); {
			case reflect.DeepEqual(kinds, results.Kinds):
				whole = append(whole, c)
			case !reflect.DeepEqual(kinds, []results.Kind{results.CPU}):
				t.Errorf("%s gets %v", c.ID(), kinds)
			}
		}
		if got := arms(whole); got != want {
			t.Errorf("with %s being better, all evidence is taken of %s, want %s", better, got, want)
		}
	}
	check("lower", "a1plain b1plain")
	check("higher", "a1plain")
}

func TestCallers(t *testing.T) {
	frames := map[string]*profile.Location{}
	at := func(names ...string) []*profile.Location {
		var stack []*profile.Location
		for _, name := range names {
			if frames[name] == nil {
				id := uint64(len(frames) + 1)
				frames[name] = &profile.Location{ID: id, Line: []profile.Line{{Function: &profile.Function{ID: id, Name: name}}}}
			}
			stack = append(stack, frames[name])
		}
		return stack
	}
	p := &profile.Profile{Sample: []*profile.Sample{
		{Value: []int64{50}, Location: at("m.Hot", "m/x.loop", "testing.run")},
		{Value: []int64{49}, Location: at("runtime.lock", "m.Hot", "m/x.loop")},
		{Value: []int64{1}, Location: at("m.Hot", "m.seldom")},
		{Value: []int64{40}, Location: at("runtime.lock", "runtime.park")},
	}}
	s := &session{pkg: toolchain.Package{}}
	s.pkg.Module.Path = "m"
	if got, want := s.callers(p, []string{"m.Hot", "runtime.lock"}), []string{"m/x.loop"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the callers to take apart are %v, want %v: those of the module's hot functions, unless seldom", got, want)
	}
}

// TestCounterparts: what is hot in one arm is taken apart in the others too,
// where they have it, so that there is something to compare.
func TestCounterparts(t *testing.T) {
	ids := uint64(0)
	sample := func(leaf string) *profile.Sample {
		ids++
		l := &profile.Location{ID: ids, Line: []profile.Line{{Function: &profile.Function{ID: ids, Name: leaf}}}}
		return &profile.Sample{Value: []int64{1}, Location: []*profile.Location{l}}
	}
	prof := func(leaves ...string) *profile.Profile {
		p := &profile.Profile{}
		for _, leaf := range leaves {
			p.Sample = append(p.Sample, sample(leaf))
		}
		return p
	}
	s := &session{pkg: toolchain.Package{}}
	s.pkg.Module.Path = "m"
	cell := func(arm, n string) experiments.Cell {
		return experiments.Cell{Arm: arm, Workload: experiments.Workload{"n": n}}
	}
	cells := []hotCell{
		{cell("a", "1"), prof("m/a.(*A[go.shape.int]).Send", "runtime.mallocgc"), []string{"m/a.(*A[go.shape.int]).Send", "runtime.mallocgc"}},
		{cell("b", "1"), prof("m/b.Send[go.shape.int]", "other/b.Send", "m/b.Other", "runtime.mallocgc", "runtime.park"), []string{"runtime.park"}},
		{cell("b", "2"), prof("m/b.Send[go.shape.int]", "runtime.mallocgc"), nil},
	}
	s.addCounterparts(cells)
	want := [][]string{
		{"m/a.(*A[go.shape.int]).Send", "runtime.mallocgc"},
		{"runtime.park", "m/b.Send[go.shape.int]", "runtime.mallocgc"},
		nil, // under another workload nothing of it is hot
	}
	for i, c := range cells {
		if !slices.Equal(c.functions, want[i]) {
			t.Errorf("of %s under n=%s these are taken apart: %q, want %q", c.cell.Arm, c.cell.Workload["n"], c.functions, want[i])
		}
	}
}

func TestPatternsSelectExactly(t *testing.T) {
	got := patterns([]string{"S/v=a", "S/v=a.b"})
	if want := `^BenchmarkS$/^v=a$|^BenchmarkS$/^v=a\.b$`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSeedDependsOnTheName(t *testing.T) {
	one, two := testSession(t, ""), testSession(t, "")
	one.asked.Name, two.asked.Name = "one", "two"
	if one.seed() == two.seed() {
		t.Error("two experiments of one run have the same order")
	}
	two.asked.Name = "one"
	if one.seed() != two.seed() {
		t.Error("the same experiment has two orders")
	}
}

// TestEvenOut: arms about as fast as the baseline run as many iterations,
// those that are much faster or slower as many as they take.
func TestEvenOut(t *testing.T) {
	s := testSession(t, "")
	s.iterations = map[string]int{
		"S/v=a/n=1 plain": 1000, "S/v=b/n=1 plain": 1900, "S/v=c/n=1 plain": 2500,
		"S/v=a/n=2 plain": 10, "S/v=b/n=2 plain": 5, "S/v=c/n=2 plain": 4,
	}
	s.cells = s.cells[:6]
	s.evenOut()
	want := map[string]int{
		"S/v=a/n=1 plain": 1000, "S/v=b/n=1 plain": 1000, "S/v=c/n=1 plain": 2500,
		"S/v=a/n=2 plain": 10, "S/v=b/n=2 plain": 10, "S/v=c/n=2 plain": 4,
	}
	if !reflect.DeepEqual(s.iterations, want) {
		t.Errorf("got %v, want %v", s.iterations, want)
	}
}
