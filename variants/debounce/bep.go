package debounce

import (
	"sync/atomic"
	"time"

	"github.com/bep/debounce"
)

// A Bep debounces with github.com/bep/debounce, which takes a function for
// every value and calls the latest: an AfterFunc a value, like [AfterFunc].
// Use [NewBep].
//
// That package checks no interval and, in version 1.2.1, has nothing to
// cancel with. Both are added here. Close replaces the pending function by
// one that does nothing, so that a timer may stay behind for an interval.
type Bep[T any] struct {
	debounced func(func())
	deliver   func(T)
	closed    atomic.Bool
}

// NewBep returns a debouncer that calls deliver with the latest value once
// interval has passed without one. It fails if interval is not positive or
// deliver is nil.
func NewBep[T any](interval time.Duration, deliver func(T)) (*Bep[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return &Bep[T]{debounced: debounce.New(interval), deliver: deliver}, nil
}

// Send takes in a value.
func (d *Bep[T]) Send(v T) {
	if d.closed.Load() {
		return
	}
	d.debounced(func() {
		if !d.closed.Load() {
			d.deliver(v)
		}
	})
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Bep[T]) Close() {
	if !d.closed.Swap(true) {
		d.debounced(func() {})
	}
}

func bepRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewBep(interval, deliver)
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
