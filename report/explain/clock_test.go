package explain

import (
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

func TestClock(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	reads := func(via string) *Arm {
		return newArm("reads", own(50), spent(40, cost.Clock, "runtime.nanotime1", via, line(11))).with(withCalls(via))
	}
	checkRule(t, clock, []ruleTest{
		{
			name: "both clocks", more: reads("time.Now"), less: plain(),
			want: []string{
				"established: Each operation reads the clock with time.Now, which reads two",
				"at list.go:11",
				"agrees: CPU profile: 40 ns/op of reading the clock against 0 ns/op in plain, most of it in runtime.nanotime1",
				"agrees: machine code: CALL time.Now at list.go:11, once in the hot code against none in plain",
			},
		},
		{
			name: "one clock", more: reads("time.Since"), less: plain(),
			want: []string{"established: Each operation reads the clock.\n"},
		},
		{
			name: "as many calls, but in a loop",
			more: reads("time.Now").with(func(a *Arm) {
				l := &a.Listings[0]
				l.Instructions = append(l.Instructions,
					results.Instruction{Address: 0x1020, File: "list.go", Line: 12, Text: "JNE 0x1000", Branch: true},
					results.Instruction{Address: 0x1022, File: "list.go", Line: 13, Text: "RET"})
			}),
			less: plain().with(func(a *Arm) { a.Listings = reads("time.Now").Listings }),
			want: []string{"established: ", "machine code: CALL time.Now at list.go:11, once in loops of the hot code against none in plain"},
		},
		{
			name: "the scheduler looks at it",
			more: newArm("switches", own(50), spent(40, cost.Clock, "runtime.nanotime1", "", cost.Place{})), less: plain(),
		},
		{
			name: "a timer looks at it",
			more: newArm("timer", own(50), spent(40, cost.Timers, "runtime.nanotime1", "time.NewTimer", line(11))), less: plain(),
		},
	})
}
