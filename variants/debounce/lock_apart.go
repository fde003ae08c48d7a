package debounce

import (
	"sync"
	"time"
)

// A LockApart is a [Ticks] with its lock in an allocation of its own. With a
// value of one word it takes 56 bytes, and the lock 8 more. Use
// [NewLockApart].
//
// The allocator packs objects as small as a mutex, with other small objects,
// into blocks of 16 bytes, so that the lock is far from the state but nobody
// can say what it is close to.
type LockApart[T any] struct {
	mu    *sync.Mutex
	burst burst[T]
	config[T]
}

// NewLockApart returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewLockApart[T any](interval time.Duration, deliver func(T)) (*LockApart[T], error) {
	d := new(LockApart[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	d.mu = new(sync.Mutex)
	return d, nil
}

// Send takes in a value.
func (d *LockApart[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *LockApart[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *LockApart[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *LockApart[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func lockApartRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewLockApart(interval, deliver)
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
