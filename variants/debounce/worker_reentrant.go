package debounce

import (
	"time"

	"github.com/assay-bench/assay/variants/guard"
)

// A WorkerReentrant starts one worker for each burst, under a reentrant
// lock, and keeps its deadline as a time.Time. Use [NewWorkerReentrant].
//
// The lock is artificial: see [guard.Reentrant]. The rung follows the Swift
// original, whose lock is recursive.
type WorkerReentrant[T any] struct {
	mu    guard.Reentrant
	burst timedBurst[T]
	config[T]
}

// NewWorkerReentrant returns a debouncer that calls deliver with the latest
// value once interval has passed without one. It fails if interval is not
// positive or deliver is nil.
func NewWorkerReentrant[T any](interval time.Duration, deliver func(T)) (*WorkerReentrant[T], error) {
	d := new(WorkerReentrant[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *WorkerReentrant[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, time.Now().Add(time.Duration(d.interval)))
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *WorkerReentrant[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *WorkerReentrant[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(time.Now())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *WorkerReentrant[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func workerReentrantRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewWorkerReentrant(interval, deliver)
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
