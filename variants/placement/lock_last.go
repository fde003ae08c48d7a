package placement

import (
	"sync"
	"unsafe"
)

// A LockLast has its lock right behind its counter. Its zero value is ready.
type LockLast struct {
	n  int64
	mu sync.Mutex
}

// Inc adds one.
func (c *LockLast) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *LockLast) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Bytes returns the size of an instance, before the allocator rounds it up.
func (c *LockLast) Bytes() int { return int(unsafe.Sizeof(*c)) }
