package subject

import (
	"strconv"
	"sync"
	"testing"
)

// arms does the same work for every arm, and so many percent more of it. All
// arms of a kind run the same machine code.
func arms(b *testing.B, units int, loop func(b *testing.B, units int)) {
	for _, extra := range []string{"0", "same", "1", "2", "5", "10"} {
		percent, _ := strconv.Atoi(extra) // none for "same"
		b.Run("extra="+extra, func(b *testing.B) {
			loop(b, units+units*percent/100)
		})
	}
}

var sum uint64

// BenchmarkSteady mixes a number a thousand times: each step waits for the
// one before.
func BenchmarkSteady(b *testing.B) {
	arms(b, 1000, func(b *testing.B, units int) {
		x := uint64(1)
		for b.Loop() {
			for i := range units {
				x ^= x >> 29
				x *= 0xbf58476d1ce4e5b9
				x += uint64(i)
			}
		}
		sum = x
	})
}

type node struct {
	next *node
	data [6]uint64
}

var list *node

// BenchmarkAllocating builds a list of a thousand nodes.
func BenchmarkAllocating(b *testing.B) {
	arms(b, 1000, func(b *testing.B, units int) {
		for b.Loop() {
			list = nil
			for range units {
				list = &node{next: list}
			}
		}
	})
}

// BenchmarkGoroutines starts a hundred goroutines and waits for them.
func BenchmarkGoroutines(b *testing.B) {
	arms(b, 100, func(b *testing.B, units int) {
		for b.Loop() {
			var all sync.WaitGroup
			for range units {
				all.Go(func() {})
			}
			all.Wait()
		}
	})
}
