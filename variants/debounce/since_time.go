package debounce

import (
	"sync"
	"time"
)

// A SinceTime is a [WorkerMutex] that reads the clock by time.Since, the
// monotonic clock alone, and stores a time.Time. Use [NewSinceTime].
type SinceTime[T any] struct {
	mu    sync.Mutex
	burst timedBurst[T]
	config[T]
}

// NewSinceTime returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewSinceTime[T any](interval time.Duration, deliver func(T)) (*SinceTime[T], error) {
	d := new(SinceTime[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *SinceTime[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, base.Add(time.Since(base)+time.Duration(d.interval)))
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *SinceTime[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *SinceTime[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(time.Now())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *SinceTime[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}
