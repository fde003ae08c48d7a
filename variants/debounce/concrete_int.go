package debounce

import (
	"sync"
	"time"
)

// A ConcreteInt is a [Ticks] of int written by hand, without a type
// parameter. Use [NewConcreteInt].
type ConcreteInt struct {
	mu       sync.Mutex
	value    int   // the latest value; zero unless active
	deadline int64 // when it is due, in ticks; means nothing unless active
	phase    phase
	interval int64 // nanoseconds
	deliver  func(int)
	done     chan struct{} // closed by Close, which wakes a sleeping worker
}

// NewConcreteInt returns a debouncer that calls deliver with the latest
// value once interval has passed without one. It fails if interval is not
// positive or deliver is nil.
func NewConcreteInt(interval time.Duration, deliver func(int)) (*ConcreteInt, error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return &ConcreteInt{interval: int64(interval), deliver: deliver, done: make(chan struct{})}, nil
}

// Send takes in a value.
func (d *ConcreteInt) Send(v int) {
	d.mu.Lock()
	d.value, d.deadline = v, ticks()+d.interval
	start := d.phase != active && d.begin()
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// begin is the part of Send that runs once for each burst, and after Close.
func (d *ConcreteInt) begin() (start bool) {
	if d.phase == closed {
		d.value = 0
		return false
	}
	d.phase = active
	return true
}

// start is apart from Send to keep Send small.
func (d *ConcreteInt) start() {
	go work(d, d.done, d.deliver)
}

func (d *ConcreteInt) next() (v int, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return 0, 0, false
	}
	if now := ticks(); now < d.deadline {
		return 0, time.Duration(d.deadline - now), true
	}
	v, d.value = d.value, 0
	d.phase = idle
	return v, 0, true
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *ConcreteInt) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return
	}
	d.value, d.phase = 0, closed
	close(d.done)
}
