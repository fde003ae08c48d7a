package report

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/symbol"
)

// A testRecord is a record in the making.
type testRecord struct {
	results.Record
}

// newTestRecord has one experiment, with the arms that baseline and others
// name and lower ns/op as its metric.
func newTestRecord(baseline string, others ...string) *testRecord {
	asked := experiments.Experiment{
		Name: "exp", Title: "Which one?", Question: "Which one is faster?",
		Compare: "variant", Baseline: baseline,
		Builds:  []experiments.Build{{Name: experiments.DefaultBuild}},
		Metrics: []experiments.Metric{{Unit: "ns/op", Better: "lower", Primary: true}},
		Margin:  0.01, MinOverlap: 0.5,
	}
	for _, arm := range append([]string{baseline}, others...) {
		asked.Arms = append(asked.Arms, experiments.Arm{Name: arm})
	}
	return &testRecord{results.Record{
		Dir:         "results/2026-11-30T120000Z",
		Experiments: []results.Experiment{{Asked: asked, Package: "example.com/m/exp"}},
	}}
}

func (r *testRecord) in() *results.Experiment        { return &r.Experiments[0] }
func (r *testRecord) asked() *experiments.Experiment { return &r.Experiments[0].Asked }

// cell is where an arm runs. Its workload is written as in "n=1000".
func cell(arm, workload, build string) experiments.Cell {
	c, err := experiments.NewCell("Op/variant="+arm+"/"+workload, "variant", build)
	if err != nil {
		panic(err)
	}
	return c
}

// measure adds one process a round, with these values of a unit.
func (r *testRecord) measure(arm, workload, build, unit string, values ...float64) {
	for round, v := range values {
		r.observe(arm, workload, build, round+1, map[string]float64{unit: v})
	}
}

// observe adds a process and what it measured.
func (r *testRecord) observe(arm, workload, build string, round int, values map[string]float64) {
	in := r.in()
	o := results.Observation{
		Process: len(in.Processes) + 1, Round: round, Position: len(in.Observations)%5 + 1,
		Cell: cell(arm, workload, build), Iterations: 1000, Values: values,
	}
	if arm == experiments.ControlArm {
		o.Control, o.Cell.Arm = true, in.Asked.Baseline
	}
	in.Observations = append(in.Observations, o)
	in.Processes = append(in.Processes, results.Process{
		Process: o.Process, Pass: results.PassTiming, Round: round, Position: o.Position,
		Cell: o.Cell, Control: o.Control, Binary: "b1nary-" + build, Foreign: 0.01,
	})
}

// disturb marks the process at an index as disturbed.
func (r *testRecord) disturb(i int, foreign float64) {
	p := &r.in().Processes[i]
	p.Foreign, p.Disturbed = foreign, fmt.Sprintf("other work took %.0f%% of the machine", 100*foreign)
}

// again marks what an arm measured in a round of the first build as disturbed,
// and adds another attempt.
func (r *testRecord) again(arm, workload string, round int, foreign float64, values map[string]float64) {
	for i := range r.in().Observations {
		o := &r.in().Observations[i]
		if o.Round == round && o.Cell.Bench == cell(arm, workload, "").Bench && o.Cell.Build == "default" && !o.Again {
			o.Again, r.in().Processes[i].Again = true, true
			r.disturb(i, foreign)
			layout := o.Layout
			r.observe(arm, workload, "default", round, values)
			last := len(r.in().Observations) - 1
			r.in().Observations[last].Layout, r.in().Observations[last].Attempt = layout, 2
			r.in().Processes[last].Layout, r.in().Processes[last].Attempt = layout, 2
			return
		}
	}
}

// fail adds a process that failed.
func (r *testRecord) fail(arm, workload, build string, pass results.Pass, why string) {
	in := r.in()
	in.Processes = append(in.Processes, results.Process{
		Process: len(in.Processes) + 1, Pass: pass, Cell: cell(arm, workload, build),
		Binary: "b1nary-" + build, Foreign: -1, Exit: 2, Failure: why, Output: "panic: " + why + "\n",
	})
}

// twice repeats values, for as many rounds as it takes to settle what several
// arms come to.
func twice(values ...float64) []float64 { return append(slices.Clone(values), values...) }

// spread is n values that lie within a relative distance of a middle, the
// same ones each time.
func spread(middle, distance float64, n int) []float64 {
	random := rand.New(rand.NewPCG(uint64(middle*1000), uint64(n)))
	values := make([]float64, n)
	for i := range values {
		values[i] = middle * (1 + float64(distance*(2*random.Float64()-1)))
	}
	return values
}

// experiment is what New makes of the record's only experiment.
func (r *testRecord) experiment() Experiment { return New(&r.Record).Experiments[0] }

