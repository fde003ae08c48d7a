package page

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/attribution"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/flame"
)

// A scenario is an experiment from which a fixture is made. Its figures are
// drawn from a generator with a fixed seed, around what cost says.
type scenario struct {
	name, title, question, answer string

	baseline string
	arms     []report.Arm
	work     []string // workloads, the headline's first
	builds   []report.Build
	rounds   int

	cost func(arm, workload, build string) float64
}

// make builds what package report would: cells, comparisons and rounds.
func (sc scenario) make() report.Experiment {
	random := rand.New(rand.NewPCG(1, uint64(len(sc.name))))
	x := report.Experiment{
		Name: sc.name, Title: sc.title, Question: sc.question, Answer: sc.answer,
		Compare: "variant", Baseline: sc.baseline, Headline: sc.work[0], Margin: 0.01,
		Arms: sc.arms, Builds: sc.builds, Workloads: sc.work,
		Metrics: []report.Metric{
			{Unit: "ns/send", Label: "time to send", Better: "lower", Primary: true, Note: "over the send loop"},
			{Unit: "cpu-ns/send", Label: "CPU of the process", Better: "lower"},
			{Unit: "allocs/send", Label: "allocations", Better: "lower"},
		},
	}
	type key struct {
		arm, workload, build string
		control              bool
	}
	values := map[key][]float64{}
	process := 0
	for round := 1; round <= sc.rounds; round++ {
		for _, b := range sc.builds {
			for _, w := range sc.work {
				var keys []key
				for _, a := range sc.arms {
					keys = append(keys, key{a.Name, w, b.Name, false})
				}
				keys = append(keys, key{experiments.ControlArm, w, b.Name, true})
				random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
				for position, k := range keys {
					arm := k.arm
					if k.control {
						arm = sc.baseline
					}
					// Some processes are disturbed. Of these, some are run again.
					for attempt, again := 1, true; again; attempt++ {
						process++
						ns := sc.cost(arm, w, b.Name) * (1 + 0.03*random.NormFloat64())
						foreign, disturbed := 0.01*random.Float64(), ""
						again = false
						if random.IntN(25) == 0 {
							foreign = 0.1 + 0.2*random.Float64()
							disturbed = fmt.Sprintf("other work took %.0f%% of the machine", 100*foreign)
							ns *= 1 + foreign
							again = attempt == 1 && random.IntN(4) > 0
						}
						if !again {
							values[k] = append(values[k], ns)
						}
						x.Rounds = append(x.Rounds, report.Round{
							Process: process, Round: round, Position: position + 1,
							Arm: k.arm, Workload: w, Build: b.Name, Control: k.control,
							Layout: []int64{0, 4711, 17, 99}[round%4], Foreign: foreign, Disturbed: disturbed, Attempt: attempt, Counts: !again,
							Values: map[string]float64{"ns/send": ns, "cpu-ns/send": ns * 1.3, "allocs/send": allocs(ns)},
						})
					}
				}
			}
		}
	}
	for _, w := range sc.work {
		for _, b := range sc.builds {
			base := values[key{sc.baseline, w, b.Name, false}]
			control := compare(values[key{experiments.ControlArm, w, b.Name, true}], base)
			floor := max(*control.High, 1 / *control.Low) - 1
			for _, a := range append(slices.Clone(sc.arms), report.Arm{Name: experiments.ControlArm}) {
				k := key{a.Name, w, b.Name, a.Name == experiments.ControlArm}
				layout := 0.001 * float64(len(a.Name))
				spread := &report.Spread{Layout: &layout, LayoutShown: len(a.Name) > 8, Process: 0.02, Rest: 0.01}
				if k.control {
					spread = nil
				}
				x.Cells = append(x.Cells, report.Cell{
					Spread: spread,
					Arm:    k.arm, Workload: w, Build: b.Name, Control: k.control,
					Figures: []report.Figure{
						summary("ns/send", values[k], 1), summary("cpu-ns/send", values[k], 1.3),
						{Metric: "allocs/send", N: sc.rounds, Median: allocs(values[k][0]), Min: allocs(values[k][0]), Max: allocs(values[k][0])},
					},
				})
				add := func(c report.Comparison, metric string) {
					c.Workload, c.Build, c.Metric, c.Primary = w, b.Name, metric, metric == "ns/send"
					c.Arm, c.Control, c.Floor, c.N, c.Together = a.Name, k.control, &floor, sc.rounds, len(sc.arms)-1
					if c.Against == "" {
						c.Against, c.AgainstBuild = sc.baseline, b.Name
					}
					c.Verdict = judge(c, floor)
					x.Comparisons = append(x.Comparisons, c)
				}
				if a.Name != sc.baseline {
					add(compare(values[k], base), "ns/send")
					add(compare(values[k], base), "cpu-ns/send")
				}
				if first := sc.builds[0].Name; b.Name != first && !k.control {
					c := compare(values[k], values[key{a.Name, w, first, false}])
					c.Against, c.AgainstBuild = a.Name, first
					add(c, "ns/send")
				}
			}
		}
	}
	return x
}

