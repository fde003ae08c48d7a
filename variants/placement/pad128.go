package placement

import (
	"sync"
	"unsafe"
)

// A Pad128 has its counter 128 bytes behind its lock, and as much room
// behind the counter. Its zero value is ready.
type Pad128 struct {
	mu sync.Mutex
	_  [128 - unsafe.Sizeof(sync.Mutex{})]byte
	n  int64
	_  [128 - unsafe.Sizeof(int64(0))]byte
}

// Inc adds one.
func (c *Pad128) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *Pad128) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Bytes returns the size of an instance, before the allocator rounds it up.
func (c *Pad128) Bytes() int { return int(unsafe.Sizeof(*c)) }
