package debounce

import "time"

// A phase is what a debouncer is doing.
type phase uint8

const (
	idle   phase = iota // no value is pending
	active              // a value is pending, and a worker waits for its deadline
	closed              // no value will be pending again
)

// A burst is the state of a debouncer that keeps its deadline in ticks. It
// knows neither clock nor lock: the caller holds the lock and tells the
// time. Its zero value is idle.
type burst[T any] struct {
	value    T     // the latest value; zero unless active
	deadline int64 // when it is due, in ticks; means nothing unless active
	phase    phase
}

// send takes in a value and moves the deadline. It reports whether the
// caller has to start a worker.
func (b *burst[T]) send(v T, deadline int64) (start bool) {
	b.value, b.deadline = v, deadline
	if b.phase == active {
		return false
	}
	return b.begin()
}

// sendEarly is send for a caller that read the clock before it took the
// lock. Another may have read it later and come first, so the deadline of a
// burst only moves forward.
func (b *burst[T]) sendEarly(v T, deadline int64) (start bool) {
	b.value = v
	if b.phase == active {
		b.deadline = max(b.deadline, deadline)
		return false
	}
	b.deadline = deadline
	return b.begin()
}

// begin is the part of send that runs once for each burst, and after Close.
func (b *burst[T]) begin() (start bool) {
	if b.phase == closed {
		b.drop()
		return false
	}
	b.phase = active
	return true
}

// next says what the worker does at a time: wait, deliver v, or, if ok is
// false, stop. Once it has returned a value the burst is over.
func (b *burst[T]) next(now int64) (v T, wait time.Duration, ok bool) {
	if b.phase == closed {
		return v, 0, false
	}
	if now < b.deadline {
		return v, time.Duration(b.deadline - now), true
	}
	v = b.value
	b.drop()
	b.phase = idle
	return v, 0, true
}

// close ends the burst for good. It reports whether this is the first time.
func (b *burst[T]) close() (first bool) {
	first = b.phase != closed
	b.drop()
	b.phase = closed
	return first
}

// drop forgets the value, so that an idle debouncer keeps nothing alive.
func (b *burst[T]) drop() {
	var none T
	b.value = none
}