// find returns the comparison of an arm and a metric in the first build.
func (x *Experiment) find(t *testing.T, arm, metric string) Comparison {
	t.Helper()
	for _, c := range x.Comparisons {
		if c.Arm == arm && c.Metric == metric && c.Build == x.Builds[0].Name {
			return c
		}
	}
	t.Fatalf("there is no comparison of %s in %s", arm, metric)
	return Comparison{}
}

// A stack is a sample of a test's profile: frames from the leaf to the root.
// Frames of one string, separated by "<", are one location: functions inlined
// into the last of them.
type stack struct {
	count  int64
	frames []string
}

// writeProfile writes a CPU profile at 100 Hz into the record's folder, and
// lists it.
func (r *testRecord) writeProfile(t *testing.T, arm, build string, stacks ...stack) {
	t.Helper()
	raw := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 1e7,
	}
	functions := map[string]*profile.Function{}
	locations := map[string]*profile.Location{}
	for _, s := range stacks {
		sample := &profile.Sample{Value: []int64{s.count, s.count * 1e7}}
		for _, frame := range s.frames {
			location := locations[frame]
			if location == nil {
				location = &profile.Location{ID: uint64(len(locations) + 1), Address: uint64(0x1000 + len(locations))}
				for name := range bytes.SplitSeq([]byte(frame), []byte("<")) {
					f := functions[string(name)]
					if f == nil {
						f = &profile.Function{ID: uint64(len(functions) + 1), Name: string(name), Filename: "code.go", StartLine: int64(10 * (len(functions) + 1))}
						functions[f.Name] = f
						raw.Function = append(raw.Function, f)
					}
					location.Line = append(location.Line, profile.Line{Function: f, Line: f.StartLine + 1})
				}
				locations[frame] = location
				raw.Location = append(raw.Location, location)
			}
			sample.Location = append(sample.Location, location)
		}
		raw.Sample = append(raw.Sample, sample)
	}
	var data bytes.Buffer
	if err := raw.Write(&data); err != nil {
		t.Fatal(err)
	}
	r.addFile(t, arm, build, results.CPU, data.Bytes())
}

// ran says how many operations the processes ran that wrote an arm's profiles.
func (r *testRecord) ran(arm string, operations int64) {
	for i := range r.in().Profiles {
		if p := &r.in().Profiles[i]; p.Arm == arm {
			p.Iterations = operations
		}
	}
}

// addFile puts a profile of any content into the record's folder.
func (r *testRecord) addFile(t *testing.T, arm, build string, kind results.Kind, data []byte) {
	t.Helper()
	folder := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return '_'
	}, arm+"_"+build)
	path := "exp/profiles/" + folder + "/" + kind.FileName()
	name := filepath.Join(r.Dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	in := r.in()
	in.Profiles = append(in.Profiles, results.ProfileFile{
		Arm: arm, Build: build, Workload: cell(arm, "n=1000", build).Workload,
		Kind: kind, Path: path, Bytes: 1234, Binary: "b1nary-" + build,
	})
}

