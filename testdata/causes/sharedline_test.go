package causes

import (
	"sync/atomic"
	"testing"
)

// Two counters, a goroutine each, so far apart that no cache line has both.
type apart struct {
	left  atomic.Int64
	_     [120]byte
	right atomic.Int64
}

func sharedLineWithout(b *testing.B) {
	c := new(apart)
	var goroutine atomic.Int32
	b.RunParallel(func(pb *testing.PB) {
		mine := &c.left
		if goroutine.Add(1)%2 == 0 {
			mine = &c.right
		}
		for pb.Next() {
			countTo(mine, 16)
		}
	})
}

// Two counters side by side.
type adjacent struct{ left, right atomic.Int64 }

func sharedLineWith(b *testing.B) {
	c := new(adjacent)
	var goroutine atomic.Int32
	b.RunParallel(func(pb *testing.PB) {
		mine := &c.left
		if goroutine.Add(1)%2 == 0 {
			mine = &c.right
		}
		for pb.Next() {
			countTo(mine, 16)
		}
	})
}

func countTo(c *atomic.Int64, n int) {
	for range n {
		c.Add(1)
	}
}
