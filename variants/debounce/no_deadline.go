package debounce

import (
	"sync"
	"time"
)

// A NoDeadline takes the lock and stores the value, as all do, but reads no
// clock, starts no worker and never delivers. What is left of Send is the
// least that the clock's share can be measured against. Use [NewNoDeadline].
type NoDeadline[T any] struct {
	mu     sync.Mutex
	value  T
	closed bool
}

// NewNoDeadline returns a debouncer that never delivers. It fails as the
// others do, if interval is not positive or deliver is nil.
func NewNoDeadline[T any](interval time.Duration, deliver func(T)) (*NoDeadline[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return new(NoDeadline[T]), nil
}

// Send takes in a value.
func (d *NoDeadline[T]) Send(v T) {
	d.mu.Lock()
	if !d.closed {
		d.value = v
	}
	d.mu.Unlock()
}

// Close drops the value.
func (d *NoDeadline[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	var none T
	d.value, d.closed = none, true
}
