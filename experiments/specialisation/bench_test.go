package specialisation

import (
	"fmt"
	"strconv"
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

// What is sent, one slice a type, made before anything is measured.
var (
	ints      = make([]int, values)
	words     = make([]string, values)
	events    = make([]debounce.Event, values)
	stringers = make([]fmt.Stringer, values)
)

// A number is a fmt.Stringer whose value does not fit into an interface.
type number struct{ n int }

func (n *number) String() string { return strconv.Itoa(n.n) }

func TestMain(m *testing.M) {
	for i := range values {
		ints[i] = 1000 + i // below 256 an int goes into an interface without an allocation
		words[i] = "value"
		stringers[i] = &number{i}
	}
	probe.Main(m)
}

// BenchmarkSend calls Send of each type as a user does. Each loop is written
// out for its own type; a shared one would reach Send through an interface or
// a dictionary, which is what is to be told apart here.
func BenchmarkSend(b *testing.B) {
	b.Run("variant=concrete-int/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewConcreteInt(interval, func(int) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for _, v := range ints {
				d.Send(v)
			}
		})
	})

	b.Run("variant=generic-int/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicks(interval, func(int) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for _, v := range ints {
				d.Send(v)
			}
		})
	})

	b.Run("variant=generic-string/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicks(interval, func(string) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for _, v := range words {
				d.Send(v)
			}
		})
	})

	b.Run("variant=generic-pointer/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicks(interval, func(*debounce.Event) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("variant=generic-struct/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicks(interval, func(debounce.Event) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(events[i])
			}
		})
	})

	b.Run("variant=generic-interface/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewTicks(interval, func(fmt.Stringer) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for _, v := range stringers {
				d.Send(v)
			}
		})
	})

	b.Run("variant=any-pointer/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewHeldAny(interval, func(any) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for i := range events {
				d.Send(&events[i])
			}
		})
	})

	b.Run("variant=any-int/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewHeldAny(interval, func(any) { sink.Delivered() })
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for _, v := range ints {
				d.Send(v)
			}
		})
	})

	b.Run("variant=strategy/op=send", func(b *testing.B) {
		sink := probe.NewSink()
		d, err := debounce.NewStrategy(interval, func(int) { sink.Delivered() }, new(sync.Mutex), debounce.Monotonic{})
		check(b, err)
		defer d.Close()
		probe.Bursts(b, values, sink, func() {
			for _, v := range ints {
				d.Send(v)
			}
		})
	})
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
