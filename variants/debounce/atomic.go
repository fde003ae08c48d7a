package debounce

import (
	"math"
	"sync/atomic"
	"time"
)

// An Atomic starts one worker for each burst and has no lock: the value and
// the deadline are atomics of their own. Use [NewAtomic].
//
// Sending nil takes back what is pending.
//
// Value and deadline do not change together, so the order in which they do
// has to make up for it. Go's atomics are sequentially consistent: all agree
// on one order of all the operations below.
//
//   - Nothing is early. A sender moves the deadline first and stores its
//     value second. The worker takes the value first and reads the deadline
//     second, so it sees a deadline no earlier than that of the value it
//     holds. If the deadline has passed, so has the value's own. If not, the
//     worker puts the value back, unless a later one has come, and waits on.
//     Deadlines only move forward, whatever the senders' order.
//   - Nothing is delivered twice. Taking a value leaves nil, and only the
//     one active worker takes or puts back.
//   - Nothing is lost. A sender stores its value and then looks whether a
//     worker is active; the worker stops being active and then looks whether
//     there is a value. One of the two sees the other, and whoever turns the
//     phase from idle to active starts the next worker.
//
// A value whose sender was held up between its two steps for longer than the
// interval is due at once: its interval counts from its reading of the
// clock.
type Atomic[E any] struct {
	value    atomic.Pointer[E] // the latest value, nil when taken
	deadline atomic.Int64      // when it is due, in ticks
	phase    atomic.Uint32     // holds a phase
	config[*E]
}

// NewAtomic returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewAtomic[E any](interval time.Duration, deliver func(*E)) (*Atomic[E], error) {
	d := new(Atomic[E])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	d.deadline.Store(math.MinInt64) // zero may be far in the future
	return d, nil
}

// Send takes in a value.
func (d *Atomic[E]) Send(v *E) {
	deadline := ticks() + d.interval
	for {
		old := d.deadline.Load()
		if deadline <= old || d.deadline.CompareAndSwap(old, deadline) {
			break
		}
	}
	d.value.Store(v)
	if phase(d.phase.Load()) != active {
		d.begin()
	}
}

// begin is the part of Send that runs once for each burst, and after Close.
func (d *Atomic[E]) begin() {
	if d.phase.CompareAndSwap(uint32(idle), uint32(active)) {
		go work(d, d.done, d.deliver)
		return
	}
	if phase(d.phase.Load()) == closed {
		d.value.Store(nil)
	}
}

func (d *Atomic[E]) next() (v *E, wait time.Duration, ok bool) {
	now := ticks()
	if deadline := d.deadline.Load(); now < deadline {
		return nil, time.Duration(deadline - now), true
	}
	v, wait = d.take(now)
	if wait > 0 {
		return nil, wait, true
	}
	return v, 0, d.finish() && v != nil
}

// take takes the value if it is due at a time, and otherwise says how long
// that will be.
func (d *Atomic[E]) take(now int64) (v *E, wait time.Duration) {
	v = d.value.Swap(nil)
	if deadline := d.deadline.Load(); now < deadline {
		d.putBack(v)
		return nil, time.Duration(deadline - now)
	}
	return v, 0
}

// putBack puts back a value that was taken too early, unless a later one is
// there.
func (d *Atomic[E]) putBack(v *E) {
	d.value.CompareAndSwap(nil, v)
}

// finish ends the burst, and begins the next one if it has a value already.
// It reports false if Close was first.
func (d *Atomic[E]) finish() bool {
	if !d.phase.CompareAndSwap(uint32(active), uint32(idle)) {
		return false
	}
	if d.value.Load() != nil {
		d.begin()
	}
	return true
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Atomic[E]) Close() {
	if phase(d.phase.Swap(uint32(closed))) == closed {
		return
	}
	d.value.Store(nil)
	close(d.done)
}

func atomicRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewAtomic(interval, deliver)
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
