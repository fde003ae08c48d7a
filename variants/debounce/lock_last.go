package debounce

import (
	"sync"
	"time"
)

// A LockLast is a [Ticks] with its lock behind everything else. With a value
// of one word it takes 56 bytes, as Ticks does, and the lock starts 48 bytes
// behind the start of the state. Use [NewLockLast].
type LockLast[T any] struct {
	burst burst[T]
	config[T]
	mu sync.Mutex
}

// NewLockLast returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewLockLast[T any](interval time.Duration, deliver func(T)) (*LockLast[T], error) {
	d := new(LockLast[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *LockLast[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *LockLast[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *LockLast[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *LockLast[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func lockLastRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewLockLast(interval, deliver)
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
