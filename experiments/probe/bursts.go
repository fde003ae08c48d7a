package probe

import (
	"testing"
	"time"
)

// Bursts measures bursts of values that one goroutine sends. Each call of
// send is one burst and sends that many values: it holds the loop over the
// code under test.
//
// After a burst it waits until the sink has been told of a delivery, and no
// more goroutines run than before. The benchmark fails if nothing of a burst
// is delivered, or goroutines are left, for five seconds. Without a sink, for
// code that does not deliver, it waits for neither, and cpu-ns/send ends with
// the last send.
//
// It reports the metrics that the package comment lists, and has to be the
// only thing in the benchmark that calls b.Loop.
func Bursts(b *testing.B, values int, sink *Sink, send func()) {
	b.Helper()
	timed := func() (start, end time.Duration) {
		start = now()
		send()
		return start, now()
	}
	prepare := func() prepared { return timed }

	newMeasurement(values, sink).burst(b, prepare)
	m := newMeasurement(values, sink)
	m.before = values
	for b.Loop() {
		m.burst(b, prepare)
	}
	m.report(b)
}
