package debounce

import (
	"sync"
	"time"
)

// An Owner has a goroutine that owns the state and receives the values over
// a channel: no lock in sight. Use [NewOwner] or [NewOwnerBuffered].
//
// Its goroutine lives from New to Close.
type Owner[T any] struct {
	interval time.Duration
	deliver  func(T)
	values   chan T
	done     chan struct{} // closed by Close
	closing  sync.Once
}

// ownerBuffer is how many values a buffered Owner takes in before a sender
// has to wait for its goroutine.
const ownerBuffer = 64

// NewOwner returns a debouncer that calls deliver with the latest value once
// interval has passed without one. It fails if interval is not positive or
// deliver is nil. Send waits until the owner has the value.
func NewOwner[T any](interval time.Duration, deliver func(T)) (*Owner[T], error) {
	return newOwner(interval, deliver, 0)
}

// NewOwnerBuffered is NewOwner with a channel that holds 64 values, so that
// Send waits only when it is full.
func NewOwnerBuffered[T any](interval time.Duration, deliver func(T)) (*Owner[T], error) {
	return newOwner(interval, deliver, ownerBuffer)
}

func newOwner[T any](interval time.Duration, deliver func(T), buffer int) (*Owner[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	d := &Owner[T]{
		interval: interval,
		deliver:  deliver,
		values:   make(chan T, buffer),
		done:     make(chan struct{}),
	}
	go d.own()
	return d, nil
}

// Send takes in a value.
func (d *Owner[T]) Send(v T) {
	select {
	case d.values <- v:
	case <-d.done:
	}
}

// own is the goroutine that owns the latest value and the timer.
func (d *Owner[T]) own() {
	var latest, none T
	timer := time.NewTimer(d.interval)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case <-d.done:
			return
		case latest = <-d.values:
			timer.Reset(d.interval)
		case <-timer.C:
			v, later, ended := d.overtaken()
			switch {
			case ended:
				return
			case later:
				latest = v
				timer.Reset(d.interval)
			default:
				// Not in this goroutine: the function may call Send, which
				// waits for this goroutine.
				go d.deliver(latest)
				latest = none
			}
		}
	}
}

// overtaken looks whether Close or a later value came before the timer that
// has just fired. A select with several cases that are ready takes any of
// them.
func (d *Owner[T]) overtaken() (v T, later, ended bool) {
	select {
	case <-d.done:
		return v, false, true
	default:
	}
	select {
	case v = <-d.values:
		return v, true, false
	default:
		return v, false, false
	}
}

// Close drops what is pending. A delivery may be under way when it returns,
// and the owner ends soon after.
func (d *Owner[T]) Close() {
	d.closing.Do(func() { close(d.done) })
}

func ownerRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewOwner(interval, deliver)
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

func ownerBufferedRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewOwnerBuffered(interval, deliver)
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
