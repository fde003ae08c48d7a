package debounce

import (
	"time"

	"github.com/assay-bench/assay/variants/guard"
)

// A TicksChan is a [Ticks] under a [guard.Chan]. Use [NewTicksChan].
type TicksChan[T any] struct {
	mu    guard.Chan
	burst burst[T]
	config[T]
}

// NewTicksChan returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewTicksChan[T any](interval time.Duration, deliver func(T)) (*TicksChan[T], error) {
	d := new(TicksChan[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	d.mu = guard.NewChan()
	return d, nil
}

// Send takes in a value.
func (d *TicksChan[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *TicksChan[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *TicksChan[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *TicksChan[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
