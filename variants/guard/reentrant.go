package guard

import (
	"sync"
	"sync/atomic"

	"github.com/petermattis/goid"
)

// A Reentrant is a lock that the goroutine which holds it may take again. It
// is free again after as many calls of Unlock as of Lock. Its zero value is
// unlocked. It must not be copied after first use.
//
// It is artificial. Go has no reentrant lock, by design: goroutines have no
// identity that a program can see, and an invariant that a second Lock finds
// broken is better noticed. The lock stands here for the recursive lock that
// other platforms use by default.
//
// It asks github.com/petermattis/goid for the goroutine's number, which
// reads it from the runtime's own structure through a few lines of assembly.
// The portable way, parsing what runtime.Stack prints, costs microseconds
// and would drown the lock.
type Reentrant struct {
	mu sync.Mutex

	// owner is the number of the goroutine that holds mu, or zero, which no
	// goroutine has. Only the owner itself can find its own number here, so
	// a stale read misleads nobody.
	owner atomic.Int64

	// depth is how often the owner has locked. Only the owner touches it.
	depth int
}

// Lock waits until the lock is free or the caller's own, and takes it.
func (r *Reentrant) Lock() {
	id := goid.Get()
	if r.owner.Load() == id {
		r.depth++
		return
	}
	r.mu.Lock()
	r.owner.Store(id)
	r.depth = 1
}

// Unlock undoes one Lock. It panics if the calling goroutine does not hold
// the lock.
func (r *Reentrant) Unlock() {
	if r.owner.Load() != goid.Get() {
		panic("guard: Unlock of a Reentrant by a goroutine that does not hold it")
	}
	r.depth--
	if r.depth == 0 {
		r.owner.Store(0)
		r.mu.Unlock()
	}
}
