package clockdeadline

import (
	"sync"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/probe"
	"github.com/assay-bench/assay/variants/debounce"
)

const (
	interval = 10 * time.Millisecond
	values   = 100_000
)

var events = make([]debounce.Event, values)

func TestMain(m *testing.M) { probe.Main(m) }

// BenchmarkClock measures a whole Send (op=send), and what differs between
// the sends alone: the clock read and the store, under a lock (op=read).
//
// Each loop is written out for its own type; a shared one would reach Send
// through an interface or a dictionary.
func BenchmarkClock(b *testing.B) {
	b.Run("variant=now-time/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewWorkerMutex(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
	b.Run("variant=now-time/op=read", func(b *testing.B) {
		for b.Loop() {
			timed.mu.Lock()
			timed.deadline = time.Now().Add(interval)
			timed.mu.Unlock()
		}
	})

	b.Run("variant=now-ticks/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewNowTicks(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
	b.Run("variant=now-ticks/op=read", func(b *testing.B) {
		for b.Loop() {
			ticked.mu.Lock()
			now := time.Now()
			ticked.deadline = int64(now.Sub(base) + interval)
			ticked.mu.Unlock()
		}
	})

	b.Run("variant=since-time/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewSinceTime(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
	b.Run("variant=since-time/op=read", func(b *testing.B) {
		for b.Loop() {
			timed.mu.Lock()
			timed.deadline = base.Add(time.Since(base) + interval)
			timed.mu.Unlock()
		}
	})

	b.Run("variant=since-ticks/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicks(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
	b.Run("variant=since-ticks/op=read", func(b *testing.B) {
		for b.Loop() {
			ticked.mu.Lock()
			ticked.deadline = int64(time.Since(base) + interval)
			ticked.mu.Unlock()
		}
	})

	b.Run("variant=nanotime/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := newNanotimeTicks(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
	b.Run("variant=nanotime/op=read", func(b *testing.B) {
		for b.Loop() {
			ticked.mu.Lock()
			ticked.deadline = runtimeNano() + int64(interval)
			ticked.mu.Unlock()
		}
	})

	b.Run("variant=no-clock/op=send", func(b *testing.B) {
		d, err := debounce.NewNoDeadline(interval, func(*debounce.Event) {})
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, nil, func() { // it never delivers
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
	b.Run("variant=no-clock/op=read", func(b *testing.B) {
		for b.Loop() {
			ticked.mu.Lock()
			ticked.deadline = int64(interval)
			ticked.mu.Unlock()
		}
	})
}

// base is what ticks count from.
var base = time.Now()

// The two ways to store a deadline, each beside the lock that guards it. They
// are not on the stack, so that storing the pointer in a time.Time costs the
// check for a write barrier that it costs in a debouncer.
var (
	timed struct {
		mu       sync.Mutex
		deadline time.Time
	}
	ticked struct {
		mu       sync.Mutex
		deadline int64
	}
)

func deliver(sink *probe.Sink) func(*debounce.Event) {
	return func(*debounce.Event) { sink.Delivered() }
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
