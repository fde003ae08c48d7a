package explain

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

// claim makes a candidate of the arm's side that claims kinds of work.
func claim(p *Pair, rule string, strength Strength, kinds ...cost.Kind) candidate {
	return candidate{
		Finding: Finding{Rule: rule, Side: p.Arm.Name, Strength: strength, Claims: OfKind(kinds...)},
		side:    Side{p, p.Arm, p.Against},
	}
}

// atMost makes a candidate claim no more than so much.
func (c candidate) atMost(ns float64) candidate {
	amount := exactly(ns)
	c.Amount = &amount
	return c
}

// ofLess turns a candidate to the other side.
func (c candidate) ofLess() candidate {
	c.side = Side{c.side.Pair, c.side.Less, c.side.More}
	c.Side = c.side.More.Name
	return c
}

// mixed is a pair that differs by 300 ns: the arm allocates, locks and
// collects more, and copies less.
func mixed() *Pair {
	kind := func(ns int64, k cost.Kind) cost.Entry { return spent(ns, k, "runtime."+string(k), "", line(12)) }
	return newPair(
		newArm("arm", own(100), kind(200, cost.Allocation), kind(120, cost.GC), kind(80, cost.Locks), kind(20, cost.Copying)),
		newArm("against", own(100), kind(120, cost.Copying)))
}