func allocs(ns float64) float64 {
	if ns > 150 {
		return 6
	}
	return 0
}

func summary(metric string, values []float64, factor float64) report.Figure {
	sorted := slices.Sorted(slices.Values(values))
	return report.Figure{
		Metric: metric, N: len(sorted), Median: sorted[len(sorted)/2] * factor,
		Min: sorted[0] * factor, Max: sorted[len(sorted)-1] * factor,
	}
}

// compare is a stand-in for package stats: the median and the middle half.
func compare(a, b []float64) report.Comparison {
	var ratios []float64
	for i := range min(len(a), len(b)) {
		ratios = append(ratios, a[i]/b[i])
	}
	slices.Sort(ratios)
	n := len(ratios)
	return report.Comparison{
		Ratio: &ratios[n/2], Low: &ratios[n/5], High: &ratios[n-1-n/5], Confidence: 0.999,
		Benchstat: &report.Benchstat{Center: a[0], Low: &a[0], High: &a[0], AgainstCenter: b[0], P: 0.0123, Holm: 0.0456},
	}
}

func judge(c report.Comparison, floor float64) report.Verdict {
	switch {
	case *c.High < 1-floor:
		return report.Faster
	case *c.Low > 1+floor:
		return report.Slower
	case *c.Low > 0.97 && *c.High < 1.03:
		return report.Same
	}
	return report.Undecided
}

var oneBuild = []report.Build{{Name: experiments.DefaultBuild, Label: "default"}}

