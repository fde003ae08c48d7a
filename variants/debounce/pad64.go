package debounce

import (
	"sync"
	"time"
	"unsafe"
)

// A Pad64 is a [Ticks] whose state starts 64 bytes behind the start of its
// lock, and which has 64 bytes of room behind it, so that the distance holds
// to the next element of an array too. Use [NewPad64].
//
// With a value of one word it takes 176 bytes, a Ticks 56; each has its
// channel besides.
type Pad64[T any] struct {
	mu    sync.Mutex
	_     [64 - unsafe.Sizeof(sync.Mutex{})]byte
	burst burst[T]
	config[T]
	_ [64]byte
}

// NewPad64 returns a debouncer that calls deliver with the latest value once
// interval has passed without one. It fails if interval is not positive or
// deliver is nil.
func NewPad64[T any](interval time.Duration, deliver func(T)) (*Pad64[T], error) {
	d := new(Pad64[T])
	if err := d.Init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Init is NewPad64 for a debouncer that stands in an array or a struct. It
// is called once, before anything else.
func (d *Pad64[T]) Init(interval time.Duration, deliver func(T)) error {
	return d.init(interval, deliver)
}

// Send takes in a value.
func (d *Pad64[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *Pad64[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *Pad64[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Pad64[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func pad64Rung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewPad64(interval, deliver)
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
