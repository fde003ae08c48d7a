package causes

import (
	"sync"
	"sync/atomic"
	"testing"
)

// A journal adds up what it is told, one caller at a time.
type journal struct {
	mu    sync.Mutex
	total int
}

// prices are only read, so that they lie in every processor's cache.
var prices = count(400)

func (j *journal) enter() {
	j.mu.Lock()
	for _, p := range prices {
		j.total += p
	}
	j.mu.Unlock()
}

// Each goroutine has a journal of its own.
func lockWaitWithout(b *testing.B) {
	var total atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		var own struct {
			_ [128]byte // nothing else lies in the cache line
			journal
			_ [128]byte
		}
		for pb.Next() {
			own.enter()
		}
		total.Add(int64(own.total))
	})
}

// All goroutines wait for one.
func lockWaitWith(b *testing.B) {
	shared := new(journal)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			shared.enter()
		}
	})
	sink += shared.total
}
