package debounce

import (
	"sync"
	"time"
)

// A Clock tells the time in nanoseconds. What it counts from does not
// matter.
type Clock interface {
	Now() int64
}

// Monotonic is the clock that [Ticks] reads.
type Monotonic struct{}

// Now returns the nanoseconds since some moment before the program's main
// function started.
func (Monotonic) Now() int64 { return ticks() }

// A Strategy is a [Ticks] whose lock and clock are type parameters, for
// those who want to choose. The compiler makes one body for all types of the
// same shape, so the body finds their methods in a dictionary and can inline
// none of them. Use [NewStrategy].
//
// The lock is a pointer, as in [LockApart], since the methods of a lock have
// pointer receivers.
type Strategy[T any, L sync.Locker, C Clock] struct {
	mu    L
	clock C
	burst burst[T]
	config[T]
}

// NewStrategy returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil. The lock belongs to the debouncer from then on.
func NewStrategy[T any, L sync.Locker, C Clock](interval time.Duration, deliver func(T), lock L, clock C) (*Strategy[T, L, C], error) {
	d := &Strategy[T, L, C]{mu: lock, clock: clock}
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *Strategy[T, L, C]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, d.clock.Now()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *Strategy[T, L, C]) start() {
	go work(d, d.done, d.deliver)
}

func (d *Strategy[T, L, C]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(d.clock.Now())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Strategy[T, L, C]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
