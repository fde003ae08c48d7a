package debounce

import (
	"context"
	"sync"
	"time"
)

// A Goroutine starts a goroutine for every value and cancels the one before
// it: what one writes first who thinks in tasks. Use [NewGoroutine].
type Goroutine[T any] struct {
	interval time.Duration
	deliver  func(T)

	mu     sync.Mutex
	cancel context.CancelFunc // ends the latest goroutine; nil when idle
	closed bool
}

// NewGoroutine returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewGoroutine[T any](interval time.Duration, deliver func(T)) (*Goroutine[T], error) {
	if err := check(interval, deliver); err != nil {
		return nil, err
	}
	return &Goroutine[T]{interval: interval, deliver: deliver}, nil
}

// Send takes in a value.
func (d *Goroutine[T]) Send(v T) {
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return
	}
	if d.cancel != nil {
		d.cancel()
	}
	var ctx context.Context
	ctx, d.cancel = context.WithCancel(context.Background())
	d.mu.Unlock()
	go d.wait(ctx, v)
}

// wait delivers v unless a later value comes within the interval.
func (d *Goroutine[T]) wait(ctx context.Context, v T) {
	select {
	case <-ctx.Done():
	case <-time.After(d.interval):
		if d.finish(ctx) {
			d.deliver(v)
		}
	}
}

// finish ends the burst. It reports false if a later value, or Close, was
// there first: the interval may have passed while the lock was another's.
func (d *Goroutine[T]) finish(ctx context.Context) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ctx.Err() != nil {
		return false
	}
	d.cancel()
	d.cancel = nil
	return true
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Goroutine[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.cancel != nil {
		d.cancel()
		d.cancel = nil
	}
}

func goroutineRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewGoroutine(interval, deliver)
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
