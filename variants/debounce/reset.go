package debounce

import (
	"math"
	"sync"
	"time"
)

// A Reset has one timer and resets it for every value. Use [NewReset].
type Reset[T any] struct {
	interval time.Duration
	deliver  func(T)

	mu    sync.Mutex
	timer *time.Timer
	value T // the latest value; zero unless active
	phase phase

	// stale counts the firings that came too early: the timer had fired, but
	// before its function had the lock, another value reset the timer.
	stale int
}

// NewReset returns a debouncer that calls deliver with the latest value once
// interval has passed without one. It fails if interval is not positive or
// deliver is nil.
func NewReset[T any](interval time.Duration, deliver func(T)) (*Reset[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	d := &Reset[T]{interval: interval, deliver: deliver}
	// A stopped timer can only be had by stopping one. This one cannot fire
	// before that.
	d.timer = time.AfterFunc(math.MaxInt64, d.fire)
	d.timer.Stop()
	return d, nil
}

// Send takes in a value.
func (d *Reset[T]) Send(v T) {
	d.mu.Lock()
	if d.phase != closed {
		// An active burst has a timer that runs, or one that has fired and
		// whose function waits for the lock. That firing was for an earlier
		// value.
		if ran := d.timer.Reset(d.interval); !ran && d.phase == active {
			d.stale++
		}
		d.value, d.phase = v, active
	}
	d.mu.Unlock()
}

// fire runs once for each time that the timer has fired.
func (d *Reset[T]) fire() {
	if v, ok := d.finish(); ok {
		d.deliver(v)
	}
}

// finish ends the burst. It reports false if the firing is stale or the
// debouncer is closed.
func (d *Reset[T]) finish() (v T, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.phase == closed {
		return v, false
	}
	// Which of several firings that wait for the lock is the stale one does
	// not matter: as many are ignored as are stale, and the last one is not
	// before its time.
	if d.stale > 0 {
		d.stale--
		return v, false
	}
	var none T
	v, d.value = d.value, none
	d.phase = idle
	return v, true
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Reset[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer.Stop()
	var none T
	d.value, d.phase = none, closed
}

func resetRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewReset(interval, deliver)
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
