package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestGCPressure(t *testing.T) {
	marks := func(ns int64) cost.Entry {
		return spent(ns, cost.GC, "runtime.scanobject", "", cost.Place{})
	}
	assists := spent(5, cost.GC, "runtime.gcAssistAlloc", "runtime.makeslice", line(12))
	bytes := func(n float64) func(*Arm) {
		return func(a *Arm) { a.Allocs = []cost.Amount{{Site: line(12), Count: 1, Value: n}} }
	}
	prints := func(n float64) func(*Arm) {
		return func(a *Arm) { a.Values["B/op"] = n }
	}
	checkRule(t, gcPressure, []ruleTest{
		{
			name: "more is allocated",
			more: newArm("large", own(100), marks(60), assists).with(bytes(4096)),
			less: newArm("small", own(100), marks(10)).with(bytes(64)),
			want: []string{
				"established: The garbage collector works more, since each operation allocates 1 object of 4 KiB against 1 object of 64 B in small.",
				"at list.go:12",
				"agrees: CPU profile: 65 ns/op of collecting garbage against 10 ns/op in small, most of it in runtime.scanobject",
			},
		},
		{
			name: "as much is allocated",
			more: newArm("pointers", own(100), marks(60)).with(bytes(64)),
			less: newArm("numbers", own(100), marks(5)).with(bytes(64)),
			want: []string{"suspected: ", "no more is allocated: it has more to mark"},
		},
		{
			name: "more is allocated, but before the loop",
			more: newArm("pointers", own(100), marks(60)).with(bytes(4096)).with(prints(64)),
			less: newArm("numbers", own(100), marks(5)).with(bytes(64)).with(prints(64)),
			want: []string{"suspected: ", "no more is allocated: it has more to mark"},
		},
		{
			name: "the runtime traces more collections",
			more: newArm("large", own(100), marks(60)).with(prints(4096)).with(func(a *Arm) { a.Values["gc/op"], a.Values["gc-assist-ns/op"] = 0.001, 20 }),
			less: newArm("small", own(100), marks(5)).with(prints(64)).with(func(a *Arm) { a.Values["gc/op"], a.Values["gc-assist-ns/op"] = 0.00002, 0 }),
			want: []string{
				"established: The garbage collector works more, since each operation allocates more.",
				"agrees: benchmark: 4 KiB/op against 64 B/op in small",
				"agrees: gc trace: 0.00100 collections and 20 ns of helping per operation against 0.00002 and 0 ns in small",
			},
		},
		{
			name: "less is allocated",
			more: newArm("a", own(100), marks(60)).with(bytes(64)),
			less: newArm("b", own(100), marks(5)).with(bytes(640)),
			want: []string{"suspected: ", "disagrees: allocation profile"},
		},
		{
			name: "its workers are scheduled",
			more: newArm("makes", own(100), marks(60), spent(20, cost.Scheduling, "runtime.schedule", "", cost.Place{})),
			less: newArm("reuses", own(100)),
			want: []string{"CPU profile: 80 ns/op of collecting garbage against 0 ns/op in reuses"},
		},
		{
			name: "a little that no figure explains", more: newArm("a", own(300), marks(15)), less: newArm("b", own(100)),
		},
		{
			name: "goroutines that switch for no known reason",
			more: newArm("switches", own(100), marks(2), spent(200, cost.Scheduling, "runtime.schedule", "", cost.Place{})),
			less: newArm("runs", own(100)),
		},
		{
			name: "as much collecting",
			more: newArm("a", own(200), marks(60)), less: newArm("b", own(100), marks(60)),
		},
	})
}
