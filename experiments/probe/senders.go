package probe

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Senders measures bursts of values that several goroutines send at once.
// Each of them sends its share of the values, in 256 pieces: send(sender,
// from, to) sends the values from up to but not including to, with senders
// numbered from 0. It holds the loop over the code under test and is called
// by several goroutines at once.
//
// The senders spin until all of them are there, so that none has a lead: as
// many as there are processors then start within a microsecond. Still the
// scheduler may run them one after the other, and a burst of a few
// milliseconds can be over before an idle processor has noticed. Wherever
// contention is the question a burst should last 100 ms or more. The burst
// that is not measured has a tenth of the values.
//
// Senders reports the metrics that the package comment lists. Here ns/send is
// the wall time from the start of the first sender to the end of the last
// one, divided by the values of all. With two senders or more it also reports
// overlap: the share of this time, from 0 to 1, in which as many of them were
// at work as can be, which is all of them or one for each of GOMAXPROCS.
//
// Waiting for a delivery, and a nil sink, are as for Bursts.
func Senders(b *testing.B, senders, values int, sink *Sink, send func(sender, from, to int)) {
	b.Helper()
	t := newTeam(senders, send)
	newMeasurement(values/10, sink).burst(b, func() prepared { return t.muster(values / 10) })

	m := newMeasurement(values, sink)
	m.before = values / 10
	var whole, shared time.Duration
	for b.Loop() {
		m.burst(b, func() prepared { return t.muster(values) })
		w, s := overlap(t.stamps, min(senders, runtime.GOMAXPROCS(0)))
		whole += w
		shared += s
	}
	m.report(b)
	if senders > 1 {
		b.ReportMetric(float64(shared)/float64(whole), "overlap")
	}
}

// pieces is into how many pieces a sender's values are cut. A piece ends with
// a clock read, from which overlap knows when the sender was at work.
const pieces = 256

// A team is a number of senders.
type team struct {
	send func(sender, from, to int)

	// stamps holds, for each sender, the time at which it began and the
	// time at the end of each piece.
	stamps [][]time.Duration

	ready   atomic.Int32
	release atomic.Bool
	done    sync.WaitGroup
}

func newTeam(senders int, send func(sender, from, to int)) *team {
	t := &team{send: send, stamps: make([][]time.Duration, senders)}
	for s := range t.stamps {
		t.stamps[s] = make([]time.Duration, pieces+1)
	}
	return t
}

// muster starts the senders. They are there and spin when it returns; the
// burst that it returns releases them and waits for them.
func (t *team) muster(values int) prepared {
	t.ready.Store(0)
	t.release.Store(false)
	for s := range t.stamps {
		from, to := share(values, s, len(t.stamps))
		t.done.Go(func() { t.work(s, from, to) })
	}
	for int(t.ready.Load()) < len(t.stamps) {
		runtime.Gosched()
	}
	return func() (start, end time.Duration) {
		t.release.Store(true)
		t.done.Wait()
		return span(t.stamps)
	}
}

// work is what one sender does.
func (t *team) work(sender, from, to int) {
	stamps := t.stamps[sender]
	t.ready.Add(1)
	for !t.release.Load() {
		runtime.Gosched()
	}
	stamps[0] = now()
	for p := range pieces {
		first, last := share(to-from, p, pieces)
		t.send(sender, from+first, from+last)
		stamps[p+1] = now()
	}
}

// share cuts n values into parts that differ by one at most, and returns the
// bounds of one of them.
func share(n, part, parts int) (from, to int) {
	return n * part / parts, n * (part + 1) / parts
}
