package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestTimer(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, timer, []ruleTest{
		{
			name: "one for each operation",
			more: newArm("timer", own(50),
				spent(70, cost.Timers, "runtime.(*timer).modify", "time.AfterFunc", line(12)),
				spent(40, cost.Timers, "runtime.mallocgc", "time.AfterFunc", line(12)),
				spent(30, cost.Timers, "runtime.nanotime1", "time.AfterFunc", line(12)),
			).with(withCalls("time.AfterFunc")),
			less: plain(),
			want: []string{
				"established: Each operation makes, sets or stops a timer.",
				"at list.go:12",
				"agrees: CPU profile: 140 ns/op of timers against 0 ns/op in plain",
				"agrees: machine code: CALL time.AfterFunc at list.go:11",
			},
		},
		{
			name: "it sleeps", waits: 1000,
			more: newArm("sleeps", own(50)).with(func(a *Arm) {
				a.Wall = profile(own(50), spent(1000, cost.Timers, "runtime.gopark", "time.Sleep", line(12)))
			}),
			less: newArm("plain", own(50)).with(func(a *Arm) { a.Wall = profile(own(50)) }),
			want: []string{"suspected: Each operation sleeps", "at list.go:12", "agrees: wall-clock profile: 1 µs/op of timers against 0 ns/op in plain"},
		},
		{
			name: "the scheduler looks for timers",
			more: newArm("switches", own(50), spent(30, cost.Timers, "runtime.(*timers).check", "", cost.Place{})),
			less: plain(),
		},
		{
			name: "the same timer on both sides",
			more: newArm("a", own(150), spent(70, cost.Timers, "runtime.(*timer).modify", "time.(*Timer).Reset", line(12))),
			less: newArm("b", own(50), spent(70, cost.Timers, "runtime.(*timer).modify", "time.(*Timer).Reset", line(12))),
		},
	})
}
