package guard

import "sync"

// The counters differ in their lock alone. Inc of each is written out, so
// that no lock is reached through an interface or a type parameter, except
// in CounterLocker, where that is the point. Where the lock needs no New,
// the zero value of the counter is ready. None may be copied after first
// use.

// A CounterMutex counts under a sync.Mutex.
type CounterMutex struct {
	mu sync.Mutex
	n  int64
}

// Inc adds one.
//
//go:noinline
func (c *CounterMutex) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *CounterMutex) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// A CounterDefer is a CounterMutex that unlocks by defer.
type CounterDefer struct {
	mu sync.Mutex
	n  int64
}

// Inc adds one.
//
//go:noinline
func (c *CounterDefer) Inc() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

// Value returns the count.
func (c *CounterDefer) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// A CounterLocker is a CounterMutex that calls its lock through sync.Locker.
// The mutex itself is where CounterMutex has it. Use [NewCounterLocker].
type CounterLocker struct {
	mu   sync.Mutex
	n    int64
	lock sync.Locker // &mu
}

// NewCounterLocker returns a counter at zero.
func NewCounterLocker() *CounterLocker {
	c := new(CounterLocker)
	c.lock = &c.mu
	return c
}

// Inc adds one.
//
//go:noinline
func (c *CounterLocker) Inc() {
	c.lock.Lock()
	c.n++
	c.lock.Unlock()
}

// Value returns the count.
func (c *CounterLocker) Value() int64 {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.n
}

// A CounterRWMutex counts under the writers' side of a sync.RWMutex.
type CounterRWMutex struct {
	mu sync.RWMutex
	n  int64
}

// Inc adds one.
//
//go:noinline
func (c *CounterRWMutex) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *CounterRWMutex) Value() int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.n
}

// A CounterReentrant counts under a [Reentrant].
type CounterReentrant struct {
	mu Reentrant
	n  int64
}

// Inc adds one.
//
//go:noinline
func (c *CounterReentrant) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *CounterReentrant) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// A CounterSpin counts under a [Spin].
type CounterSpin struct {
	mu Spin
	n  int64
}

// Inc adds one.
//
//go:noinline
func (c *CounterSpin) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *CounterSpin) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// A CounterChan counts under a [Chan]. Use [NewCounterChan].
type CounterChan struct {
	mu Chan
	n  int64
}

// NewCounterChan returns a counter at zero.
func NewCounterChan() *CounterChan {
	return &CounterChan{mu: NewChan()}
}

// Inc adds one.
//
//go:noinline
func (c *CounterChan) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *CounterChan) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// A CounterSemaphore counts under a [Semaphore]. Use [NewCounterSemaphore].
type CounterSemaphore struct {
	mu Semaphore
	n  int64
}

// NewCounterSemaphore returns a counter at zero.
func NewCounterSemaphore() *CounterSemaphore {
	return &CounterSemaphore{mu: NewSemaphore()}
}

// Inc adds one.
//
//go:noinline
func (c *CounterSemaphore) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

// Value returns the count.
func (c *CounterSemaphore) Value() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
