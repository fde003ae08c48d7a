package debounce

import (
	"sync"
	"time"
)

// A WorkerMutex starts one worker for each burst, under a sync.Mutex, and
// keeps its deadline as a time.Time. Use [NewWorkerMutex].
type WorkerMutex[T any] struct {
	mu    sync.Mutex
	burst timedBurst[T]
	config[T]
}

// NewWorkerMutex returns a debouncer that calls deliver with the latest
// value once interval has passed without one. It fails if interval is not
// positive or deliver is nil.
func NewWorkerMutex[T any](interval time.Duration, deliver func(T)) (*WorkerMutex[T], error) {
	d := new(WorkerMutex[T])
	if err := d.init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Send takes in a value.
func (d *WorkerMutex[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, time.Now().Add(time.Duration(d.interval)))
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *WorkerMutex[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *WorkerMutex[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(time.Now())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *WorkerMutex[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func workerMutexRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewWorkerMutex(interval, deliver)
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
