package report

import (
	"fmt"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

// TestBodies: which function ran for an arm, of what sort it is and how it is
// reached.
func TestBodies(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		loop   = "example.com/m/exp.BenchmarkOp.func1"
		shape  = "example.com/m/lib.Sum[go.shape.int]"
		plain  = "example.com/m/lib.(*List).Push"
		inline = "example.com/m/lib.less"
		other  = "github.com/bep/debounce.(*debouncer).add"
		probe  = probePackage + ".Bursts"
	)
	run := func(stacks []stack, listings ...results.Listing) []string {
		t.Helper()
		r := newTestRecord("old")
		r.Run.Module = "example.com/m"
		r.writeProfile(t, "old", "default", stacks...)
		r.in().Assemblies = []results.AssemblyFile{{Assembly: results.Assembly{Arm: "old", Build: "default", Listings: listings}}}
		r.in().Compilers = []results.CompilerFile{{Compiler: results.Compiler{Build: "default", Functions: []results.Function{
			{Name: "example.com/m/lib.Sum[...]", Inline: &results.Inline{Reason: "recursive"}},
			{Name: inline, Inline: &results.Inline{Can: true, Cost: 4}},
			{Name: plain},
		}}}}
		var got []string
		for _, b := range r.experiment().Bodies {
			got = append(got, fmt.Sprintf("%s|%s|%.2f|%d+%d|%s|%s", b.Function, b.Shape, b.Flat, b.Direct, b.Indirect, b.CalledBy, b.Inline))
		}
		return got
	}
	// Where samples fall into machine code; inlined code counts there.
	samples := map[string]int64{shape: 90, plain: 1}
	calling := func(function string, targets ...string) results.Listing {
		l := results.Listing{Function: function, Samples: samples[function]}
		for _, target := range targets {
			i := results.Instruction{Call: "direct", Target: target}
			if target == "" {
				i.Call = "indirect"
			}
			l.Instructions = append(l.Instructions, i)
		}
		return l
	}
	check := func(got []string, want ...string) {
		t.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}

	check(run([]stack{{60, []string{shape, loop}}, {30, []string{inline + "<" + shape, loop}}, {10, []string{"runtime.mallocgc", probe, loop, "example.com/m/exp.TestMain"}}},
		calling(loop, shape, ""), calling(shape, shape, "runtime.panicIndex")),
		shape+"|shape|0.90|2+0|direct call, dictionary passed|cannot inline: recursive",
		inline+"|concrete|0.30|0+0|inlined|can inline, cost 4")

	// An indirect call names nobody: it takes the profile to know.
	check(run([]stack{{1, []string{plain, loop}}}, calling(loop, "")), plain+"|concrete|1.00|0+0|indirect call|")
	check(run([]stack{{1, []string{plain, loop}}}, calling("example.com/m/lib.Elsewhere", "")), plain+"|concrete|1.00|0+0||")
	check(run([]stack{{1, []string{plain, loop}}}, calling(loop, "", plain)), plain+"|concrete|1.00|0+0|direct call|")

	// Recursion is not how a function is reached.
	check(run([]stack{{1, []string{plain, plain, loop}}}, calling(plain, plain), calling(loop, "")), plain+"|concrete|1.00|1+0|indirect call|")

	// Libraries come after the module. The benchmark counts where there is
	// nothing else, the standard library never.
	check(run([]stack{{9, []string{other, plain, loop}}, {1, []string{plain, loop}}}),
		plain+"|concrete|0.10|0+0||", other+"|library|0.90|0+0||")
	check(run([]stack{{1, []string{"runtime.nanotime", loop}}}), loop+"|concrete|0.00|0+0||")
	check(run([]stack{{1, []string{"runtime.gcBgMarkWorker"}}}))
}

// TestDecisions: an arm shows what the baseline's code has not, wherever it
// stands; the baseline shows all.
func TestDecisions(t *testing.T) {
	t.Chdir(t.TempDir())
	r := newTestRecord("old", "new")
	r.Run.Module = "example.com/m"
	r.writeProfile(t, "old", "default", stack{1, []string{"example.com/m/lib.Old"}})
	r.writeProfile(t, "new", "default", stack{2, []string{"example.com/m/lib.New[go.shape.int]"}}, stack{1, []string{"example.com/m/lib.inl<example.com/m/lib.New[go.shape.int]"}})
	d := func(kind results.DecisionKind, line int, text string) results.Decision {
		return results.Decision{Kind: kind, Line: line, Text: text}
	}
	r.in().Compilers = []results.CompilerFile{{Compiler: results.Compiler{Build: "default", Functions: []results.Function{
		{Name: "example.com/m/lib.Cold", Decisions: []results.Decision{d(results.Escapes, 1, "x")}},
		{Name: "example.com/m/lib.New[...]", Decisions: []results.Decision{
			d(results.InlinedCall, 20, "lib.F[go.shape.string]"), d(results.BoundsCheck, 21, "b[i]"), d(results.Escapes, 22, "x"),
		}},
		{Name: "example.com/m/lib.Old", Decisions: []results.Decision{
			d(results.InlinedCall, 2, "lib.F[go.shape.int]"), d(results.BoundsCheck, 3, "a[i]"), d(results.MovedToHeap, 4, "x"),
		}},
		{Name: "example.com/m/lib.inl", Inline: &results.Inline{Can: true}},
	}}}}
	got := ""
	for _, arm := range r.experiment().Decisions {
		got += arm.Arm + ":"
		for _, f := range arm.Functions {
			got += " " + f.Function + " " + f.Inline
			for _, d := range f.Decisions {
				got += fmt.Sprintf(" %s(%s)", d.Kind, d.Text)
			}
		}
		got += "\n"
	}
	want := `old: example.com/m/lib.Old  inlined-call(lib.F[go.shape.int]) bounds-check(a[i]) moved(x)
new: example.com/m/lib.New[...]  bounds-check(b[i]) escapes(x) example.com/m/lib.inl can inline
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestBelongs(t *testing.T) {
	for function, want := range map[string]bool{
		"m/x.BenchmarkSend": true, "m/x.BenchmarkSend.func1.2": true, "m/x.Benchmark": true, "m/x.Benchmark2": true,
		"m/x.Benchmarking": false, "m/x.(*T).BenchmarkSend": false, "m/x.send": false,
	} {
		if got := isBenchmark(function); got != want {
			t.Errorf("isBenchmark(%q) = %v", function, got)
		}
	}
	if !within("m/a_test", "m") || !within("m_test", "m") || within("mm", "m") || within("m/a", "") {
		t.Error("what lies within a module is not what should")
	}
}
