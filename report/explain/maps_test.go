package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestMap(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, maps, []ruleTest{
		{
			name: "growth",
			more: newArm("grows", own(50),
				spent(40, cost.Maps, "internal/runtime/maps.(*table).grow", "runtime.mapassign_fast64", line(11)),
				spent(30, cost.Maps, "runtime.mallocgcLarge", "runtime.mapassign_fast64", line(11)),
				spent(30, cost.Maps, "runtime.mapassign_fast64", "runtime.mapassign_fast64", line(11)),
			).with(withCalls("runtime.mapassign_fast64")).with(func(a *Arm) {
				a.Allocs = []cost.Amount{{Site: line(11), Count: 0.02, Value: 90}}
			}),
			less: plain().with(func(a *Arm) { a.Allocs = []cost.Amount{} }),
			want: []string{
				"established: A map grows while it is filled",
				"at list.go:11",
				"agrees: CPU profile: 100 ns/op of maps against 0 ns/op in plain",
				"agrees: machine code: CALL runtime.mapassign_fast64 at list.go:11",
				"agrees: allocation profile: 0.0200 objects of 90 B together per operation against none in plain",
			},
		},
		{
			name: "hashing",
			more: newArm("strings", own(50),
				spent(50, cost.Maps, "aeshashbody", "runtime.mapaccess2_faststr", line(11)),
				spent(30, cost.Maps, "runtime.mapaccess2_faststr", "runtime.mapaccess2_faststr", line(11))),
			less: newArm("numbers", own(50), spent(20, cost.Maps, "runtime.mapaccess2_fast64", "runtime.mapaccess2_fast64", line(11))),
			want: []string{"suspected: Keys are hashed to find them in a map."},
		},
		{
			name: "hashing without a map",
			more: newArm("checksum", own(50), spent(50, cost.Hashing, "runtime.memhash64", "hash/maphash.Comparable", line(11))),
			less: plain(),
		},
	})
}
