package explain

import (
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

func TestDefer(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	// code is a function whose eleventh line has so many samples.
	code := func(samples int64) func(*Arm) {
		return func(a *Arm) {
			a.Listings = []results.Listing{{
				Function: one, File: "lib/list.go", Samples: 50 + samples,
				Instructions: []results.Instruction{
					{Address: 1, File: "list.go", Line: 10, Text: "MOVQ AX, BX", Samples: 50},
					{Address: 4, File: "list.go", Line: 11, Text: "MOVB $1, 0x1f(SP)", Samples: samples},
					{Address: 9, File: "list.go", Line: 12, Text: "RET"},
				},
			}}
		}
	}
	how := func(text string) func(*Arm) {
		return decides(results.Decision{Kind: results.Defer, Line: 11, Column: 2, Text: text})
	}
	checkRule(t, deferred, []ruleTest{
		{
			name: "in a loop",
			more: newArm("defers", own(50), spent(40, cost.Defer, "runtime.deferproc", "runtime.deferproc", line(11))).
				with(withCalls("runtime.deferproc")).with(how("heap-allocated")),
			less: plain(),
			want: []string{
				"established: Calls are deferred",
				"at list.go:11",
				"agrees: compiler: heap-allocated defer in lib.(*List).Push at list.go:11",
				"agrees: machine code: CALL runtime.deferproc at list.go:11",
			},
		},
		{
			name: "open-coded",
			more: newArm("defers", own(50), spent(20, cost.User, one, "", line(11))).with(code(20)).with(how("open-coded")),
			less: plain(),
			want: []string{"established: Calls are deferred", "at list.go:11", "compiler: open-coded defer", "CPU profile: 20 ns/op beyond"},
		},
		{
			name: "a defer statement that costs nothing",
			more: newArm("defers", own(150)).with(code(0)).with(how("open-coded")),
			less: plain(),
		},
		{
			name: "panics",
			more: newArm("panics", own(50), spent(400, cost.Defer, "runtime.(*_panic).nextFrame", "runtime.gopanic", line(11))),
			less: plain(),
			want: []string{"suspected: Each operation panics"},
		},
		{
			name: "the deferred function is what costs",
			more: newArm("defers", own(50), spent(40, cost.Locks, "sync.(*Mutex).Unlock", "sync.(*Mutex).Unlock", line(11))).with(how("open-coded")),
			less: plain(),
		},
	})
}
