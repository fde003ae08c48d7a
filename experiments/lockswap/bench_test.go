package lockswap

import (
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/probe"
	"github.com/assay-bench/assay/variants/debounce"
	"github.com/assay-bench/assay/variants/guard"
)

const (
	interval = 10 * time.Millisecond
	values   = 100_000
)

var events = make([]debounce.Event, values)

func TestMain(m *testing.M) { probe.Main(m) }

// BenchmarkLock writes each loop out for its own type. A loop shared between
// the locks would reach them through an interface or a dictionary, and all of
// them would be the arm lock=locker.
func BenchmarkLock(b *testing.B) {
	b.Run("lock=reentrant/op=counter", func(b *testing.B) {
		var c guard.CounterReentrant
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=reentrant/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksReentrant(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("lock=mutex/op=counter", func(b *testing.B) {
		var c guard.CounterMutex
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=mutex/op=send", func(b *testing.B) {
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

	b.Run("lock=defer/op=counter", func(b *testing.B) {
		var c guard.CounterDefer
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=defer/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksDefer(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("lock=locker/op=counter", func(b *testing.B) {
		c := guard.NewCounterLocker()
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=locker/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksLocker(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("lock=rwmutex/op=counter", func(b *testing.B) {
		var c guard.CounterRWMutex
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=rwmutex/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksRWMutex(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("lock=spin/op=counter", func(b *testing.B) {
		var c guard.CounterSpin
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=spin/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksSpin(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("lock=channel/op=counter", func(b *testing.B) {
		c := guard.NewCounterChan()
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=channel/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksChan(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("lock=semaphore/op=counter", func(b *testing.B) {
		c := guard.NewCounterSemaphore()
		for b.Loop() {
			c.Inc()
		}
	})
	b.Run("lock=semaphore/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicksSemaphore(interval, deliver(sink))
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})
}

func deliver(sink *probe.Sink) func(*debounce.Event) {
	return func(*debounce.Event) { sink.Delivered() }
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
