package debounce

import "time"

// A worker is a debouncer that starts one goroutine for each burst. The
// goroutine asks it what to do next: to wait, to deliver v, or, if ok is
// false, to stop because the debouncer is closed.
//
// Nothing here is on the way of a value that finds a burst under way.
type worker[T any] interface {
	next() (v T, wait time.Duration, ok bool)
}

// work waits until a burst is over and delivers its value. A burst that goes
// on only makes it wait again; nobody has to wake it.
func work[T any](w worker[T], done <-chan struct{}, deliver func(T)) {
	if v, ok := await(w, done); ok {
		deliver(v)
	}
}

// await returns the value of a burst when it is due. It returns early, with
// ok false, once done is closed.
func await[T any](w worker[T], done <-chan struct{}) (v T, ok bool) {
	v, wait, ok := w.next()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for ok && wait > 0 {
		select {
		case <-timer.C:
		case <-done:
			return v, false
		}
		v, wait, ok = w.next()
		timer.Reset(wait)
	}
	return v, ok
}
