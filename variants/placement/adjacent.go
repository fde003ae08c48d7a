package placement

import (
	"sync"
	"unsafe"
)

// An Adjacent has its counter right behind its lock, as one writes it
// without a thought. Its zero value is ready.
type Adjacent struct {
	mu sync.Mutex
	n  int64
}

// Inc adds one.
func (c *Adjacent) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *Adjacent) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Bytes returns the size of an instance, before the allocator rounds it up.
func (c *Adjacent) Bytes() int { return int(unsafe.Sizeof(*c)) }
