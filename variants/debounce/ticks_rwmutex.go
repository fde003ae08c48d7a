package debounce

import (
	"sync"
	"time"
)

// A TicksRWMutex is a [Ticks] under the writers' side of a sync.RWMutex. Use
// [NewTicksRWMutex].
type TicksRWMutex[T any] struct {
	mu    sync.RWMutex
	burst burst[T]
	config[T]
}

// NewTicksRWMutex returns a debouncer that calls deliver with the latest
// value once interval has passed without one. It fails if interval is not
// positive or deliver is nil.
func NewTicksRWMutex[T any](interval time.Duration, deliver func(T)) (*TicksRWMutex[T], error) {
	d := new(TicksRWMutex[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *TicksRWMutex[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *TicksRWMutex[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *TicksRWMutex[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *TicksRWMutex[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