// taskreuse is a small experiment with every kind of evidence.
func taskreuse() report.Experiment {
	costs := map[string]float64{"goroutine": 1906, "afterfunc": 482, "reset": 82, "worker-time": 93.4, "worker-ticks": 52.3}
	x := scenario{
		name:     "taskreuse",
		title:    "One goroutine for a burst, or one for every value?",
		question: "What does it cost to accept a value, when each value starts a goroutine of its own and when one worker lives as long as the burst?",
		answer: "worker, int64 ticks accepts a value in 52.3 ns/send instead of 1.91 µs/send: 36.9× faster than goroutine per value. " +
			"Timer.Reset per value, at 82 ns/send, comes nearest: against that it is 1.57× faster.",
		baseline: "goroutine",
		arms: []report.Arm{
			{Name: "goroutine", Label: "goroutine per value", Note: "cancelled through a context"},
			{Name: "afterfunc", Label: "AfterFunc per value"},
			{Name: "reset", Label: "Timer.Reset per value"},
			{Name: "worker-time", Label: "worker, time.Time"},
			{Name: "worker-ticks", Label: "worker, int64 ticks"},
		},
		work: []string{"name=Send values=100000"}, builds: oneBuild, rounds: 15,
		cost: func(arm, _, _ string) float64 { return costs[arm] },
	}.make()
	x.Hypothesis = "Starting and cancelling a goroutine dominates; keeping one saves most of the time, in Go less than elsewhere."
	x.Limits = "One sender, no contention; how soon the callback comes is not measured."
	x.Notes = []string{"2 of the 90 timed processes that count were disturbed."}
	x.Undecided = []string{"Timer.Reset per value against AfterFunc per value comes to 1.01× (0.97–1.05), and the interval holds 1 and reaches beyond the margin. About 60 rounds would decide it; there are 15."}
	x.Resolution = "With 15 rounds, this experiment finds differences of 3.1% and more, nine times of ten."
	x.Warnings = []report.Warning{{Kind: report.Drifts, Arm: "reset", Text: "The ratio of Timer.Reset per value to goroutine per value moves by +4.1% from the first round to the last.", Settles: true}}

	const pkg = "github.com/assay-bench/assay/variants/debounce."
	x.Profiles = []report.Profile{
		{Arm: "goroutine", Build: "default", Samples: 1320, Seconds: 13.2, Rows: []report.ProfileRow{
			{Function: "runtime.futex", File: "/usr/local/go/src/runtime/sys_linux_amd64.s", Line: 557, Flat: 0.18, Cum: 0.18, Baseline: 0.18},
			{Function: "runtime.mallocgc", File: "malloc.go", Line: 1012, Flat: 0.12, Cum: 0.23, Baseline: 0.12},
			{Function: pkg + "(*PerValue[go.shape.*uint8]).Send", File: "pervalue.go", Line: 31, Flat: 0.05, Cum: 0.61, Baseline: 0.05},
		}},
		{Arm: "worker-ticks", Build: "default", Samples: 1204, Seconds: 12.04, Rows: []report.ProfileRow{
			{Function: "runtime.nanotime", File: "time_nofake.go", Line: 33, Flat: 0.524, Cum: 0.53, Baseline: 0.03},
			{Function: "sync.(*Mutex).Lock", File: "mutex.go", Line: 46, Flat: 0.21, Cum: 0.21, Baseline: 0.01},
			{Function: pkg + "(*Ticks[go.shape.struct { github.com/assay-bench/assay/variants/debounce.Reading.At int64; github.com/assay-bench/assay/variants/debounce.Reading.Value float64 }]).Send", File: "ticks.go", Line: 48, Flat: 0.11, Cum: 0.97},
			{Function: "runtime.futex", File: "sys_linux_amd64.s", Line: 557, Flat: 0.0004, Cum: 0.0004, Baseline: 0.18},
		}},
		{Arm: "reset", Build: "default", Error: "the file is torn: unexpected EOF"},
	}
	x.Bodies = []report.Body{
		{Arm: "goroutine", Build: "default", Function: pkg + "(*PerValue[go.shape.*uint8]).Send", Shape: "shape", Flat: 0.05, Direct: 7, Indirect: 1, CalledBy: "direct call, dictionary passed", Inline: "cannot inline: function too complex: cost 214 exceeds budget 80"},
		{Arm: "worker-ticks", Build: "default", Function: pkg + "(*Ticks[go.shape.*uint8]).Send", Shape: "shape", Flat: 0.11, Direct: 3, CalledBy: "direct call, dictionary passed", Inline: "cannot inline: function too complex: cost 96 exceeds budget 80"},
	}
	x.Decisions = []report.ArmDecisions{
		{Arm: "goroutine", Build: "default", Functions: []report.FunctionDecisions{{
			Function: pkg + "(*PerValue[go.shape.*uint8]).Send", File: "variants/debounce/pervalue.go", Line: 24,
			Inline: "cannot inline: cost 214 exceeds budget 80",
			Decisions: []results.Decision{
				{Kind: results.InlinedCall, Line: 25, Column: 14, Text: "sync.(*Mutex).Lock"},
				{Kind: results.Escapes, Line: 31, Column: 5, Text: "func literal", Flow: []string{"flow: {heap} ← &{storage for func literal}", "from func literal (spill) at pervalue.go:31:5"}},
				{Kind: results.MovedToHeap, Line: 27, Column: 2, Text: "ctx"},
			}}}},
		{Arm: "worker-ticks", Build: "default", Functions: []report.FunctionDecisions{{
			Function: pkg + "(*Ticks[go.shape.*uint8]).Send", File: "variants/debounce/ticks.go", Line: 40,
			Inline:    "cannot inline: cost 96 exceeds budget 80",
			Decisions: []results.Decision{{Kind: results.Leaks, Line: 40, Column: 30, Text: "parameter value leaks to {heap}"}},
		}}},
	}
	x.Code = []results.Assembly{
		machineCode("goroutine", pkg+"(*PerValue[go.shape.*uint8]).Send", "pervalue.go", 160),
		machineCode("worker-ticks", pkg+"(*Ticks[go.shape.*uint8]).Send", "ticks.go", 44),
	}
	for _, arm := range []string{"goroutine", "worker-ticks"} {
		for _, kind := range results.Kinds {
			path := "taskreuse/profiles/" + arm + "/" + kind.FileName()
			x.Evidence = append(x.Evidence, report.Artefact{
				Arm: arm, Build: "default", Workload: x.Headline, Kind: string(kind), Path: path, Bytes: 48213,
				Open: "go tool pprof -http=: results/latest/" + path, Binary: "6b1f0c9a3d2e4f58", Timed: kind == results.CPU,
			})
		}
		x.Evidence = append(x.Evidence, report.Artefact{
			Arm: arm, Build: "default", Kind: "assembly", Path: "taskreuse/assembly/" + arm + ".json", Bytes: 91422,
			Open: "less results/latest/taskreuse/assembly/" + arm + ".json", Binary: "6b1f0c9a3d2e4f58", Timed: true,
		})
	}
	addCosts(&x)
	x.Attribution = worth()
	x.Claims = []report.Claim{
		{Text: "The worker is at least 3 times cheaper than a goroutine per value.", Asserts: "ratio at most 0.33", Comparison: find(&x, "worker-ticks"), Judgement: report.Supported, Why: "The whole interval lies below the bound."},
		{Text: "AfterFunc saves nothing.", Asserts: "ratio at least 0.95", Comparison: find(&x, "afterfunc"), Judgement: report.Refuted, Why: "The whole interval lies below the bound."},
		{Text: "Padding the lock helps 8 senders.", Asserts: "ratio at most 0.9", Judgement: report.NotAnswerable, Why: "It takes 8 cores, and there are 2."},
	}
	here := summary("ns/send", []float64{51.7, 52.3, 53.1}, 1)
	x.Published = []report.Published{{
		Source: "the debounce article", Machine: "Apple M1 Max, Swift 6.4",
		Figures: []report.PublishedFigure{
			{Text: "Task per value", Metric: "ns/send", Value: 1310},
			{Text: "worker per burst", Metric: "ns/send", Value: 354, Here: &here, Arm: "worker-ticks"},
		},
	}}
	x.Failures = []report.Failure{{
		Pass: results.PassTiming, Process: 44, Started: time.Date(2026, 11, 30, 9, 14, 3, 0, time.UTC),
		Cell:    experiments.Cell{Bench: "Send/variant=reset/values=100000", Arm: "reset", Build: "default"},
		Failure: "panicked: send on closed channel", Output: "panic: send on closed channel\n\ngoroutine 7 [running]:\nmain.main()\n\t/x/reset.go:12",
	}}
	x.Commands = []report.Command{
		{Does: "run it again", Line: "assay run -seed 20261130 taskreuse"},
		{Does: "compare with benchstat", Line: "benchstat -col /variant results/latest/taskreuse/rounds.txt"},
		{Does: "open the CPU profile of worker, int64 ticks", Line: "go tool pprof -http=: results/latest/taskreuse/profiles/worker-ticks/cpu.pprof"},
	}
	return x
}

