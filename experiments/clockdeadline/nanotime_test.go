package clockdeadline

import (
	"errors"
	"sync"
	"time"
	_ "unsafe" // for go:linkname
)

// runtimeNano is the runtime's monotonic clock, which time.Since calls.
//
//go:linkname runtimeNano runtime.nanotime
func runtimeNano() int64

// A nanotimeTicks is a debounce.Ticks that calls the runtime's clock itself.
// It stands here, and not with the others, since no one should copy it: the
// runtime promises nothing of the name, and testing/synctest does not fake
// what it returns.
type nanotimeTicks[T any] struct {
	mu       sync.Mutex
	value    T     // the latest value; zero unless active
	deadline int64 // when it is due, by runtimeNano; means nothing unless active
	active   bool  // a value is pending, and a worker waits for its deadline
	closed   bool
	interval int64 // nanoseconds
	deliver  func(T)
	done     chan struct{} // closed by close, which wakes a sleeping worker
}

func newNanotimeTicks[T any](interval time.Duration, deliver func(T)) (*nanotimeTicks[T], error) {
	if interval <= 0 || deliver == nil {
		return nil, errors.New("interval is not positive, or nothing to deliver to")
	}
	return &nanotimeTicks[T]{interval: int64(interval), deliver: deliver, done: make(chan struct{})}, nil
}

// Send takes in a value.
func (d *nanotimeTicks[T]) Send(v T) {
	d.mu.Lock()
	d.value, d.deadline = v, runtimeNano()+d.interval
	start := !d.active && d.begin()
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// begin is the part of Send that runs once for each burst, and after close.
func (d *nanotimeTicks[T]) begin() (start bool) {
	d.active = !d.closed
	return d.active
}

// start is apart from Send to keep Send small.
func (d *nanotimeTicks[T]) start() {
	go d.work()
}

// work waits until the burst is over and delivers its value.
func (d *nanotimeTicks[T]) work() {
	timer := time.NewTimer(time.Duration(d.interval))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-d.done:
			return
		}
		v, wait := d.next()
		if wait <= 0 {
			d.deliver(v)
			return
		}
		timer.Reset(wait)
	}
}

// next returns how long to wait, or the value when it is due.
func (d *nanotimeTicks[T]) next() (v T, wait time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if wait := d.deadline - runtimeNano(); wait > 0 {
		return v, time.Duration(wait)
	}
	d.active = false
	return d.value, 0
}

// Close drops what is pending.
func (d *nanotimeTicks[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.closed = true
		close(d.done)
	}
}
