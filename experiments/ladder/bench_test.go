package ladder

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

func TestMain(m *testing.M) { probe.Main(m) }

func BenchmarkSend(b *testing.B) {
	for _, rung := range debounce.Rungs {
		b.Run("variant="+rung.Name+"/values=100000", func(b *testing.B) {
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