// spent is what arms of taskreuse spend, by kind of work in ns/send.
var spent = map[string]map[cost.Kind]float64{
	"goroutine": {
		cost.Scheduling: 612, cost.Allocation: 300, cost.GC: 131, cost.Timers: 398, cost.Locks: 142, cost.Clock: 58,
		cost.User: 120, cost.Goroutines: 81, cost.Channels: 40, cost.Runtime: 24,
	},
	"worker-ticks": {cost.Locks: 15, cost.Clock: 30, cost.User: 7.3},
	"afterfunc":    {cost.Timers: 211, cost.Allocation: 142, cost.Scheduling: 31, cost.Locks: 38, cost.Clock: 31, cost.User: 22},
}

// addCosts adds what CPU profiles show to an experiment: costs and findings of
// two arms, and trees.
func addCosts(x *report.Experiment) {
	ticks, after := find(x, "worker-ticks"), find(x, "afterfunc")
	ticks.Cost = costDifference(spent["worker-ticks"], spent["goroutine"], -1853)
	ticks.Findings = []explain.Finding{
		{
			Rule: "goroutine", Side: "goroutine", Strength: explain.Established,
			Mechanism: "Every value starts a goroutine and wakes it once to be cancelled.",
			Place:     cost.Place{Function: "github.com/assay-bench/assay/variants/debounce.(*PerValue[go.shape.*uint8]).Send", File: "/src/variants/debounce/pervalue.go", Line: 43},
			NsPerOp:   -690, Interval: [2]float64{-724, -655},
			Agrees:    []string{"CPU profile: 693 ns/op of scheduling against 0 ns/op in worker-ticks", "block profile: 1 wait per operation"},
			Disagrees: []string{"source: it is not written down"},
		},
		{
			Rule: "clock", Side: "worker-ticks", Strength: explain.Suspected, Mechanism: "The clock is read more often.",
			Place:   cost.Place{File: "/src/variants/debounce/ticks.go", Line: 41},
			NsPerOp: 12, Interval: [2]float64{9, 15}, Agrees: []string{"machine code: CALL runtime.nanotime at ticks.go:41"},
		},
		{Rule: "same-code", Side: "goroutine", Strength: explain.Suspected, Mechanism: "It accounts for nothing.", Agrees: []string{"no artefact"},
			Place: cost.Place{Function: "github.com/assay-bench/assay/variants/debounce.(*PerValue[go.shape.*uint8]).Send"}},
	}
	rest := -1175.0
	ticks.Unexplained = &rest
	after.Cost = costDifference(spent["afterfunc"], spent["goroutine"], -1424)
	after.Unexplained = &after.Cost.Measured.Value
	x.Profiling = []report.ProfilingCost{
		{Arm: "goroutine", Build: "default", Workload: x.Headline, Metric: "ns/send", Plain: 1906, Profiled: 1944},
		{Arm: "worker-ticks", Build: "default", Workload: x.Headline, Metric: "ns/send", Plain: 52.3, Profiled: 52.6},
	}
	const send = "github.com/assay-bench/assay/variants/debounce.(*Rung).Send"
	x.Flames = []report.Flame{
		{Arm: "goroutine", Build: "default", Workload: x.Headline, Root: tree("root", 6,
			tree(send, 120, tree("runtime.mallocgc", 300, tree("runtime.gcAssistAlloc", 131)), tree("runtime.newproc", 81), tree("time.AfterFunc", 398)),
			tree("runtime.mcall", 10, tree("runtime.schedule", 602, tree("runtime.futex", 258))))},
		{Arm: "worker-ticks", Build: "default", Workload: x.Headline, Root: tree("root", 0.3,
			tree(send, 7, tree("runtime.nanotime", 30), tree("sync.(*Mutex).Lock", 15)))},
	}
}