func TestRank(t *testing.T) {
	p := mixed()
	for _, test := range []struct {
		name  string
		found []candidate
		want  string
	}{
		{"the largest first",
			[]candidate{claim(p, "locks", Suspected, cost.Locks), claim(p, "allocation", Suspected, cost.Allocation)},
			"allocation 200, locks 80, rest 20"},
		{"what is claimed twice counts once",
			[]candidate{claim(p, "memory", Suspected, cost.Allocation, cost.GC), claim(p, "gc", Established, cost.GC, cost.Locks)},
			"memory 320, gc 80, rest -100"},
		{"what is left of one is too little",
			[]candidate{claim(p, "memory", Suspected, cost.Allocation, cost.GC), claim(p, "gc", Established, cost.GC)},
			"memory 320, rest -20"},
		{"of two that are near the established one",
			[]candidate{claim(p, "vague", Suspected, cost.Allocation), claim(p, "sure", Established, cost.Allocation)},
			"sure 200, rest 100"},
		{"a bound leaves the rest to others",
			[]candidate{claim(p, "part", Established, cost.Allocation).atMost(185), claim(p, "others", Suspected, cost.Allocation)},
			"part 185, others 15, rest 100"},
		{"a bound above what there is",
			[]candidate{claim(p, "part", Established, cost.Locks).atMost(500)},
			"part 80, rest 220"},
		{"bounds that overlap",
			[]candidate{
				claim(p, "both", Established, cost.Allocation, cost.GC).atMost(240), // three quarters of either
				claim(p, "allocation", Established, cost.Allocation), claim(p, "gc", Established, cost.GC)},
			"both 240, allocation 50, gc 30, rest -20"},
		{"an offset is negative",
			[]candidate{claim(p, "copies", Suspected, cost.Copying).ofLess(), claim(p, "gc", Suspected, cost.GC)},
			"gc 120, copies -100, rest 280"},
		{"nothing there",
			[]candidate{claim(p, "maps", Established, cost.Maps), claim(p, "copies", Established, cost.Copying)},
			"rest 300"},
		{"waiting, of which the record has none",
			[]candidate{candidate{Finding: Finding{Rule: "wait"}, side: Side{p, p.Arm, p.Against}}.atMost(100)},
			"rest 300"},
	} {
		ranked, rest := rank(p, test.found)
		if got := listed(ranked, rest); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestRankWaiting: an arm that takes 1000 ns longer than its processor time
// tells. Findings about waiting share these.
func TestRankWaiting(t *testing.T) {
	p := mixed()
	p.Difference = exactly(1300)
	wait := func(rule string, ns float64) candidate {
		return candidate{Finding: Finding{Rule: rule}, side: Side{p, p.Arm, p.Against}}.atMost(ns)
	}
	for _, test := range []struct {
		name  string
		found []candidate
		want  string
	}{
		{"two that are known", []candidate{wait("locks", 400), wait("channels", 300)}, "locks 400, channels 300, rest 600"},
		{"more than there is", []candidate{wait("locks", 5000), wait("channels", 300)}, "locks 1000, rest 300"},
		{"beside processor time", []candidate{wait("locks", 5000), claim(p, "allocation", Suspected, cost.Allocation)}, "locks 1000, allocation 200, rest 100"},
		{"too little of the difference", []candidate{wait("locks", 100)}, "rest 1300"},
		{"of the side that is faster", []candidate{wait("locks", 400).ofLess()}, "rest 1300"},
	} {
		ranked, rest := rank(p, test.found)
		if got := listed(ranked, rest); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCollectingFollows: collecting garbage comes behind what makes it, unless
// it costs far more.
func TestCollectingFollows(t *testing.T) {
	for _, test := range []struct {
		allocating, collecting int64
		want                   string
	}{
		{60, 50, "allocation 60, gc-pressure 50, rest 0"},
		{60, 90, "allocation 60, gc-pressure 90, rest 0"},
		{40, 200, "gc-pressure 200, allocation 40, rest 0"},
	} {
		arm := newArm("makes", own(100),
			spent(test.allocating, cost.Allocation, "runtime.mallocgc", "runtime.newobject", line(12)),
			spent(test.collecting, cost.GC, "runtime.scanobject", "", cost.Place{}),
		).with(func(a *Arm) { a.Allocs = []cost.Amount{{Site: line(12), Count: 1, Value: 48}} })
		ranked, rest := Explain(newPair(arm, newArm("reuses", own(100))))
		if got := listed(ranked, rest); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// listed writes what findings account for.
func listed(ranked []Finding, rest float64) string {
	text := ""
	for _, f := range ranked {
		text += fmt.Sprintf("%s %.0f, ", f.Rule, f.NsPerOp)
	}
	return text + fmt.Sprintf("rest %.0f", rest)
}

// TestUnsettled: where the timing found no difference, findings that account
// for one are left out.
func TestUnsettled(t *testing.T) {
	p := mixed()
	p.Settled = false
	idle := candidate{Finding: Finding{Rule: "same-code"}, side: Side{p, p.Arm, p.Against}}
	ranked, rest := rank(p, []candidate{claim(p, "allocation", Established, cost.Allocation), idle, idle.ofLess()})
	if got := listed(ranked, rest); got != "same-code 0, rest 0" {
		t.Errorf("got %q", got)
	}
}

// TestEvidence: a finding is established by two kinds of evidence.
func TestEvidence(t *testing.T) {
	for _, test := range []struct {
		agrees, disagrees []string
		want              Strength
	}{
		{[]string{"CPU profile: a", "machine code: b"}, nil, Established},
		{[]string{"CPU profile: a", "CPU profile: b"}, nil, Suspected},
		{[]string{"CPU profile: a", ""}, nil, Suspected},
		{[]string{"CPU profile: a", "machine code: b"}, []string{""}, Established},
		{[]string{"CPU profile: a", "machine code: b"}, []string{"benchmark: c"}, Suspected},
		{nil, nil, Suspected},
	} {
		var e Evidence
		for _, text := range test.agrees {
			e.Agree(text)
		}
		for _, text := range test.disagrees {
			e.Disagree(text)
		}
		var f Finding
		e.Put(&f)
		if f.Strength != test.want || f.Agrees == nil || f.Disagrees == nil {
			t.Errorf("%q against %q: got %+v, want %s", test.agrees, test.disagrees, f, test.want)
		}
	}
}

// TestExplainAll: the two sides of a pair that differ in much, with all rules.
func TestExplainAll(t *testing.T) {
	for _, test := range []struct {
		arm, against *Arm
		first        string
	}{
		{starts(), newArm("plain", own(50)).with(withCalls()), "goroutine"},
		{handsOver(), newArm("plain", own(50)).with(withCalls()), "channel"},
		{meets(), free(15), "lock-wait"},
		{free(30).with(withCalls("sync.(*Mutex).Lock")), newArm("plain", own(100)).with(withCalls()), "lock-cost"},
	} {
		found, _ := Explain(newPair(test.arm, test.against))
		if len(found) == 0 || found[0].Rule != test.first || found[0].Strength != Established {
			t.Errorf("%s against %s: want %s first and established, got\n%s", test.arm.Name, test.against.Name, test.first, told(found))
		}
	}
}

// TestMirror: which arm is compared with which turns the signs, and nothing
// else; and in either direction, findings and rest add up to the difference.
func TestMirror(t *testing.T) {
	kinds := []cost.Kind{
		cost.User, cost.Allocation, cost.GC, cost.Scheduling, cost.Goroutines, cost.Timers, cost.Clock, cost.Locks,
		cost.Channels, cost.Maps, cost.Copying, cost.Strings, cost.Interfaces, cost.Defer, cost.Reflection, cost.Syscalls,
	}
	vias := []string{"", "runtime.newobject", "runtime.chansend1", "runtime.mapassign", "runtime.convT", "time.NewTimer", "sync.(*Mutex).Lock"}
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		arm := func(name string) *Arm {
			list := []cost.Entry{own(100)}
			for range random.IntN(12) {
				e := spent(random.Int64N(300), kinds[random.IntN(len(kinds))], "f", vias[random.IntN(len(vias))], line(11+random.IntN(3)))
				if e.Kind == cost.User {
					e.Via = ""
				}
				list = append(list, e)
			}
			return newArm(name, list...).with(func(a *Arm) {
				a.Mutex = []cost.Amount{{Site: line(14), Via: "sync.(*Mutex).Unlock", Count: 1, Value: float64(random.IntN(400))}}
			})
		}
		p := newPair(arm("a"), arm("b"))
		p.Difference = exactly(p.Difference.Value + float64(random.IntN(600)-300))
		if p.Difference.Value == 0 {
			continue // which is dearer decides the order
		}
		q := *p
		q.Arm, q.Against, q.Difference = p.Against, p.Arm, p.Difference.Negative()

		found, rest := Explain(p)
		mirrored, mirroredRest := Explain(&q)
		total := rest
		for _, f := range found {
			total += f.NsPerOp
		}
		if math.Abs(total-p.Difference.Value) > 1e-6 {
			t.Errorf("seed %d: findings and rest add up to %v, and the difference is %v", seed, total, p.Difference.Value)
		}
		if len(found) != len(mirrored) || math.Abs(rest+mirroredRest) > 1e-6 {
			t.Fatalf("seed %d: %s, and mirrored %s", seed, listed(found, rest), listed(mirrored, mirroredRest))
		}
		for i, f := range found {
			g := mirrored[i]
			if f.Rule != g.Rule || f.Side != g.Side || math.Abs(f.NsPerOp+g.NsPerOp) > 1e-6 ||
				math.Abs(f.Interval[0]+g.Interval[1]) > 1e-6 {
				t.Errorf("seed %d: %s %v %v, and mirrored %s %v %v", seed, f.Rule, f.NsPerOp, f.Interval, g.Rule, g.NsPerOp, g.Interval)
			}
		}
	}
}
