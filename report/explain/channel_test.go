package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

// handsOver is an arm that hands a value to another goroutine.
func handsOver() *Arm {
	return newArm("hands over", own(50),
		spent(60, cost.Channels, "runtime.chansend", "runtime.chansend1", line(11)),
		spent(20, cost.Channels, "runtime.goready", "runtime.chansend1", line(11)),
		spent(200, cost.Scheduling, "runtime.schedule", "", cost.Place{}),
	).with(withCalls("runtime.chansend1")).with(func(a *Arm) {
		a.Block = []cost.Amount{
			{Site: line(11), Via: "runtime.chansend1", Count: 0.9, Value: 280},
			{Site: line(30), Via: "runtime.chanrecv2", Count: 0.001, Value: 500}, // waits for work
		}
	})
}

func TestChannel(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, channel, []ruleTest{
		{
			name: "hand-over", more: handsOver(), less: plain(),
			want: []string{
				"established: Goroutines hand values to each other through a channel, and each hand-over switches between them.",
				"at list.go:11",
				"agrees: CPU profile: 280 ns/op of channels and switching between goroutines against 0 ns/op in plain, most of it in runtime.schedule",
				"agrees: machine code: CALL runtime.chansend1 at list.go:11",
				"agrees: block profile: 0.900 waits at channels per operation, 280 ns/op, against 0, 0 ns/op, in plain, most of it at list.go:11",
			},
		},
		{
			name: "a buffer that is never full",
			more: newArm("buffer", own(50), spent(60, cost.Channels, "runtime.chansend", "runtime.chansend1", line(11))).with(withCalls("runtime.chansend1")),
			less: plain(),
			want: []string{"established: Values are passed through a channel.", "60 ns/op of channels against"},
		},
		{
			name: "a worker that waits for work", waits: 500,
			more: newArm("worker", own(150)).with(func(a *Arm) {
				a.Block = []cost.Amount{{Site: line(30), Via: "runtime.chanrecv2", Count: 0.001, Value: 500}}
			}),
			less: plain(),
		},
	})
}