// tree is a node that spends so much itself.
func tree(name string, own float64, children ...*flame.Node) *flame.Node {
	n := &flame.Node{Name: name, Value: own, Children: children}
	for _, c := range children {
		n.Value += c.Value
	}
	return n
}

// costDifference takes apart what two arms spend by kind. Its packages and
// functions are as many as its kinds.
func costDifference(arm, against map[cost.Kind]float64, measured float64) *report.CostDifference {
	about := func(v float64) cost.Estimate { return cost.Estimate{Value: v, Low: v - 5, High: v + 5} }
	d := &report.CostDifference{Metric: "cpu-ns/send", Measured: about(measured), Why: "The profiles also hold the start."}
	kinds := map[cost.Kind]bool{}
	for kind := range arm {
		kinds[kind] = true
	}
	for kind := range against {
		kinds[kind] = true
	}
	names := make([]cost.Kind, 0, len(kinds))
	for kind := range kinds {
		names = append(names, kind)
	}
	slices.Sort(names)
	for _, kind := range names {
		row := report.CostRow{Name: string(kind), Arm: about(arm[kind]), Against: about(against[kind]), Difference: about(arm[kind] - against[kind])}
		d.Kinds = append(d.Kinds, row)
		d.Profiled.Arm.Value += row.Arm.Value
		d.Profiled.Against.Value += row.Against.Value
		row.Name = "example.com/" + string(kind)
		d.Packages = append(d.Packages, row)
		row.Name += ".(*T[go.shape.*uint8]).Do"
		d.Functions = append(d.Functions, row)
	}
	d.Profiled.Difference = about(d.Profiled.Arm.Value - d.Profiled.Against.Value)
	d.Remainder = measured - d.Profiled.Difference.Value
	return d
}

// worth is a ladder of three changes.
func worth() *attribution.Attribution {
	ratio := func(v float64) attribution.Ratio {
		return attribution.Ratio{Estimate: v, Low: v * 0.97, High: v * 1.03, Confidence: 0.98, N: 15}
	}
	share := func(factor, from, to string, v, of float64) attribution.Share {
		r := ratio(v)
		return attribution.Share{Factor: factor, FromLevel: from, ToLevel: to, Ratio: r, Share: &of, AddOneIn: &r}
	}
	return &attribution.Attribution{
		From: "goroutine", To: "worker-ticks", Whole: ratio(0.0274), Remainder: 1.004, Orders: 2,
		Factors: []attribution.Share{
			share("reuse", "none", "a worker", 0.052, 0.82), share("clock", "time.Now", "ticks", 0.51, 0.19), share("lock", "Mutex", "Mutex", 1.03, -0.01),
		},
		Interactions: []attribution.Interaction{{Factor: "reuse", With: "clock", Ratio: ratio(0.93), Combinations: 2}},
		Besides:      []attribution.Change{{Factor: "layout", FromLevel: "packed", ToLevel: "padded", Against: "goroutine", Arm: "reset", Ratio: ratio(1.1)}},
		Note:         "Each figure is an average over 2 of 6 orders of the changes.",
	}
}

func find(x *report.Experiment, arm string) *report.Comparison {
	for i := range x.Comparisons {
		if x.Comparisons[i].Arm == arm {
			return &x.Comparisons[i]
		}
	}
	return nil
}

