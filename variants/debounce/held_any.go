package debounce

import (
	"sync"
	"time"
)

// A HeldAny is a [Ticks] that holds its value as an interface, as one wrote
// before there were type parameters. Use [NewHeldAny].
//
// A pointer goes into an interface as it is. Anything else, except for small
// integers and constants, is first copied to the heap by the caller of Send.
type HeldAny struct {
	mu       sync.Mutex
	value    any   // the latest value; zero unless active
	deadline int64 // when it is due, in ticks; means nothing unless active
	phase    phase
	interval int64 // nanoseconds
	deliver  func(any)
	done     chan struct{} // closed by Close, which wakes a sleeping worker
}

// NewHeldAny returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewHeldAny(interval time.Duration, deliver func(any)) (*HeldAny, error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return &HeldAny{interval: int64(interval), deliver: deliver, done: make(chan struct{})}, nil
}

// Send takes in a value.
func (d *HeldAny) Send(v any) {
	d.mu.Lock()
	d.value, d.deadline = v, ticks()+d.interval
	start := d.phase != active && d.begin()
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// begin is the part of Send that runs once for each burst, and after Close.
func (d *HeldAny) begin() (start bool) {
	if d.phase == closed {
		d.value = nil
		return false
	}
	d.phase = active
	return true
}

// start is apart from Send to keep Send small.
func (d *HeldAny) start() {
	go work(d, d.done, d.deliver)
}

func (d *HeldAny) next() (v any, wait time.Duration, ok bool) {
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
func (d *HeldAny) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return
	}
	d.value, d.phase = nil, closed
	close(d.done)
}

func heldAnyRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	var deliverAny func(any)
	if deliver != nil {
		deliverAny = func(v any) { deliver(v.(*Event)) }
	}
	d, err := NewHeldAny(interval, deliverAny)
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
