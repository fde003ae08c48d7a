package debounce

import (
	"time"

	"github.com/assay-bench/assay/variants/guard"
)

// A TicksReentrant is a [Ticks] under a [guard.Reentrant]. Use
// [NewTicksReentrant].
type TicksReentrant[T any] struct {
	mu    guard.Reentrant
	burst burst[T]
	config[T]
}

// NewTicksReentrant returns a debouncer that calls deliver with the latest
// value once interval has passed without one. It fails if interval is not
// positive or deliver is nil.
func NewTicksReentrant[T any](interval time.Duration, deliver func(T)) (*TicksReentrant[T], error) {
	d := new(TicksReentrant[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *TicksReentrant[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *TicksReentrant[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *TicksReentrant[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *TicksReentrant[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
