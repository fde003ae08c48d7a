package debounce

import (
	"sync"
	"time"
)

// An AfterFunc stops the timer and makes a new one for every value: the
// usual way to write it in Go. Use [NewAfterFunc].
type AfterFunc[T any] struct {
	interval time.Duration
	deliver  func(T)

	mu         sync.Mutex
	timer      *time.Timer // the latest; nil when idle
	generation uint64      // counts the timers, so that a firing knows whether it is the latest
	closed     bool
}

// NewAfterFunc returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewAfterFunc[T any](interval time.Duration, deliver func(T)) (*AfterFunc[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return &AfterFunc[T]{interval: interval, deliver: deliver}, nil
}

// Send takes in a value.
func (d *AfterFunc[T]) Send(v T) {
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return
	}
	if d.timer != nil {
		d.timer.Stop()
	}
	d.generation++
	generation := d.generation
	d.timer = time.AfterFunc(d.interval, func() { d.fire(generation, v) })
	d.mu.Unlock()
}

// fire runs when a timer has fired. Stop comes too late for a timer whose
// function already waits for the lock, so the generation decides.
func (d *AfterFunc[T]) fire(generation uint64, v T) {
	d.mu.Lock()
	if generation != d.generation {
		d.mu.Unlock()
		return
	}
	d.timer = nil
	d.mu.Unlock()
	d.deliver(v)
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *AfterFunc[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.generation++
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

func afterFuncRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewAfterFunc(interval, deliver)
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
