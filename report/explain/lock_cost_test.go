package explain

import (
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

func TestLockCost(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(100)) }
	// counts has an atomic instruction of its own, without a function of
	// sync/atomic around it.
	counts := newArm("counts", own(100), spent(60, cost.User, one, "", line(12))).with(func(a *Arm) {
		a.Listings = []results.Listing{{
			Function: one, File: "lib/list.go", Samples: 160,
			Instructions: []results.Instruction{
				{Address: 1, File: "list.go", Line: 10, Text: "MOVQ AX, BX", Samples: 100},
				{Address: 4, File: "list.go", Line: 12, Text: "LOCK XADDQ BX, 0(AX)", Locked: true},
				{Address: 9, File: "list.go", Line: 12, Text: "INCQ BX", Samples: 60},
				{Address: 12, File: "list.go", Line: 13, Text: "RET"},
			},
		}}
	})
	checkRule(t, lockCost, []ruleTest{
		{
			name: "a lock that is free", more: free(30).with(withCalls("sync.(*Mutex).Lock", "sync.(*Mutex).Unlock")), less: plain().with(withCalls()),
			want: []string{
				"established: Taking and releasing locks costs time although they are free.",
				"at list.go:12",
				"agrees: CPU profile: 30 ns/op of locks and atomic operations against 0 ns/op in plain",
				"agrees: machine code: 2 atomic instructions and calls of locks in the hot code against 0 in plain",
				"agrees: mutex profile: hardly anybody waits, 0 ns/op against 0 ns/op in plain",
			},
		},
		{
			name: "as many locks on both sides", more: free(60).with(withCalls("sync.(*Mutex).Lock")), less: plain().with(withCalls("sync.(*Mutex).Lock")),
			want: []string{"suspected: ", "disagrees: machine code: 1 atomic instruction or call of a lock in the hot code against 1 in plain"},
		},
		{
			name: "an atomic instruction of measured code", more: counts, less: plain().with(withCalls()),
			want: []string{
				"established: Atomic operations cost time although nobody waits.",
				"at list.go:12",
				"agrees: machine code: 1 instruction that takes a cache line for itself",
			},
		},
		{name: "senders meet", more: meets(), less: free(15)},
		{name: "no locks", more: newArm("slow", own(200)), less: plain()},
	})
}
