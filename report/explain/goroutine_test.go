package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

// starts is an arm that starts a goroutine in each operation.
func starts() *Arm {
	return newArm("starts", own(50),
		spent(90, cost.Goroutines, "runtime.newproc1", "runtime.newproc", line(11)),
		spent(160, cost.Scheduling, "runtime.findRunnable", "", cost.Place{}),
		spent(30, cost.Locks, "runtime.gopark", "sync.(*WaitGroup).Wait", line(13)),
	).with(withCalls("runtime.newproc")).with(func(a *Arm) {
		a.Block = []cost.Amount{{Site: line(13), Via: "sync.(*WaitGroup).Wait", Count: 1, Value: 300}}
	})
}

func TestGoroutine(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, goroutine, []ruleTest{
		{
			name: "one for each operation", more: starts(), less: plain(),
			want: []string{
				"established: Each operation starts goroutines",
				"at list.go:11",
				"agrees: CPU profile: 280 ns/op of starting, switching and ending goroutines against 0 ns/op in plain",
				"agrees: machine code: CALL runtime.newproc at list.go:11, once in the hot code against none in plain",
				"agrees: block profile: 1 waits for a group of goroutines per operation",
			},
		},
		{
			name: "a stack that grows",
			more: newArm("deep", own(50), spent(90, cost.Goroutines, "runtime.copystack", "runtime.morestack", line(11))), less: plain(),
		},
		{
			name: "goroutines that only switch",
			more: newArm("hands over", own(50),
				spent(60, cost.Channels, "runtime.chansend", "runtime.chansend1", line(12)),
				spent(200, cost.Scheduling, "runtime.schedule", "", cost.Place{})),
			less: plain(),
		},
	})
}