// machineCode is a listing with so many instructions, most of them light.
func machineCode(arm, function, file string, n int) results.Assembly {
	heavy := []results.Instruction{
		{Text: "CALL runtime.nanotime(SB)", Samples: 372, Call: "direct", Target: "runtime.nanotime"},
		{Text: "LOCK CMPXCHGL CX, (DX)", Samples: 214, Locked: true},
		{Text: "JNE 0x4a1f88", Samples: 3, Branch: true},
		{Text: "MOVQ BX, 0x18(DX)", Samples: 61},
		{Text: "CALL CX", Samples: 12, Call: "indirect"},
		{Text: "CALL runtime.gcWriteBarrier2(SB)", Call: "direct", Target: "runtime.gcWriteBarrier2"},
	}
	l := results.Listing{Function: function, File: "variants/debounce/" + file, Size: n * 5, Source: map[string]string{}}
	for i := range n {
		in := results.Instruction{Text: fmt.Sprintf("MOVQ 0x%x(SP), AX", 8*i), File: file, Line: 40 + i/6}
		if i%7 == 3 && i/7 < len(heavy) {
			in = heavy[i/7]
			in.File, in.Line = file, 40+i/6
		}
		in.Address = 0x4a1f00 + uint64(5*i)
		l.Samples += in.Samples
		l.Instructions = append(l.Instructions, in)
		l.Source[fmt.Sprintf("%s:%d", file, in.Line)] = fmt.Sprintf("\td.deadline.Store(now + d.interval) // %d", in.Line)
	}
	return results.Assembly{Arm: arm, Build: "default", Binary: "6b1f0c9a3d2e4f58", Samples: 1204, Listings: []results.Listing{l}}
}

// burstsize has ten workloads that are numbers.
func burstsize() report.Experiment {
	var work []string
	for _, n := range []int{1000, 1, 3, 10, 30, 100, 300, 3000, 10000, 100000} {
		work = append(work, fmt.Sprintf("name=Send values=%d", n))
	}
	fixed := map[string]float64{"goroutine": 60, "reset": 700, "channel": 900, "mutex": 1900, "ticks": 1950, "atomic": 1700, "bep": 800, "lo": 1500}
	each := map[string]float64{"goroutine": 1900, "reset": 82, "channel": 230, "mutex": 61, "ticks": 52, "atomic": 41, "bep": 160, "lo": 340}
	return scenario{
		name: "burstsize", title: "From how many values on does a worker pay?",
		answer:   "worker, mutex is 2.2× slower than goroutine per value for a burst of one, and from three values on it is faster: 26.3× at 1,000.",
		baseline: "goroutine",
		arms: []report.Arm{
			{Name: "goroutine", Label: "goroutine per value"}, {Name: "reset", Label: "Timer.Reset per value"},
			{Name: "channel", Label: "state behind a channel"}, {Name: "mutex", Label: "worker, mutex"},
			{Name: "ticks", Label: "worker, int64 ticks"}, {Name: "atomic", Label: "atomic pointer and atomic deadline"},
			{Name: "bep", Label: "bep/debounce"}, {Name: "lo", Label: "samber/lo"},
		},
		work: work, builds: oneBuild, rounds: 7,
		cost: func(arm, workload, _ string) float64 {
			var n float64
			fmt.Sscanf(workload[strings.LastIndexByte(workload, '=')+1:], "%g", &n)
			return each[arm] + fixed[arm]/n
		},
	}.make()
}

// specialisation has three builds, in which the arms hardly differ.
func specialisation() report.Experiment {
	costs := map[string]float64{"any": 58.1, "pointer": 52.9, "struct": 54.4, "large": 60.2, "int": 52.5, "concrete": 52.4}
	factor := map[string]float64{"default": 1, "noinline": 1.42, "pgo": 0.93}
	return scenario{
		name: "specialisation", title: "Does Go specialise generic code, and does it matter here?",
		answer:   "No arm differs from hand-written, concrete type by more than the noise floor but value as any, which is 1.11× slower.",
		baseline: "concrete",
		arms: []report.Arm{
			{Name: "concrete", Label: "hand-written, concrete type"}, {Name: "any", Label: "value as any"},
			{Name: "pointer", Label: "type parameter, pointer shape"}, {Name: "struct", Label: "type parameter, struct"},
			{Name: "large", Label: "type parameter, 256-byte struct"}, {Name: "int", Label: "type parameter, int"},
		},
		work: []string{"name=Send values=100000"},
		builds: []report.Build{
			{Name: "default", Label: "default"}, {Name: "noinline", Label: "no inlining", Flags: "-gcflags=-l"},
			{Name: "pgo", Label: "PGO", Flags: "-pgo=self"},
		},
		rounds: 9,
		cost:   func(arm, _, build string) float64 { return costs[arm] * factor[build] },
	}.make()
}

// Names that would do harm if they got into a page as they are.
var hostileNames = []string{
	`<script>alert(1)</script>`,
	`"><img src=x onerror=alert(2)>`,
	`</script><script>alert(3)</script>`,
	"--faster",
	"\u202eltr-ot-siht-nrut\u202c",
	"two\nlines",
	`{b}{a|x}`,
	strings.Repeat("very_long_name_without_a_break", 12),
}

