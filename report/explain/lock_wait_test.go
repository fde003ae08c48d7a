package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

// Both tests of locks have one arm in which senders meet at a lock, and one in
// which each has its own.
func meets() *Arm {
	return newArm("shared", own(100),
		spent(80, cost.Locks, "internal/sync.(*Mutex).lockSlow", "sync.(*Mutex).Lock", line(12)),
		spent(70, cost.Scheduling, "runtime.findRunnable", "", cost.Place{}),
	).with(func(a *Arm) {
		a.Mutex = []cost.Amount{{Site: line(14), Via: "sync.(*Mutex).Unlock", Count: 0.2, Value: 240}}
		a.Block = []cost.Amount{{Site: line(12), Via: "sync.(*Mutex).Lock", Count: 0.2, Value: 250}}
	})
}

func free(ns int64) *Arm {
	return newArm("apart", own(100), spent(ns, cost.Locks, "sync.(*Mutex).Lock", "sync.(*Mutex).Lock", line(12))).with(func(a *Arm) {
		a.Mutex = []cost.Amount{}
		a.Block = []cost.Amount{}
	})
}

func TestLockWait(t *testing.T) {
	checkRule(t, lockWait, []ruleTest{
		{
			name: "senders meet", more: meets(), less: free(15),
			want: []string{
				"established: Goroutines wait for each other at a lock, 240 ns per operation against 0 ns in apart.",
				"at list.go:14",
				"agrees: mutex profile: others waited 240 ns/op against 0 ns/op in apart, most of it because of list.go:14",
				"agrees: block profile: waiting for locks 250 ns/op against 0 ns/op in apart, most of it because of list.go:12",
				"agrees: CPU profile: 150 ns/op of locking and waiting against 15 ns/op in apart",
			},
		},
		{
			name: "the CPU profile alone shows slow paths",
			more: newArm("shared", own(100), spent(80, cost.Locks, "internal/sync.(*Mutex).lockSlow", "sync.(*Mutex).Lock", line(12))),
			less: newArm("apart", own(100)),
			want: []string{"suspected: Goroutines wait for each other at a lock.\n", "at list.go:12"},
		},
		{name: "a lock that is free", more: free(30), less: newArm("none", own(100))},
		{
			name: "waiting for a group is no lock",
			more: newArm("group", own(100), spent(60, cost.Locks, "sync.(*WaitGroup).Wait", "sync.(*WaitGroup).Wait", line(12))).with(func(a *Arm) {
				a.Block = []cost.Amount{{Site: line(12), Via: "sync.(*WaitGroup).Wait", Count: 1, Value: 900}}
			}),
			less: newArm("none", own(100)),
		},
	})
}

// TestLockWaitAsleep: an arm whose goroutines sleep at a lock takes longer
// than the processor works.
func TestLockWaitAsleep(t *testing.T) {
	sleeps := newArm("sleeps", own(100)).with(func(a *Arm) {
		a.Mutex = []cost.Amount{{Site: line(14), Via: "sync.(*Mutex).Unlock", Count: 1, Value: 2000}}
	})
	p := newPair(sleeps, newArm("runs", own(100)))
	p.Difference = exactly(900)
	found, rest := Explain(p)
	if len(found) != 1 || found[0].Rule != "lock-wait" || found[0].NsPerOp != 900 || rest != 0 {
		t.Errorf("got %+v and a rest of %v, want lock-wait of all 900 ns", found, rest)
	}
}
