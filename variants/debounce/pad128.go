package debounce

import (
	"sync"
	"time"
	"unsafe"
)

// A Pad128 is a [Ticks] whose state starts 128 bytes behind the start of its
// lock, and which has 128 bytes of room behind it, so that the distance
// holds to the next element of an array too. Use [NewPad128].
//
// With a value of one word it takes 304 bytes, a Ticks 56; each has its
// channel besides.
type Pad128[T any] struct {
	mu    sync.Mutex
	_     [128 - unsafe.Sizeof(sync.Mutex{})]byte
	burst burst[T]
	config[T]
	_ [128]byte
}

// NewPad128 returns a debouncer that calls deliver with the latest value
// once interval has passed without one. It fails if interval is not positive
// or deliver is nil.
func NewPad128[T any](interval time.Duration, deliver func(T)) (*Pad128[T], error) {
	d := new(Pad128[T])
	if err := d.Init(interval, deliver); err != nil {
		return nil, err
	}
	return d, nil
}

// Init is NewPad128 for a debouncer that stands in an array or a struct. It
// is called once, before anything else.
func (d *Pad128[T]) Init(interval time.Duration, deliver func(T)) error {
	return d.init(interval, deliver)
}

// Send takes in a value.
func (d *Pad128[T]) Send(v T) {
	d.mu.Lock()
	start := d.burst.send(v, ticks()+d.interval)
	d.mu.Unlock()
	if start {
		d.start()
	}
}

// start is apart from Send to keep Send small.
func (d *Pad128[T]) start() {
	go work(d, d.done, d.deliver)
}

func (d *Pad128[T]) next() (v T, wait time.Duration, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.burst.next(ticks())
}

// Close drops what is pending. A delivery may be under way when it returns.
func (d *Pad128[T]) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.burst.close() {
		close(d.done)
	}
}

func pad128Rung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	d, err := NewPad128(interval, deliver)
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
