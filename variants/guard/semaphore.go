package guard

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// A Semaphore is a lock made of a semaphore.Weighted with a weight of one.
// Use [NewSemaphore].
type Semaphore struct {
	weighted *semaphore.Weighted
}

// NewSemaphore returns an unlocked Semaphore. Copies of it are the same
// lock.
func NewSemaphore() Semaphore {
	return Semaphore{weighted: semaphore.NewWeighted(1)}
}

// Lock waits until the lock is free and takes it. Waiters are served in the
// order of their arrival.
func (s Semaphore) Lock() {
	// Acquire fails only when its context ends or the weight is too great.
	// This context never ends, and one is never too great.
	_ = s.weighted.Acquire(context.Background(), 1)
}

// Unlock frees the lock. It panics if the lock is free already.
func (s Semaphore) Unlock() {
	s.weighted.Release(1)
}
