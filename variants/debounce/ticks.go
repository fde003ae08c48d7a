package debounce

import (
	"sync"
	"time"
)

// A Ticks starts one worker for each burst, under a sync.Mutex, and keeps
// its deadline in ticks of the monotonic clock, which it reads under the
// lock. The lock stands right before the state. Use [NewTicks].
//
// Most other types of this package are a Ticks with one thing changed.
type Ticks[T any] struct {
	mu    sync.Mutex
	burst burst[T]
	config[T]
}

// NewTicks returns a debouncer that calls deliver with the latest value once
// interval has passed without one. It fails if interval is not positive or
// deliver is nil.
func NewTicks[T any](interval time.Duration, deliver func(T)) (*Ticks[T], error) {
	d := new(Ticks[T])
	if err := d.Init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Init is NewTicks for a debouncer that stands in an array or a struct. It
// is called once, before anything else.
func (d *Ticks[T]) Init(interval time.Duration, deliver func(T)) error {
	return d.init(interval, deliver)
}

// Send takes in a value.
func (d *Ticks[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *Ticks[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *Ticks[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Ticks[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func ticksRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewTicks(interval, deliver)
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
