package taskreuse

import (
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/probe"
	"github.com/assay-bench/assay/variants/debounce"
)

const (
	interval = 10 * time.Millisecond
	values   = 100_000
)

// variants are the rungs that differ in what they start for a value, and the
// packages that people use.
var variants = []string{
	"goroutine", "afterfunc", "reset", "owner", "owner-buffered",
	"worker-reentrant", "worker-mutex", "worker-ticks",
	"bep", "lo",
}

func TestMain(m *testing.M) { probe.Main(m) }

func BenchmarkSend(b *testing.B) {
	for _, variant := range variants {
		b.Run("variant="+variant+"/values=100000", func(b *testing.B) {
			rung, ok := debounce.Find(variant)
			if !ok {
				b.Fatalf("variants/debounce has no rung %q", variant)
			}
			sink := probe.NewSink()
			d, err := rung.New(interval, func(*debounce.Event) { sink.Delivered() })
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()

			events := make([]debounce.Event, values)
			probe.Bursts(b, values, sink, func() { d.SendAll(events) })
		})
	}
}