// hostile has such names in every place that a record can put them.
func hostile() report.Experiment {
	bad := hostileNames[2]
	arms := []report.Arm{{Name: "base", Label: hostileNames[0], Note: hostileNames[1]}}
	for i, label := range hostileNames {
		arms = append(arms, report.Arm{Name: fmt.Sprintf("arm%d%s", i, label), Label: label})
	}
	x := scenario{
		name: `hostile</script><script>alert(4)</script>`, title: bad, question: hostileNames[1], answer: "1.2× faster " + bad,
		baseline: "base", arms: arms,
		work:   []string{"name=Send values=1", "name=Send values=<b>2", "name=" + bad},
		builds: []report.Build{{Name: "default", Label: bad}, {Name: "b2", Label: hostileNames[1], Flags: bad}},
		rounds: 2,
		cost:   func(arm, _, _ string) float64 { return 50 + float64(len(arm)) },
	}.make()
	x.Notes, x.Undecided, x.Resolution = []string{bad}, []string{bad}, bad
	x.Warnings = []report.Warning{{Kind: report.WarningKind(bad), Text: bad}, {Kind: report.WarningKind(bad), Text: bad, Settles: true}}
	for i := range x.Rounds {
		x.Rounds[i].Disturbed = bad
	}
	x.Profiles = []report.Profile{{Arm: "base", Build: "default", Samples: 1, Rows: []report.ProfileRow{{Function: bad, File: bad, Line: 1, Flat: 1}}}}
	x.Bodies = []report.Body{{Arm: "base", Build: "default", Function: bad, CalledBy: bad, Inline: bad}}
	x.Decisions = []report.ArmDecisions{{Arm: "base", Build: "default", Functions: []report.FunctionDecisions{{Function: bad, File: bad, Line: 1, Decisions: []results.Decision{{Kind: "escapes", Text: bad, Flow: []string{bad}}}}}}}
	x.Code = []results.Assembly{
		{Arm: "base", Build: "default", Samples: 1, Listings: []results.Listing{{Function: bad, Samples: 1, Source: map[string]string{bad + ":1": bad}, Instructions: []results.Instruction{{File: bad, Line: 1, Text: bad, Samples: 1, Call: bad, Target: bad}}}}},
		{Arm: arms[1].Name, Build: "default", Samples: 1, Listings: []results.Listing{{Function: bad, Samples: 1, Instructions: []results.Instruction{{Text: bad}}}}},
	}
	bads := map[cost.Kind]float64{}
	root := tree(bad, 1)
	for i, name := range hostileNames {
		bads[cost.Kind(name)] = float64(10 + i)
		root.Children = append(root.Children, tree(name, 10))
		root.Value += 10
	}
	for i := range x.Comparisons {
		if c := &x.Comparisons[i]; c.Primary && !c.Control && c.Workload == x.Headline {
			c.Verdict = report.Slower
			c.Cost = costDifference(bads, nil, 100)
			c.Cost.Metric, c.Cost.Why = bad, bad
			c.Unexplained = &c.Cost.Remainder
			c.Findings = []explain.Finding{{
				Rule: bad, Side: c.Arm, Mechanism: bad, Strength: explain.Strength(bad), Place: cost.Place{Function: bad, File: bad, Line: 1},
				NsPerOp: 50, Interval: [2]float64{40, 60}, Agrees: []string{bad + ": " + bad, hostileNames[1]}, Disagrees: []string{bad},
			}}
		}
	}
	x.Flames = []report.Flame{{Arm: "base", Build: "default", Workload: x.Headline, Root: root}, {Arm: arms[1].Name, Build: "default", Workload: x.Headline, Root: root}}
	x.Profiling = []report.ProfilingCost{{Arm: "base", Workload: bad, Build: bad, Metric: bad, Plain: 1, Profiled: 2}}
	x.Attribution = worth()
	x.Attribution.Note, x.Attribution.From, x.Attribution.To = bad, bad, bad
	x.Attribution.Factors[0].Factor, x.Attribution.Factors[1].FromLevel, x.Attribution.Interactions[0].With, x.Attribution.Besides[0].Arm = bad, bad, bad, bad
	x.Evidence = []report.Artefact{
		{Arm: "base", Build: "default", Kind: bad, Path: "javascript:alert(5)", Open: bad, Binary: bad},
		{Arm: "base", Build: "default", Kind: "cpu", Path: `hostile/"><script>alert(6)</script>/cpu.pprof`},
		{Arm: "base", Build: "default", Kind: "cpu", Path: "../../../etc/passwd"},
	}
	x.Claims = []report.Claim{{Text: bad, Asserts: bad, Judgement: report.Judgement(bad), Why: bad}}
	x.Published = []report.Published{{Source: bad, Machine: bad, Figures: []report.PublishedFigure{{Text: bad, Metric: bad, Value: 1}}}}
	x.Failures = []report.Failure{{Failure: bad, Output: bad}}
	x.Commands = []report.Command{{Does: bad, Line: bad}}
	return x
}

