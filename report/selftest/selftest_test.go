package selftest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// armNames are the arms of a self-test, the baseline first.
var armNames = []string{"0", "same", "1", "2", "5", "10"}

// asked is an experiment of a self-test.
func asked(name string) experiments.Experiment {
	x := experiments.Experiment{Name: name, Baseline: "0"}
	for _, arm := range armNames {
		x.Arms = append(x.Arms, experiments.Arm{Name: arm})
	}
	return x
}

// measure adds a process and what it measured.
func measure(x *results.Experiment, round int, arm string, value float64, took time.Duration, again bool) {
	p := results.Process{
		Process: len(x.Processes) + 1, Pass: results.PassTiming, Round: round,
		Cell: experiments.Cell{Arm: arm}, Wall: took, Again: again,
	}
	if again {
		p.Disturbed = "other work"
	}
	if arm == experiments.ControlArm {
		p.Cell.Arm, p.Control = x.Asked.Baseline, true
	}
	x.Processes = append(x.Processes, p)
	x.Observations = append(x.Observations, results.Observation{
		Process: p.Process, Round: round, Cell: p.Cell, Control: p.Control, Again: again,
		Values: map[string]float64{metric: value},
	})
}

// selfTest makes a record of a quiet experiment and one beside a neighbour.
// Processes take a tenth of a second and scatter by one percent. What go test
// measured takes five seconds a side, and is slower from one side to the next.
func selfTest(rounds, runs int) *results.Record {
	random := rand.New(rand.NewPCG(1, 2))
	record := &results.Record{Run: results.Run{SelfTest: true}}
	for _, name := range []string{"steady", "steady" + withNeighbour} {
		x := results.Experiment{Asked: asked(name)}
		for round := 1; round <= rounds; round++ {
			for _, arm := range append([]string{experiments.ControlArm}, armNames...) {
				measure(&x, round, arm, 1000*(1+effect(arm))*math.Exp(0.01*random.NormFloat64()), 100*time.Millisecond, false)
			}
		}
		for run := 1; run <= runs; run++ {
			for i, arm := range armNames {
				for range 10 {
					x.Peers = append(x.Peers, results.Peer{
						Replicate: run, Seconds: 5.2, Cell: experiments.Cell{Arm: arm},
						Values: map[string]float64{metric: 1000 * (1 + 0.05*float64(i) + 0.001*random.Float64())},
					})
				}
			}
		}
		record.Experiments = append(record.Experiments, x)
	}
	steady := &record.Experiments[0]
	for _, arm := range armNames {
		steady.Peers = append(steady.Peers, results.Peer{
			Cell: experiments.Cell{Arm: arm}, Values: map[string]float64{"instructions/op": 13000 * (1 + effect(arm))},
		})
	}
	return record
}

// byName has tallies by effect in percent, seconds and who disturbed.
func byName(list []Tally) map[string]Tally {
	m := map[string]Tally{}
	for _, t := range list {
		name := fmt.Sprintf("%s %v%% %vs", t.Arm, 100*t.Effect, t.Seconds)
		if t.Neighbour {
			name += " neighbour"
		}
		m[name] = t
	}
	return m
}

