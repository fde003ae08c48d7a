package causes

import (
	"sync"
	"testing"
)

// A journal adds up what it is told, one caller at a time.
type journal struct {
	mu    sync.Mutex
	total int
	_     [128]byte // two in a row share no cache line
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
	var own [2]journal
	together(func(goroutine int) {
		for range b.N {
			own[goroutine%2].enter()
		}
	})
	sink += own[0].total + own[1].total
}

// All goroutines wait for one.
func lockWaitWith(b *testing.B) {
	var shared journal
	together(func(int) {
		for range b.N {
			shared.enter()
		}
	})
	sink += shared.total
}
