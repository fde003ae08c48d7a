package debounce

import (
	"sync"
	"time"
)

// A NoClock reads no clock in Send: Send leaves a mark, and the worker looks
// for it once an interval. A value is therefore delivered between one and
// two intervals after it was sent, so this is a bound on what the others can
// reach, not a candidate. Use [NewNoClock].
type NoClock[T any] struct {
	mu    sync.Mutex
	value T    // the latest value; zero unless active
	dirty bool // a value has come since the worker looked
	phase phase
	config[T]
}

// NewNoClock returns a debouncer that calls deliver with the latest value
// once between one and two intervals have passed without one. It fails if
// interval is not positive or deliver is nil.
func NewNoClock[T any](interval time.Duration, deliver func(T)) (*NoClock[T], error) {
	d := new(NoClock[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *NoClock[T]) Send(v T) {
	d.mu.Lock()
	d.value, d.dirty = v, true
	start := d.phase != active && d.begin()
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// begin is the part of Send that runs once for each burst, and after Close.
func (d *NoClock[T]) begin() (start bool) {
	if d.phase == closed {
		d.drop()
		return false
	}
	d.phase = active
	return true
}

// start is apart from Send to keep Send small.
func (d *NoClock[T]) start() {
	go work(d, d.done, d.deliver)
}

// next waits for a whole interval whenever it finds the mark, and delivers
// when it does not. It always finds the mark when a burst starts, and then
// waits for its first interval.
func (d *NoClock[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return v, 0, false
	}
	if d.dirty {
		d.dirty = false
		return v, time.Duration(d.interval), true
	}
	v = d.value
	d.drop()
	d.phase = idle
	return v, 0, true
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *NoClock[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return
	}
	d.drop()
	d.phase = closed
	close(d.done)
}

// drop forgets the value, so that an idle debouncer keeps nothing alive.
func (d *NoClock[T]) drop() {
	var none T
	d.value = none
}

func noClockRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewNoClock(interval, deliver)
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
