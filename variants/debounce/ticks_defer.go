package debounce

import (
	"sync"
	"time"
)

// A TicksDefer is a [Ticks] whose Send unlocks by defer. Use
// [NewTicksDefer].
type TicksDefer[T any] struct {
	mu    sync.Mutex
	burst burst[T]
	config[T]
}

// NewTicksDefer returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewTicksDefer[T any](interval time.Duration, deliver func(T)) (*TicksDefer[T], error) {
	d := new(TicksDefer[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *TicksDefer[T]) Send(v T) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.send(v, ticks()+d.interval) {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *TicksDefer[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *TicksDefer[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *TicksDefer[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
