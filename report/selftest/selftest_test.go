package selftest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// TestTrials: Wilson's interval for 0, 5 and 10 of 10, as tables have it.
func TestTrials(t *testing.T) {
	for _, test := range []struct {
		found, of int
		low, high float64
	}{{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}, {10, 10, 0.7225, 1}, {0, 0, 0, 1}} {
		got := trials(test.found, test.of)
		if math.Abs(got.Low-test.low) > 5e-5 || math.Abs(got.High-test.high) > 5e-5 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", test.found, test.of, got.Low, got.High, test.low, test.high)
		}
	}
	if trials(0, 0).rate() != nil {
		t.Error("nothing has a rate")
	}
}

// selfTest makes a record of one quiet experiment and one beside a neighbour.
// Processes take a tenth of a second. What go test measured takes five seconds
// a side, and is slower from one side to the next.
func selfTest(rounds, replicates int) *results.Record {
	random := rand.New(rand.NewPCG(1, 2))
	record := &results.Record{Run: results.Run{SelfTest: true}}
	for _, name := range []string{"steady", "steady" + withNeighbour} {
		x := results.Experiment{Asked: experiments.Experiment{Name: name}}
		process := 0
		for round := 1; round <= rounds; round++ {
			for _, arm := range []string{"control", "0", "same", "1", "2", "5", "10"} {
				process++
				o := results.Observation{Process: process, Round: round, Cell: experiments.Cell{Arm: arm}}
				if arm == experiments.ControlArm {
					o.Control, o.Cell.Arm = true, baseline
				}
				o.Values = map[string]float64{metric: 1000 * (1 + effect(arm)) * math.Exp(0.01*random.NormFloat64())}
				x.Observations = append(x.Observations, o)
				x.Processes = append(x.Processes, results.Process{Process: process, Wall: 100 * time.Millisecond})
			}
		}
		for replicate := 1; replicate <= replicates; replicate++ {
			for i, arm := range []string{"0", "same", "1", "2", "5", "10"} {
				for range 10 {
					x.Peers = append(x.Peers, results.Peer{
						Replicate: replicate, Seconds: 5, Cell: experiments.Cell{Arm: arm},
						Values: map[string]float64{metric: 1000 * (1 + 0.05*float64(i) + 0.001*random.Float64())},
					})
				}
			}
		}
		record.Experiments = append(record.Experiments, x)
	}
	return record
}

func TestNew(t *testing.T) {
	r, ok := New(selfTest(199, 3))
	if !ok {
		t.Fatal("it is not taken for a self-test")
	}
	// 199 rounds of 0.3 s a pair are five windows of 34 rounds and ten
	// seconds, in each of two experiments.
	f := r.FalseVerdicts
	if f.Seconds != 10 || f.QuietTrials.Of != 5 || f.NeighbourTrials.Of != 5 || *f.Quiet > 0.2 {
		t.Errorf("false verdicts: %+v", f)
	}
	power := map[string]Power{}
	for _, p := range r.Power {
		power[fmt.Sprintf("%v %v %v", p.Effect, p.Seconds, p.Neighbour)] = p
	}
	if p := power["0.1 10 false"]; p.Arm != "steady" || p.Of != 5 || p.Found != 5 || p.Rate != 1 || p.Wrong != 0 {
		t.Errorf("ten percent in ten seconds: %+v", p)
	}
	if p := power["0.05 30 true"]; p.Of != 1 || p.Found != 1 {
		t.Errorf("five percent in half a minute: %+v", p)
	}
	if p, ok := power["0.05 60 true"]; ok {
		t.Errorf("there are no windows of a minute in a record of a minute less some rounds: %+v", p)
	}
	if r.CoverageTrials.Of != 2*5*5 || *r.Coverage < 0.8 {
		t.Errorf("coverage: %+v", r.CoverageTrials)
	}
	if len(r.Verified) != 10 || math.Abs(r.Verified[4].Ratio-1.1) > 0.01 || r.Verified[4].Effect != 0.1 || r.Verified[4].Rounds != 199 {
		t.Errorf("verified: %+v", r.Verified)
	}

	g := r.Peer
	if *g.FalseVerdicts.Quiet != 1 || g.FalseVerdicts.QuietTrials.Of != 3 {
		t.Errorf("a side that is slower for being the second is called the same: %+v", g.FalseVerdicts)
	}
	if g.Coverage != nil || len(g.Power) != 8 || g.Power[0].Found != 3 || g.Power[0].Seconds != 10 {
		t.Errorf("the peer: %+v", g)
	}
}

// TestNewOfLittle: a record that has next to nothing, and one of another kind.
func TestNewOfLittle(t *testing.T) {
	if _, ok := New(&results.Record{}); ok {
		t.Error("any record is taken for a self-test")
	}
	r, ok := New(selfTest(1, 0))
	if !ok || r.FalseVerdicts.Quiet != nil || r.Coverage != nil || len(r.Power) != 0 {
		t.Errorf("one round came to %+v", r)
	}
	var out bytes.Buffer
	if err := WriteJSON(&out, r); err != nil {
		t.Fatal(err)
	}
	var shape struct {
		FalseVerdicts map[string]any
		Power         []any
		Peer          map[string]any
	}
	if err := json.Unmarshal(out.Bytes(), &shape); err != nil || shape.Power == nil || shape.FalseVerdicts["quiet"] != nil || shape.Peer["power"] == nil {
		t.Errorf("the JSON of little is %s (%v)", out.String(), err)
	}
}

// TestReplaced: the attempt that is not run again counts, and all cost.
func TestReplaced(t *testing.T) {
	x := results.Experiment{}
	add := func(process int, value float64, again bool) {
		x.Observations = append(x.Observations, results.Observation{
			Process: process, Round: 1, Again: again, Cell: experiments.Cell{Arm: "5"}, Values: map[string]float64{metric: value}})
		x.Processes = append(x.Processes, results.Process{Process: process, Wall: time.Second})
	}
	add(1, 9, true)
	add(2, 5, false)
	s := read(&x)
	if s.values["5"][1] != 5 || s.seconds["5"][1] != 2 {
		t.Errorf("value %v, seconds %v", s.values["5"][1], s.seconds["5"][1])
	}
}

func TestWrite(t *testing.T) {
	r, _ := New(selfTest(199, 3))
	var text, markdown, html bytes.Buffer
	if err := WriteText(&text, r); err != nil {
		t.Fatal(err)
	}
	if err := WriteMarkdown(&markdown, r); err != nil {
		t.Fatal(err)
	}
	if err := WritePage(&html, r, results.Run{Command: []string{"assay", "selftest", "-seed=<1>"}}); err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string]string{"text": text.String(), "markdown": markdown.String(), "page": html.String()} {
		for _, want := range []string{"the same code called different, 10 s a pair, machine left alone", "steady, 10% more work, found in 10 s a pair", "5 of 5 (100%, 57%–100%)", "steady: a true "} {
			if !strings.Contains(out, want) {
				t.Errorf("the %s lacks %q:\n%s", name, want, out)
			}
		}
	}
	if strings.Contains(html.String(), "<1>") {
		t.Error("the page does not escape the command")
	}
}
