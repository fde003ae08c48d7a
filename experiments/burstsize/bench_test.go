package burstsize

import (
	"fmt"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/probe"
	"github.com/assay-bench/assay/variants/debounce"
)

const interval = 10 * time.Millisecond

var (
	variants = []string{"goroutine", "afterfunc", "reset", "worker-ticks"}
	sizes    = []int{1, 10, 100, 1000, 10_000, 100_000}
)

func TestMain(m *testing.M) { probe.Main(m) }

func BenchmarkSend(b *testing.B) {
	for _, variant := range variants {
		for _, values := range sizes {
			b.Run(fmt.Sprintf("variant=%s/values=%d", variant, values), func(b *testing.B) {
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
}
