package debounce

import (
	"sync"
	"time"
)

// A Concrete is a [Ticks] of *Event written by hand, without a type
// parameter: what a compiler would make that specialised for each type. Use
// [NewConcrete].
type Concrete struct {
	mu       sync.Mutex
	value    *Event // the latest value; zero unless active
	deadline int64  // when it is due, in ticks; means nothing unless active
	phase    phase
	interval int64 // nanoseconds
	deliver  func(*Event)
	done     chan struct{} // closed by Close, which wakes a sleeping worker
}

// NewConcrete returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewConcrete(interval time.Duration, deliver func(*Event)) (*Concrete, error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return &Concrete{interval: int64(interval), deliver: deliver, done: make(chan struct{})}, nil
}

// Send takes in a value.
func (d *Concrete) Send(v *Event) {
	d.mu.Lock()
	d.value, d.deadline = v, ticks()+d.interval
	start := d.phase != active && d.begin()
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// begin is the part of Send that runs once for each burst, and after Close.
func (d *Concrete) begin() (start bool) {
	if d.phase == closed {
		d.value = nil
		return false
	}
	d.phase = active
	return true
}

// start is apart from Send to keep Send small.
func (d *Concrete) start() {
	go work(d, d.done, d.deliver)
}

func (d *Concrete) next() (v *Event, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return nil, 0, false
	}
	if now := ticks(); now < d.deadline {
		return nil, time.Duration(d.deadline - now), true
	}
	v, d.value = d.value, nil
	d.phase = idle
	return v, 0, true
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Concrete) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return
	}
	d.value, d.phase = nil, closed
	close(d.done)
}

func concreteRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewConcrete(interval, deliver)
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
