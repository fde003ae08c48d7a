package guard

import (
	"runtime"
	"sync/atomic"
)

// A Spin is a spin lock: test and test-and-set. Its zero value is unlocked.
// It must not be copied after first use.
//
// It has no queue, so it is not fair, and a waiter keeps a processor busy.
// It stands here to show what parking costs, not to be used.
type Spin struct {
	held atomic.Uint32 // 1 when locked
}

// spins is how often a waiter looks before it lets another goroutine run.
// The holder may need the very processor that the waiter spins on, so a
// waiter that never yields could wait for ever with GOMAXPROCS=1.
const spins = 64

// Lock waits until the lock is free and takes it.
func (s *Spin) Lock() {
	if !s.held.CompareAndSwap(0, 1) {
		s.wait()
	}
}

// wait is apart from Lock so that Lock stays small enough to be inlined.
func (s *Spin) wait() {
	for i := 1; ; i++ {
		// Looking before taking leaves the cache line shared among the
		// waiters; only a lock that looks free is written to.
		if s.held.Load() == 0 && s.held.CompareAndSwap(0, 1) {
			return
		}
		if i%spins == 0 {
			runtime.Gosched()
		}
	}
}

// Unlock frees the lock. Like sync.Mutex, the lock does not belong to a
// goroutine: another one may unlock it. Unlike sync.Mutex, it does not
// notice that it was free already.
func (s *Spin) Unlock() {
	s.held.Store(0)
}
