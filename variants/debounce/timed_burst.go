package debounce

import "time"

// A timedBurst is a burst that keeps its deadline as a time.Time, which is
// three words with a pointer among them.
type timedBurst[T any] struct {
	value    T         // the latest value; zero unless active
	deadline time.Time // when it is due; means nothing unless active
	phase    phase
}

// send takes in a value and moves the deadline. It reports whether the
// caller has to start a worker.
func (b *timedBurst[T]) send(v T, deadline time.Time) (start bool) {
	b.value, b.deadline = v, deadline
	if b.phase == active {
		return false
	}
	return b.begin()
}

// begin is the part of send that runs once for each burst, and after Close.
func (b *timedBurst[T]) begin() (start bool) {
	if b.phase == closed {
		b.drop()
		return false
	}
	b.phase = active
	return true
}

// next says what the worker does at a time: wait, deliver v, or, if ok is
// false, stop. Once it has returned a value the burst is over.
func (b *timedBurst[T]) next(now time.Time) (v T, wait time.Duration, ok bool) {
	if b.phase == closed {
		return v, 0, false
	}
	if wait := b.deadline.Sub(now); wait > 0 {
		return v, wait, true
	}
	v = b.value
	b.drop()
	b.phase = idle
	return v, 0, true
}

// close ends the burst for good. It reports whether this is the first time.
func (b *timedBurst[T]) close() (first bool) {
	first = b.phase != closed
	b.drop()
	b.phase = closed
	return first
}

// drop forgets the value, so that an idle debouncer keeps nothing alive.
func (b *timedBurst[T]) drop() {
	var none T
	b.value = none
}