// ladder is a small record with something of everything: arms that are
// faster, slower, the same and undecided, a hostile one and one that failed,
// two workloads, two builds, a contended workload without contention, and all
// kinds of evidence. The folder with its profiles is in a temporary folder,
// which becomes the current one.
func ladder(t *testing.T) *testRecord {
	t.Helper()
	t.Chdir(t.TempDir())
	const hostile = "<img_src=x_onerror=alert(1)>|`rm`\x1b[31m@all_#1"
	r := newTestRecord("goroutine", "worker", "ticks", "reset", "again", hostile, "broken")
	asked := r.asked()
	asked.Title = "One goroutine for a burst, or one for every value?"
	asked.Hypothesis = "One for a burst is at least three times cheaper."
	asked.Limits = "It says nothing of bursts that overlap."
	asked.Arms[0].Label = "goroutine per value"
	asked.Arms[1].Label = "worker, time.Time"
	asked.Arms[2].Label = "worker, int64 ticks"
	asked.Arms[3].Label = "timer, Reset"
	asked.Arms[3].Note = "Go's own habit."
	asked.Arms[0].Factors = map[string]string{"reuse": "none", "lock": "mutex"}
	asked.Arms[1].Factors = map[string]string{"reuse": "worker", "lock": "mutex", "deadline": "time.Time"}
	asked.Arms[2].Factors = map[string]string{"reuse": "worker", "lock": "mutex", "deadline": "ticks"}
	asked.Arms[4].Factors = map[string]string{"reuse": "none", "lock": hostile}
	asked.Builds = []experiments.Build{{Name: "default", Label: "as it comes"}, {Name: "noinline", Label: "no inlining", GCFlags: "-l"}}
	asked.Metrics = []experiments.Metric{
		{Unit: "ns/send", Better: "lower", Primary: true, Note: "over the send loop"},
		{Unit: "cpu-ns/send", Label: "CPU", Better: "lower"},
		{Unit: "allocs/send", Label: "allocations", Better: "lower"},
	}
	asked.Workload = experiments.Workload{"n": "1000"}
	third, two, one := 1.0/3, 2.0, 1.0
	asked.Claims = []experiments.Claim{
		{Text: "The worker is at least 3× cheaper.", Arm: "worker", AtMost: &third},
		{Text: "Ticks save half of that.", Arm: "ticks", Against: "worker", AtMost: &third},
		{Text: "Inlining does not matter.", Arm: "ticks", Against: "ticks", Build: "noinline", AtLeast: &one, AtMost: &two},
		{Text: "The worker allocates less.", Arm: "worker", Metric: "allocs/send", AtMost: &one},
		{Text: "Two senders get in each other's way.", Arm: "worker", Workload: experiments.Workload{"n": "2"}, AtLeast: &one},
		{Text: "Eight senders do.", Arm: "worker", AtLeast: &two, Cores: 8},
		{Text: "A channel would be slower.", Arm: "channel", AtLeast: &two},
	}
	asked.Published = []experiments.Published{{
		Source: "the debounce article", Machine: "M1 Max, Swift 6.4",
		Figures: []experiments.Figure{
			{Text: "task per value", Value: 700, Metric: "ns/send", Arm: "goroutine"},
			{Text: "actor", Value: 190, Metric: "ns/send"},
		},
	}}

	r.Run = results.Run{
		Schema: 1, Command: []string{"assay", "run", "-seed=7", "exp"},
		Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Finished: time.Date(2026, 11, 30, 12, 5, 0, 0, time.UTC),
		Seed: 7, Rounds: 12, Experiments: []string{"exp"}, Tool: "v0.1.0", Module: "example.com/m", Revision: "1a2b3c4",
		Machine: results.Machine{OS: "linux", Arch: "amd64", CPU: "AMD EPYC", Cores: 2, Go: "go1.26.8", GOMAXPROCS: 2, LoadBefore: 0.1},
	}
	r.Problems = []results.Problem{{File: "exp/cells.jsonl", Line: 3, Text: "is torn: this process is left out"}}

	const rounds = 12
	type arm struct {
		name              string
		ns, noise, allocs float64
	}
	for _, w := range []struct {
		name  string
		scale float64
	}{{"n=1000", 1}, {"n=1", 4}, {"n=2", 2}} {
		for _, build := range []string{"default", "noinline"} {
			for _, a := range []arm{
				{"goroutine", 1900, 0.02, 6}, {experiments.ControlArm, 1905, 0.02, 6},
				{"worker", 98, 0.03, 0}, {"ticks", 52, 0.03, 0}, {"reset", 2300, 0.03, 6}, {"again", 1902, 0.03, 6},
				// The very values of the baseline: nothing but the same.
				{hostile, 1900, 0.02, 6},
			} {
				if build == "noinline" && (a.name != "goroutine" && a.name != "ticks" || w.name != "n=1000") {
					continue
				}
				slow := map[string]float64{"default": 1, "noinline": 1.3}[build]
				ns := spread(a.ns*w.scale*slow, a.noise, rounds)
				for i := range ns {
					values := map[string]float64{"ns/send": ns[i], "cpu-ns/send": ns[i] * 1.2, "allocs/send": a.allocs, "goroutines/burst": 1}
					if w.name == "n=2" {
						values["overlap"] = 0.3
					}
					r.observe(a.name, w.name, build, i+1, values)
				}
			}
		}
	}
	layouts := []int64{0, 17, 4711, 99}
	for i := range r.in().Observations {
		o, p := &r.in().Observations[i], &r.in().Processes[i]
		o.Layout = layouts[(o.Round-1)%len(layouts)]
		o.Attempt, p.Layout, p.Attempt = 1, o.Layout, 1
	}
	r.disturb(3, 0.4)
	r.again("worker", "n=1000", 12, 0.7, map[string]float64{"ns/send": 99, "cpu-ns/send": 119, "allocs/send": 0, "goroutines/burst": 1})
	for range rounds {
		r.fail("broken", "n=1000", "default", results.PassTiming, "the benchmark panicked")
	}
	r.fail("broken", "n=1000", "default", results.Pass(results.CPU), "the benchmark panicked")

	const (
		loop   = "example.com/m/exp.BenchmarkOp.func1"
		chans  = "example.com/m/lib.(*PerValue).Send"
		worker = "example.com/m/lib.(*Worker[go.shape.*uint8]).Send"
		ticks  = "example.com/m/lib.(*Ticks).Send"
		now    = "example.com/m/lib.now"
	)
	r.writeProfile(t, "goroutine", "default",
		stack{60, []string{"runtime.newproc", chans, loop}}, stack{30, []string{chans, loop}}, stack{10, []string{"runtime.mallocgc", "runtime.newobject", chans, loop}})
	r.writeProfile(t, "worker", "default",
		stack{50, []string{"time.Now", worker, loop}}, stack{30, []string{worker, loop}}, stack{20, []string{loop}})
	r.writeProfile(t, "ticks", "default",
		stack{40, []string{"runtime.nanotime", now + "<" + ticks, loop}}, stack{40, []string{ticks, loop}}, stack{20, []string{now + "<" + ticks, loop}})
	// As many as make the profiles about what was timed.
	for arm, operations := range map[string]int64{"goroutine": 440_000, "worker": 8_500_000, "ticks": 16_000_000} {
		r.ran(arm, operations)
	}
	r.addFile(t, "reset", "default", results.CPU, []byte("torn"))
	r.addFile(t, "worker", "default", results.Trace, []byte("trace"))
	r.addFile(t, hostile, "default", results.Allocs, []byte("x"))
	r.in().Profiles[len(r.in().Profiles)-1].Binary = "another"

	r.in().Compilers = []results.CompilerFile{{Path: "exp/compiler/default.json", Bytes: 99, Compiler: results.Compiler{
		Build: "default", Command: []string{"go", "build", "-gcflags=-m=2"},
		Functions: []results.Function{
			{Name: chans, Package: "example.com/m/lib", File: "lib/pervalue.go", Line: 20, Inline: &results.Inline{Reason: "function too complex: cost 300 exceeds budget 80"},
				Decisions: []results.Decision{
					{Kind: results.Escapes, Line: 27, Column: 9, Text: "&call{...}", Flow: []string{"captured by a closure"}},
					{Kind: results.InlinedCall, Line: 28, Column: 3, Text: "sync.(*Mutex).Lock"},
				}},
			{Name: symbol.Generic(worker), Package: "example.com/m/lib", File: "lib/worker.go", Line: 40, Inline: &results.Inline{Reason: "unhandled op DEFER"},
				Decisions: []results.Decision{
					{Kind: results.InlinedCall, Line: 44, Column: 3, Text: "sync.(*Mutex).Lock"},
					{Kind: results.BoundsCheck, Line: 46, Column: 7, Text: "IsInBounds"},
				}},
			{Name: now, Package: "example.com/m/lib", File: "lib/now.go", Line: 5, Inline: &results.Inline{Can: true, Cost: 62}},
			{Name: "example.com/m/lib.Cold", Package: "example.com/m/lib", File: "lib/cold.go", Line: 1},
		},
	}}}
	listing := func(function string, calls ...results.Instruction) results.Listing {
		l := results.Listing{Function: function, File: "lib/code.go", Size: 64, Samples: 10, Source: map[string]string{"code.go:7": "mu.Lock()"}}
		for i, c := range calls {
			c.Address, c.File, c.Line = uint64(0x4000+4*i), "code.go", 7
			l.Instructions = append(l.Instructions, c)
		}
		return l
	}
	call := func(target string) results.Instruction {
		return results.Instruction{Text: "CALL " + target, Call: "direct", Target: target}
	}
	indirect := results.Instruction{Text: "CALL AX", Call: "indirect"}
	r.in().Assemblies = []results.AssemblyFile{
		{Path: "exp/assembly/worker.json", Bytes: 500, Assembly: results.Assembly{Arm: "worker", Build: "default", Binary: "b1nary-default", Samples: 100,
			Listings: []results.Listing{listing(worker, call("time.Now"), results.Instruction{Text: "LOCK CMPXCHGL CX, (DX)", Locked: true, Samples: 18}), listing(loop, call(worker), indirect)}}},
		{Path: "exp/assembly/ticks.json", Bytes: 500, Assembly: results.Assembly{Arm: "ticks", Build: "default", Binary: "b1nary-default", Samples: 100,
			Listings: []results.Listing{listing(ticks, call("runtime.nanotime")), listing(loop, indirect)}}},
		{Path: "exp/assembly/goroutine.json", Bytes: 500, Assembly: results.Assembly{Arm: "goroutine", Build: "default", Binary: "b1nary-default", Samples: 100,
			Listings: []results.Listing{listing(chans, call("runtime.newproc")), listing(loop, call(chans))}}},
	}
	return r
}

// profileFile is a CPU profile that does not exist, of a workload.
func profileFile(workload experiments.Workload) results.ProfileFile {
	return results.ProfileFile{Arm: "a", Build: experiments.DefaultBuild, Workload: workload, Kind: results.CPU, Path: "exp/none.pprof"}
}
