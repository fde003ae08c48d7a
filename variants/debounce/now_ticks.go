package debounce

import (
	"sync"
	"time"
)

// A NowTicks is a [Ticks] that reads the clock by time.Now, wall clock and
// all, and stores ticks. Use [NewNowTicks].
type NowTicks[T any] struct {
	mu    sync.Mutex
	burst burst[T]
	config[T]
}

// NewNowTicks returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewNowTicks[T any](interval time.Duration, deliver func(T)) (*NowTicks[T], error) {
	d := new(NowTicks[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *NowTicks[T]) Send(v T) {
	d.mu.Lock()
	now := time.Now()
	start := d.burst.send(v, int64(now.Sub(base))+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *NowTicks[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *NowTicks[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *NowTicks[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func nowTicksRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewNowTicks(interval, deliver)
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
