package probe_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/probe"
)

// lastWord is a debouncer: 10 ms after the last call of say, it calls hear.
type lastWord struct{ timer *time.Timer }

func newLastWord(hear func()) *lastWord {
	w := &lastWord{timer: time.AfterFunc(time.Hour, hear)}
	w.timer.Stop()
	return w
}

func (w *lastWord) say()   { w.timer.Reset(10 * time.Millisecond) }
func (w *lastWord) close() { w.timer.Stop() }

// A benchmark makes what it measures, tells it to report deliveries to a
// Sink, and hands Bursts the loop that sends one burst.
func Example() {
	benchmarkSay := func(b *testing.B) {
		const values = 1000
		sink := probe.NewSink()
		w := newLastWord(sink.Delivered)
		defer w.close()
		probe.Bursts(b, values, sink, func() {
			for range values {
				w.say()
			}
		})
	}

	result := testing.Benchmark(benchmarkSay)
	fmt.Println("deliveries/burst:", result.Extra["deliveries/burst"])
	fmt.Println("goroutines/burst:", result.Extra["goroutines/burst"])
	fmt.Println("allocs/send:", int(result.Extra["allocs/send"]))
	// Output:
	// deliveries/burst: 1
	// goroutines/burst: 1
	// allocs/send: 0
}
