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
	together(func(goroutine int) {
		mine := &c.left
		if goroutine == 1 {
			mine = &c.right
		}
		for range b.N {
			countUp(mine, 16)
		}
	})
}

// Two counters side by side.
type adjacent struct{ left, right atomic.Int64 }

func sharedLineWith(b *testing.B) {
	c := new(adjacent)
	together(func(goroutine int) {
		mine := &c.left
		if goroutine == 1 {
			mine = &c.right
		}
		for range b.N {
			countUp(mine, 16)
		}
	})
}

func countUp(c *atomic.Int64, n int) {
	for range n {
		c.Add(1)
	}
}
