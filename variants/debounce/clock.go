package debounce

import "time"

// base is when ticks began.
var base = time.Now()

// ticks returns the nanoseconds since base, by the monotonic clock.
//
// time.Since reads the monotonic clock alone, where time.Now also reads the
// wall clock. The clockdeadline experiment looked whether linking to the
// runtime's own nanotime by go:linkname buys anything over it, and found
// that it does not; besides, that one does not see the virtual time of
// testing/synctest.
//
// In a synctest bubble the clock stands decades before base, so ticks is
// negative there. Hence no value of it may stand for "none".
func ticks() int64 {
	return int64(time.Since(base))
}
