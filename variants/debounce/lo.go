package debounce

import (
	"sync"
	"time"

	"github.com/samber/lo"
)

// A Lo debounces with NewDebounce of github.com/samber/lo, which is given
// one function beforehand and makes an AfterFunc a call. The caller keeps
// the latest value for that function under a lock of its own. Use [NewLo].
//
// That is where it falls short of the contract. When a timer has fired and a
// value comes before its function runs, the function cannot know that it is
// stale: it delivers the new value at once, and that value's own timer
// delivers it again.
type Lo[T any] struct {
	debounced func()
	cancel    func()
	deliver   func(T)

	mu     sync.Mutex
	latest T
	closed bool
}

// NewLo returns a debouncer that calls deliver with the latest value once
// interval has passed without one. It fails if interval is not positive or
// deliver is nil.
func NewLo[T any](interval time.Duration, deliver func(T)) (*Lo[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	d := &Lo[T]{deliver: deliver}
	d.debounced, d.cancel = lo.NewDebounce(interval, d.fire)
	return d, nil
}

// Send takes in a value.
func (d *Lo[T]) Send(v T) {
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return
	}
	d.latest = v
	d.mu.Unlock()
	d.debounced()
}

// fire runs when a timer has fired.
func (d *Lo[T]) fire() {
	d.mu.Lock()
	v, closed := d.latest, d.closed
	d.mu.Unlock()
	if !closed {
		d.deliver(v)
	}
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Lo[T]) Close() {
	d.cancel()
	d.mu.Lock()
	defer d.mu.Unlock()
	var none T
	d.latest, d.closed = none, true
}

func loRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewLo(interval, deliver)
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
