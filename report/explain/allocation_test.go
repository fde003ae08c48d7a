package explain

import (
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

func TestAllocation(t *testing.T) {
	allocates := func(ns int64) cost.Entry {
		return spent(ns, cost.Allocation, "runtime.mallocgcSmallScanNoHeaderSC6", "runtime.newobject", line(12))
	}
	fresh := func() *Arm {
		return newArm("fresh", own(100), allocates(60)).with(func(a *Arm) {
			a.Allocs = []cost.Amount{{Site: line(12), Count: 1, Value: 48}}
			a.Values = map[string]float64{"ns/op": 160, "B/op": 48, "allocs/op": 1}
		})
	}
	reuse := func() *Arm {
		return newArm("reuse", own(100)).with(func(a *Arm) {
			a.Allocs = []cost.Amount{}
			a.Values = map[string]float64{"ns/op": 100, "B/op": 0, "allocs/op": 0}
		})
	}
	escapes := decides(results.Decision{
		Kind: results.Escapes, Line: 12, Column: 7, Text: "&node{...}",
		Flow: []string{
			"n ← &{storage for &node{...}}: from &node{...} (spill) at lib/list.go:12:7, from n := &node{...} (assign) at lib/list.go:12:4",
			"{heap} ← n: from l.head = n (assign) at lib/list.go:13:9",
		},
	})
	checkRule(t, allocation, []ruleTest{
		{
			name: "all artefacts agree", more: fresh().with(escapes).with(withCalls("runtime.newobject")), less: reuse().with(withCalls()),
			want: []string{
				"established: Each operation allocates 1 object of 48 B on the heap, against none in reuse: &node{...} escapes, since it is assigned to l.head.",
				"at list.go:12",
				"agrees: CPU profile: 60 ns/op of allocating against 0 ns/op in reuse, most of it in runtime.mallocgcSmallScanNoHeaderSC6",
				"agrees: allocation profile: 1 object of 48 B per operation against none in reuse, most of it at list.go:12",
				"agrees: benchmark: 48 B/op and 1 allocs/op against 0 B/op and 0 allocs/op in reuse",
				"agrees: escape analysis: &node{...} escapes to the heap in lib.(*List).Push at list.go:12: it is assigned to l.head",
				"agrees: machine code: CALL runtime.newobject at list.go:11, once in the hot code against none in reuse",
			},
		},
		{
			name: "the CPU profile alone", more: newArm("fresh", own(100), allocates(60)), less: newArm("reuse", own(100)),
			want: []string{"suspected: Each operation allocates memory on the heap.\n", "at list.go:12"},
		},
		{
			name: "the counts contradict", more: fresh(), less: reuse().with(func(a *Arm) {
				a.Allocs = []cost.Amount{{Site: line(12), Count: 1, Value: 48}}
			}),
			want: []string{"suspected: ", "disagrees: allocation profile: 1 object of 48 B per operation against 1 object of 48 B in reuse"},
		},
		{
			name: "before the loop",
			more: fresh().with(func(a *Arm) { a.Values["B/op"], a.Values["allocs/op"] = 0, 0 }), less: reuse(),
			want: []string{"suspected: Each operation allocates memory on the heap.\n", "disagrees: benchmark: 0 B/op and 0 allocs/op against 0 B/op"},
		},
		{
			name: "an integer in an interface",
			more: newArm("boxes", own(50), spent(40, cost.Interfaces, "runtime.mallocgcTinySize8", "runtime.convT64", line(12))).with(func(a *Arm) {
				a.Allocs = []cost.Amount{{Site: line(12), Count: 1, Value: 8}}
				a.Values = map[string]float64{"B/op": 8}
			}),
			less: reuse(),
			want: []string{"established: Each operation allocates 1 object of 8 B on the heap, against none in reuse"},
		},
		{
			name: "a little that is far below the difference", more: newArm("a", own(1000), allocates(9)), less: newArm("b", own(100)),
		},
		{
			name: "as much on both sides", more: newArm("a", own(200), allocates(60)), less: newArm("b", own(100), allocates(60)),
		},
		{
			name: "a map that allocates is no finding of its own",
			more: newArm("a", own(100), spent(60, cost.Maps, "runtime.mallocgc", "runtime.mapassign_fast64", line(12))),
			less: newArm("b", own(100)),
		},
	})
}

// TestEscapeAt: a line that appends what it makes has two values that escape.
func TestEscapeAt(t *testing.T) {
	both := decides(
		results.Decision{Kind: results.Escapes, Line: 12, Column: 3, Text: "append(l.items, &node{...})"},
		results.Decision{Kind: results.Escapes, Line: 12, Column: 19, Text: "&node{...}"},
		results.Decision{Kind: results.MovedToHeap, Line: 13, Column: 2, Text: "other"},
	)
	for via, want := range map[string]string{
		"runtime.newobject": "&node{...}",
		"runtime.growslice": "append(l.items, &node{...})",
	} {
		arm := newArm("a", spent(60, cost.Allocation, "runtime.mallocgc", via, line(12))).with(both)
		if x := arm.escapeAt(line(12)); x == nil || x.decision.Text != want {
			t.Errorf("%s: got %+v, want %s", via, x, want)
		}
		if x := arm.escapeAt(line(20)); x != nil {
			t.Errorf("%s: far away there is %s", via, x.decision.Text)
		}
	}
}

func TestEscapeWhy(t *testing.T) {
	for flow, want := range map[string]string{
		"~r0 ← &{storage for &pair{...}}: from &pair{...} (spill) at a.go:64:31, from return &pair{...} (return) at a.go:64:24":                          "is returned",
		"{heap} ← &v: from &v (address-of) at a.go:39:11, from (*sync.Mutex).Lock(&v) (call parameter) at a.go:39:9":                                     "is passed to (*sync.Mutex).Lock",
		"{heap} ← &{storage for ... argument}: from x (interface-converted) at a.go:3:1, from fmt.Println(... argument...) (call parameter) at a.go:3:1": "is converted to an interface and is passed to fmt.Println",
		"{heap} ← &{storage for make([]byte, 1 << 20)}: from make([]byte, 1 << 20) (too large for stack) at a.go:3:1":                                    "is too large for the stack",
		"{heap} ← &{storage for func literal}: from func literal (spill) at a.go:3:1":                                                                    "",
		"no flow at all": "",
	} {
		x := escape{decision: &results.Decision{Flow: []string{flow}}}
		if got := x.why(); got != want {
			t.Errorf("%s\n\tgot  %q\n\twant %q", flow, got, want)
		}
	}
}