func TestNew(t *testing.T) {
	r, ok := New(selfTest(399, 3))
	if !ok {
		t.Fatal("it is not taken for a self-test")
	}
	// A round costs a pair 0.3 s, so that 34 rounds make ten seconds and a bit:
	// 399 rounds are eleven windows of that, three of 100 rounds, and one of
	// 200.
	same, power := byName(r.Same), byName(r.Power)
	for _, test := range []struct {
		tallies map[string]Tally
		name    string
		of      int
	}{
		{same, "steady 0% 10s", 11}, {same, "steady 0% 30s", 3}, {same, "steady 0% 60s", 1},
		{same, "steady 0% 10s neighbour", 11}, {power, "steady 1% 10s", 11}, {power, "steady 10% 60s neighbour", 1},
	} {
		got := test.tallies[test.name]
		if got.Of != test.of || got.Slower+got.Faster+got.Equal+got.Undecided != test.of || got.Rate == nil || got.Width == nil {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
	if len(r.Same) != 2*3 || len(r.Power) != 2*3*4 {
		t.Errorf("%d tallies of the same code, %d of others", len(r.Same), len(r.Power))
	}
	// One percent of scatter leaves no doubt of ten.
	if got := power["steady 10% 10s"]; got.Found != 11 || got.Slower != 11 || *got.Rate != 1 {
		t.Errorf("ten percent in ten seconds: %+v", got)
	}
	// More time, narrower intervals.
	if short, long := *same["steady 0% 10s"].Width, *same["steady 0% 60s"].Width; !(long < short && short < 0.02) {
		t.Errorf("intervals of 10 s are ±%v wide, those of 60 s ±%v", short, long)
	}
	f := r.FalseVerdicts
	if f.Seconds != 10 || f.QuietTrials.Of != 11 || f.NeighbourTrials.Of != 11 || *f.Quiet != float64(same["steady 0% 10s"].Found)/11 {
		t.Errorf("false verdicts: %+v", f)
	}
	// Eleven windows are enough to take the whole record for the truth.
	wants := map[Truth]int{SameCode: 2 * 11, WholeRecord: 2 * 4 * 11, Nominal: 2 * 4 * 11}
	for _, c := range r.CoverageBy {
		if c.Of != wants[c.Truth] || *c.Rate < 0.85 {
			t.Errorf("coverage: %+v", c)
		}
	}
	if r.CoverageTrials.Of != 2*5*11 || *r.Coverage < 0.9 {
		t.Errorf("coverage: %v of %+v", *r.Coverage, r.CoverageTrials)
	}
	if len(r.Verified) != 10 {
		t.Fatalf("verified: %+v", r.Verified)
	}
	if v := r.Verified[4]; math.Abs(v.Ratio-1.1) > 0.005 || v.Effect != 0.1 || v.Rounds != 399 || math.Abs(*v.Instructions-1.1) > 1e-9 {
		t.Errorf("verified: %+v", v)
	}
	if v := r.Verified[9]; !v.Neighbour || v.Instructions != nil {
		t.Errorf("verified: %+v", v)
	}
	want := Condition{Arm: "steady", Rounds: 399, Processes: 399 * 7, Replicates: 3}
	if r.Conditions[0] != want {
		t.Errorf("condition %+v, want %+v", r.Conditions[0], want)
	}

	g := r.Peer
	if *g.FalseVerdicts.Quiet != 1 || g.FalseVerdicts.QuietTrials.Of != 3 {
		t.Errorf("a side that is slower for being the second is called the same: %+v", g.FalseVerdicts)
	}
	if p := byName(g.Power)["steady 1% 10s"]; g.Coverage != nil || len(g.Power) != 8 || p.Found != 3 || p.Of != 3 || p.Width != nil {
		t.Errorf("the peer: %+v", g)
	}
}

// TestNewOfLittle: a record that has next to nothing still has its form, and
// one of another kind is refused.
func TestNewOfLittle(t *testing.T) {
	if _, ok := New(&results.Record{}); ok {
		t.Error("any record is taken for a self-test")
	}
	for _, record := range []*results.Record{selfTest(1, 0), selfTest(0, 0), {Run: results.Run{SelfTest: true}}} {
		r, ok := New(record)
		if !ok || r.FalseVerdicts.Quiet != nil || r.Coverage != nil || r.Peer.FalseVerdicts.Neighbour != nil {
			t.Errorf("little came to %+v", r)
		}
		for _, p := range slices.Concat(r.Power, r.Same, r.Peer.Power) {
			if p.Rate != nil || p.Of != 0 || p.Width != nil {
				t.Errorf("little came to %+v", p)
			}
		}
		if n := 4 * 3 * len(record.Experiments); len(r.Power) != n {
			t.Errorf("%d tallies, want %d", len(r.Power), n)
		}
	}
}

// TestTruth: ten windows are enough for the whole record to be the truth, and
// nine are not. The same code needs none.
func TestTruth(t *testing.T) {
	s := read(&selfTest(100, 0).Experiments[0])
	if ratio, of, ok := s.truth("same", 0); ratio != 1 || of != SameCode || !ok {
		t.Errorf("the same code: %v, %v, %v", ratio, of, ok)
	}
	if ratio, of, ok := s.truth("5", 10); math.Abs(ratio-1.05) > 0.01 || of != WholeRecord || !ok {
		t.Errorf("five percent: %v, %v, %v", ratio, of, ok)
	}
	if _, _, ok := s.truth("5", 9); ok {
		t.Error("nine windows are enough")
	}
}

// TestAttempts: the attempt that is not run again counts, and all cost, also
// those that fail.
func TestAttempts(t *testing.T) {
	x := results.Experiment{Asked: asked("steady")}
	measure(&x, 1, "5", 9, time.Second, true)
	measure(&x, 1, "5", 5, time.Second, false)
	measure(&x, 2, "5", 8, time.Second, true) // the run ended before it was run again
	x.Processes = append(x.Processes, results.Process{
		Pass: results.PassTiming, Round: 2, Cell: experiments.Cell{Arm: "5"}, Wall: 3 * time.Second, Failure: "panic",
	}, results.Process{Pass: results.PassCalibrate, Wall: time.Hour})
	s := read(&x)
	if got := s.values["5"]; got[1] != 5 || got[2] != 8 {
		t.Errorf("values %v", got)
	}
	if got := s.took["5"]; got[1] != 2*time.Second || got[2] != 4*time.Second {
		t.Errorf("they took %v", got)
	}
	if c := s.condition(&x, 0); c.Rounds != 2 || c.Processes != 4 || c.Disturbed != 2 || c.Again != 2 {
		t.Errorf("condition %+v", c)
	}
}

// TestWindows: a window ends with the round in which its time is over, rounds
// that lack a side cost and do not count, and what is left over is no window.
func TestWindows(t *testing.T) {
	x := results.Experiment{Asked: asked("steady")}
	for round := 1; round <= 8; round++ {
		measure(&x, round, "0", 10, time.Second, false)
		measure(&x, round, experiments.ControlArm, 11, time.Second, false)
		if round != 2 {
			measure(&x, round, "5", float64(round), time.Second, false)
		}
		measure(&x, round, "10", 1, time.Hour, false) // of another pair
	}
	windows := read(&x).windows("5", 9)
	if len(windows) != 2 {
		t.Fatalf("%d windows of %+v", len(windows), windows)
	}
	// 3 + 2 + 3 + 3 seconds, and then three rounds of three.
	for i, want := range []struct {
		pairs   []stats.Pair
		control int
	}{
		{[]stats.Pair{{Arm: 1, Against: 10}, {Arm: 3, Against: 10}, {Arm: 4, Against: 10}}, 4},
		{[]stats.Pair{{Arm: 5, Against: 10}, {Arm: 6, Against: 10}, {Arm: 7, Against: 10}}, 3},
	} {
		if got := windows[i]; !slices.Equal(got.pairs, want.pairs) || len(got.control) != want.control {
			t.Errorf("window %d is %+v, want %+v", i, got, want)
		}
	}
}

// TestJudge: a window is judged as a report judges a comparison of one arm.
func TestJudge(t *testing.T) {
	times := func(ratios ...float64) []stats.Pair {
		var pairs []stats.Pair
		for i := range 20 {
			pairs = append(pairs, stats.Pair{Arm: 100 * ratios[i%len(ratios)], Against: 100})
		}
		return pairs
	}
	for _, test := range []struct {
		name           string
		pairs, control []stats.Pair
		want           stats.Outcome
		interval       bool
		failed         bool
	}{
		{"slower", times(1.05, 1.06), times(1.01, 0.99), stats.Higher, true, false},
		{"faster", times(0.95, 0.94), times(1.01, 0.99), stats.Lower, true, false},
		{"the same", times(1.004, 0.996), times(1.01, 0.99), stats.Same, true, false},
		{"open", times(1.1, 0.9), times(1.01, 0.99), stats.Undecided, true, false},
		{"within the floor", times(1.05, 1.06), times(1.1, 0.9), stats.Undecided, true, false},
		{"the control failed", times(1.5, 1.6), times(1.05, 1.06), stats.Undecided, true, true},
		{"no control", times(1.05, 1.06), nil, stats.Higher, true, false},
		{"too few", times(1.05)[:5], times(1), stats.Undecided, false, false},
		{"nothing", nil, nil, stats.Undecided, false, false},
	} {
		j := window{test.pairs, test.control}.judge()
		if j.outcome != test.want || j.interval != test.interval || j.controlFailed != test.failed {
			t.Errorf("%s: %+v", test.name, j)
		}
	}
}

// TestJudgePeer: of ten values against ten, the two-sided Mann-Whitney test at
// 5% rejects up to a U of 23, as tables of critical values have it.
func TestJudgePeer(t *testing.T) {
	// The ranks of one side among twenty; the other side has the rest.
	ranks := func(of ...int) replicate {
		r := replicate{}
		for rank := 1; rank <= 20; rank++ {
			arm := "0"
			if slices.Contains(of, rank) {
				arm = "5"
			}
			r[arm] = append(r[arm], float64(rank))
		}
		return r
	}
	u23, u24 := ranks(1, 2, 3, 4, 5, 6, 7, 11, 19, 20), ranks(1, 2, 3, 4, 5, 6, 7, 12, 19, 20)
	check := func(r replicate, arm, against string, want stats.Outcome) {
		t.Helper()
		if got, ok := r.judge(arm, against); !ok || got != want {
			t.Errorf("%v: got %v, want %v", r, got, want)
		}
	}
	check(u23, "5", "0", stats.Lower)
	check(u23, "0", "5", stats.Higher)
	check(u24, "5", "0", stats.Undecided)
	check(replicate{"5": {1, 1, 1, 1}, "0": {1, 1, 1, 1}}, "5", "0", stats.Undecided)
	if _, ok := u23.judge("10", "0"); ok {
		t.Error("an arm that did not run is judged")
	}
}

// TestReplicates: samples belong together by their number, and what is no
// sample is left out.
func TestReplicates(t *testing.T) {
	var peers []results.Peer
	add := func(number int, arm, unit string, value float64) {
		peers = append(peers, results.Peer{Replicate: number, Cell: experiments.Cell{Arm: arm}, Values: map[string]float64{unit: value}})
	}
	add(0, "0", "instructions/op", 7)
	add(1, "0", metric, 1)
	add(1, "0", metric, 2)
	add(1, "5", metric, 3)
	add(3, "0", metric, 4)
	got := fmt.Sprint(replicates(peers))
	if want := "[map[0:[1 2] 5:[3]] map[0:[4]]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPairSeconds(t *testing.T) {
	for side, want := range map[float64]float64{0: 10, 5.2: 10, 4.8: 10, 1.63: 3.3, 0.123: 0.25, 0.02: 0.04} {
		record := &results.Record{Experiments: []results.Experiment{{Peers: []results.Peer{{Seconds: side}, {Seconds: 0}}}}}
		if got := pairSeconds(record); got != want {
			t.Errorf("sides of %v s make pairs of %v s, want %v", side, got, want)
		}
	}
}

// TestTrials: the intervals that R. G. Newcombe, "Two-sided confidence
// intervals for the single proportion", Statistics in Medicine 17 (1998), has
// for Wilson's method, and three of ten.
func TestTrials(t *testing.T) {
	for _, test := range []struct {
		found, of int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
		{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1}, {0, 0, 0, 1},
	} {
		got := trials(test.found, test.of)
		if math.Abs(got.Low-test.low) > 5e-5 || math.Abs(got.High-test.high) > 5e-5 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", test.found, test.of, got.Low, got.High, test.low, test.high)
		}
	}
	if trials(0, 0).rate() != nil {
		t.Error("nothing has a rate")
	}
}

func TestEffect(t *testing.T) {
	for arm, want := range map[string]float64{"0": 0, "same": 0, "1": 0.01, "10": 0.1} {
		if got := effect(arm); got != want {
			t.Errorf("arm %s does %s more, want %s", arm, strconv.FormatFloat(got, 'g', -1, 64), strconv.FormatFloat(want, 'g', -1, 64))
		}
	}
}