// newReport is a report on experiments, as made on a small virtual machine.
func newReport(experiments ...report.Experiment) *report.Report {
	started := time.Date(2026, 11, 30, 9, 12, 0, 0, time.UTC)
	rep := &report.Report{
		Schema: report.Schema, Record: "results/latest",
		Run: results.Run{
			Schema: results.Schema, Command: []string{"assay", "run", "-seed", "20261130"},
			Started: started, Finished: started.Add(7*time.Minute + 31*time.Second), Seed: 20261130, Rounds: 15, Layouts: []int64{0, 4711, 17, 99}, Precision: 0.01,
			Tool: "v0.1.0", Module: "github.com/assay-bench/assay", Revision: "1a2b3c4d",
			Machine: results.Machine{
				OS: "linux", Arch: "amd64", CPU: "AMD EPYC 7R13", Cores: 2, MemoryBytes: 8 << 30, Kernel: "6.1.0-28",
				ClockSource: "kvm-clock", Virtual: "kvm", SMT: "on", Quota: 1.5, Go: "go1.26.8", GOMAXPROCS: 2, LoadBefore: 0.08,
			},
			Spent: results.Spent{Timing: 5 * time.Minute, Evidence: 90 * time.Second, Toolchain: 48 * time.Second, Own: 13 * time.Second},
		},
		Experiments: experiments,
		Problems:    []results.Problem{{File: "burstsize/cells.jsonl", Line: 12, Text: "torn line: the process is lost"}},
	}
	for _, x := range experiments {
		rep.Run.Experiments = append(rep.Run.Experiments, x.Name)
	}
	return rep
}

// ladder is as large as a page gets: 22 arms, 12 workloads, and the machine
// code of every arm.
func ladder() report.Experiment {
	sc := scenario{
		name: "ladder", title: "Every rung on one workload", answer: "The ladder spans 36.9×.",
		baseline: "rung00", builds: oneBuild, rounds: 15,
		cost: func(arm, _, _ string) float64 { return 2000 / float64(1+len(arm)+int(arm[4]-'0')*10+int(arm[5]-'0')) },
	}
	for i := range 22 {
		sc.arms = append(sc.arms, report.Arm{Name: fmt.Sprintf("rung%02d", i), Label: fmt.Sprintf("rung %d, with a label of usual length", i)})
	}
	for _, op := range []string{"counter", "send"} {
		for _, layout := range []int{1, 2} {
			for _, senders := range []int{1, 2, 8} {
				sc.work = append(sc.work, fmt.Sprintf("layout=%d name=Send op=%s senders=%d", layout, op, senders))
			}
		}
	}
	x := sc.make()
	for _, arm := range sc.arms {
		a := machineCode(arm.Name, "github.com/assay-bench/assay/variants/debounce.(*Rung["+arm.Name+"]).Send", "rung.go", 40)
		for _, n := range []int{120, 300, 2500} {
			a.Listings = append(a.Listings, machineCode(arm.Name, fmt.Sprintf("runtime.mallocgc%d", n), "malloc.go", n).Listings...)
		}
		x.Code = append(x.Code, a)
	}
	costs := map[cost.Kind]float64{}
	for i := range 21 {
		costs[cost.Kind(fmt.Sprintf("kind of work, number %d", i))] = 10
	}
	for i := range x.Comparisons {
		if c := &x.Comparisons[i]; c.Primary && !c.Control {
			c.Cost = costDifference(costs, costs, 100)
		}
	}
	for _, arm := range sc.arms[:10] {
		x.Flames = append(x.Flames, report.Flame{Arm: arm.Name, Build: "default", Workload: x.Headline, Root: largeTree()})
	}
	return x
}

// largeTree is as large as a tree gets from which all below 0.2% is gone: 500
// branches of functions that nobody else calls.
func largeTree() *flame.Node {
	root := tree("root", 0)
	for i := range 500 {
		branch := tree(fmt.Sprintf("github.com/assay-bench/assay/variants/debounce.(*Rung).function%d", i), 0.2)
		for depth := range 10 {
			branch = tree(fmt.Sprintf("runtime.function%d", (i*7+depth)%900), 0, branch)
		}
		root.Children = append(root.Children, branch)
		root.Value += branch.Value
	}
	return root
}
