package debounce

import (
	"sync"
	"time"
)

// A TicksLocker is a [Ticks] that calls its lock through sync.Locker. The
// lock itself stands where Ticks has it. Use [NewTicksLocker].
type TicksLocker[T any] struct {
	mu    sync.Mutex
	burst burst[T]
	config[T]
	lock sync.Locker // &mu
}

// NewTicksLocker returns a debouncer that calls deliver with the latest
// value once interval has passed without one. It fails if interval is not
// positive or deliver is nil.
func NewTicksLocker[T any](interval time.Duration, deliver func(T)) (*TicksLocker[T], error) {
	d := new(TicksLocker[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	d.lock = &d.mu
	return d, nil
}

// Send takes in a value.
func (d *TicksLocker[T]) Send(v T) {
	d.lock.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.lock.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *TicksLocker[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *TicksLocker[T]) next() (v T, wait time.Duration, ok bool) {
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *TicksLocker[T]) Close() {
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
