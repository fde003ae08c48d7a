package placement

import (
	"sync"
	"unsafe"
)

// A LockApart has its lock in an allocation of its own. Use [NewLockApart].
//
// The allocator packs objects as small as a mutex, with other small objects,
// into blocks of 16 bytes, so that the lock is far from its counter but
// nobody can say what it is close to.
type LockApart struct {
	mu *sync.Mutex
	n  int64
}

// NewLockApart returns a counter at zero.
func NewLockApart() *LockApart {
	return &LockApart{mu: new(sync.Mutex)}
}

// Inc adds one.
func (c *LockApart) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *LockApart) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Bytes returns the size of an instance and of its lock, before the
// allocator rounds each of them up.
func (c *LockApart) Bytes() int { return int(unsafe.Sizeof(*c) + unsafe.Sizeof(*c.mu)) }
