package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestMoreWork(t *testing.T) {
	hash := cost.Place{Function: "example.com/m/lib.hash", File: "/home/me/m/lib/hash.go", Line: 5}
	hashing := func(ns int64) cost.Entry { return spent(ns, cost.User, hash.Function, "", hash) }
	table := func(ns int64) cost.Entry {
		return spent(ns, cost.Library, "hash/crc32.simplePopulateTable", "hash/crc32.MakeTable", line(12))
	}
	allocated := func(count float64) func(*Arm) {
		return func(a *Arm) { a.Allocs = []cost.Amount{{Site: hash, Count: count, Value: 16 * count}} }
	}
	checkRule(t, moreWork, []ruleTest{
		{
			name: "three times as often", more: newArm("often", own(100), hashing(3000)), less: newArm("once", own(100), hashing(1000)),
			want: []string{
				"suspected: often does 3 times the work in lib.hash that once does.", "at hash.go:5",
				"agrees: CPU profile: 3 µs/op in lib.hash against 1 µs/op in once",
			},
		},
		{
			name: "and three times the objects", more: newArm("often", own(100), hashing(3000)).with(allocated(3)),
			less: newArm("once", own(100), hashing(1000)).with(allocated(1)),
			want: []string{"established: ", "agrees: allocation profile: it allocates 3 objects per operation against 1 in once"},
		},
		{
			name: "and no more objects", more: newArm("often", own(100), hashing(3000)).with(allocated(1)),
			less: newArm("once", own(100), hashing(1000)).with(allocated(1)),
			want: []string{"suspected: "},
		},
		{
			name: "what the other does once and for all", more: newArm("each", own(500), table(2000)).with(withCalls("hash/crc32.MakeTable")),
			less: newArm("once", own(500)).with(withCalls()),
			want: []string{
				"established: each calls crc32.MakeTable, and once does not.",
				"agrees: machine code: 1 call of crc32.MakeTable, the first at list.go:11; none in once",
			},
		},
		{
			name: "the other does it in another way", more: newArm("table", own(500), table(2000)).with(withCalls("hash/crc32.MakeTable")),
			less: newArm("loop", own(1500)).with(withCalls()),
		},
		{
			name: "a little more", more: newArm("a", own(100), hashing(1300)), less: newArm("b", own(100), hashing(1000)),
		},
		{
			name: "as much of it, and more of something else",
			more: newArm("a", own(100), hashing(1000), spent(2000, cost.Syscalls, "syscall.write", "syscall.write", line(11))),
			less: newArm("b", own(100), hashing(1000)),
		},
		{
			name: "what the runtime does for it is more",
			more: newArm("a", own(100), hashing(300), spent(2000, cost.Allocation, "runtime.mallocgc", "runtime.newobject", hash)),
			less: newArm("b", own(100), hashing(100)),
		},
	})
}

// TestMoreWorkElsewhere: where the same code has its samples in other blocks,
// the data makes it slow, and not how often it runs.
func TestMoreWorkElsewhere(t *testing.T) {
	p := recorded(t, "more-often")
	for i := range p.Arm.Listings {
		l := &p.Arm.Listings[i]
		for n := range l.Instructions {
			l.Instructions[n].Samples = 0
		}
		l.Instructions[0].Samples = l.Samples
	}
	if text := told(findMoreWork(Side{p, p.Arm, p.Against})); text != "" {
		t.Errorf("found %s", text)
	}
}
