package lockplacement

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/probe"
)

// quiet is so long that nothing is delivered while a benchmark runs. A worker
// that wakes up would be one more to contend for the lock, and two debouncers
// whose senders end at different times have no one moment after which both
// have delivered.
const quiet = time.Hour

// values is how many a burst has, by operation and number of senders: what
// takes 100 ms or so where there are several, so that they overlap, and a
// tenth of that for one sender alone.
var values = map[string]map[int]int{
	"counter": {1: 1_000_000, 2: 6_000_000, 8: 3_000_000},
	"send":    {1: 200_000, 2: 2_000_000, 8: 1_000_000},
	"pair":    {2: 4_000_000},
}

func TestMain(m *testing.M) { probe.Main(m) }

// BenchmarkPlacement lets senders increment one counter, send to one
// debouncer, or, two of them, send to a debouncer each.
func BenchmarkPlacement(b *testing.B) {
	for _, p := range pairs {
		b.Run(name(p.layout, "pair", 2), func(b *testing.B) {
			send, apart, stop, err := p.start()
			check(b, err)
			defer stop()
			probe.Senders(b, 2, values["pair"][2], nil, send)
			b.ReportMetric(float64(apart), "bytes-apart")
		})
	}
	for _, senders := range []int{1, 2, 8} {
		for _, l := range layouts {
			b.Run(name(l.layout, "send", senders), func(b *testing.B) {
				d, err := l.newDebouncer()
				check(b, err)
				defer d.Close()
				probe.Senders(b, senders, values["send"][senders], nil, l.send(d))
				b.ReportMetric(heapBytes(func() { l.newDebouncer() }), "bytes/instance")
			})
		}
		for _, l := range layouts {
			b.Run(name(l.layout, "counter", senders), func(b *testing.B) {
				c := l.newCounter()
				probe.Senders(b, senders, values["counter"][senders], nil, l.count(c))
				b.ReportMetric(heapBytes(func() { l.newCounter() }), "bytes/instance")
			})
		}
	}
}

func name(layout, op string, senders int) string {
	return fmt.Sprintf("layout=%s/op=%s/senders=%d", layout, op, senders)
}

// heapBytes returns how many bytes of the heap one call takes, as the
// allocator rounds them up.
func heapBytes(allocate func()) float64 {
	const calls = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		allocate()
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / calls
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
