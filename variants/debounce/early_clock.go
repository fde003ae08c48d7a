package debounce

import (
	"sync"
	"time"
)

// An EarlyClock is a [Ticks] that reads the clock before it takes the lock,
// so that the lock is held for less. Use [NewEarlyClock].
type EarlyClock[T any] struct {
	mu    sync.Mutex
	burst burst[T]
	config[T]
}

// NewEarlyClock returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewEarlyClock[T any](interval time.Duration, deliver func(T)) (*EarlyClock[T], error) {
	d := new(EarlyClock[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *EarlyClock[T]) Send(v T) {
	deadline := ticks() + d.interval
	d.mu.Lock()
	start := d.burst.sendEarly(v, deadline)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *EarlyClock[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *EarlyClock[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *EarlyClock[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func earlyClockRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewEarlyClock(interval, deliver)
	if err != nil {
		return Instance{}, err
	}
	sendAll := func(events []Event) {
		for i := range events {
			d.Send(&events[i])
		}
	}
	return Instance{SendAll: sendAll, Close: d.Close}, nil
}
