package probe

import (
	"flag"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestMain makes the benchmarks that the tests run three bursts long.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.benchtime", "3x"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// A fake stands for a debouncer whose cost is known exactly.
type fake struct {
	sink       *Sink
	goroutines int // started for each burst; at least one, which delivers
	deliveries int // for each burst
	allocs     int // for each value, of 64 bytes each
	sends      int
}

var kept *[64]byte

func (f *fake) send() {
	for range f.allocs {
		kept = new([64]byte)
	}
	f.sends++
}

// finish is called once at the end of a burst.
func (f *fake) finish() {
	for range f.goroutines - 1 {
		go time.Sleep(15 * time.Millisecond) // ends after the delivery
	}
	go func() {
		time.Sleep(10 * time.Millisecond)
		for range f.deliveries {
			f.sink.Delivered()
		}
	}()
}

func TestBursts(t *testing.T) {
	const values = 10_000
	for _, test := range []struct {
		name                           string
		goroutines, deliveries, allocs int
	}{
		{"one of each", 1, 1, 1},
		{"no allocation", 1, 1, 0},
		{"several goroutines", 7, 1, 2},
		{"several deliveries", 1, 3, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := &fake{sink: NewSink(), goroutines: test.goroutines, deliveries: test.deliveries, allocs: test.allocs}
			got := testing.Benchmark(func(b *testing.B) {
				Bursts(b, values, f.sink, func() {
					for range values {
						f.send()
					}
					f.finish()
				})
			})
			if got.N != 3 {
				t.Fatalf("%d bursts measured, want 3", got.N)
			}
			if f.sends != 4*values {
				t.Errorf("%d sends, want those of one burst to warm up and three to measure", f.sends)
			}
			want(t, got, "goroutines/burst", float64(test.goroutines), 0)
			want(t, got, "deliveries/burst", float64(test.deliveries), 0)
			// The goroutines and their timers allocate, too.
			want(t, got, "allocs/send", float64(test.allocs), 0.02)
			want(t, got, "B/send", float64(64*test.allocs), 2)
			want(t, got, "ns/op", 0, 0)
			positive(t, got, "ns/send")
		})
	}
}

// TestTimeIsThatOfSending runs in virtual time, so that the sending takes what
// it sleeps and nothing else.
func TestTimeIsThatOfSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := testing.Benchmark(func(b *testing.B) {
			sink := NewSink()
			Bursts(b, 10, sink, func() {
				time.AfterFunc(time.Second, sink.Delivered)
				time.Sleep(20 * time.Millisecond)
			})
		})
		want(t, got, "ns/send", float64(2*time.Millisecond), 0)
	})
}

// TestProcessorTime burns a known amount of it in a goroutine that runs after
// the sending, where ns/send must not and cpu-ns/send must see it.
func TestProcessorTime(t *testing.T) {
	const burn = 100 * time.Millisecond
	sink := NewSink()
	got := testing.Benchmark(func(b *testing.B) {
		Bursts(b, 1, sink, func() {
			go func() {
				for began := cpuTime(); cpuTime()-began < burn; {
				}
				sink.Delivered()
			}()
		})
	})
	if cpu := got.Extra["cpu-ns/send"]; cpu < float64(burn) {
		t.Errorf("cpu-ns/send = %v, want at least the %v that were burnt", cpu, float64(burn))
	}
}

func TestBurstsWithoutSink(t *testing.T) {
	sends := 0
	got := testing.Benchmark(func(b *testing.B) {
		Bursts(b, 10, nil, func() { sends += 10 })
	})
	if sends != 40 {
		t.Errorf("%d sends, want 40", sends)
	}
	if n, ok := got.Extra["deliveries/burst"]; ok {
		t.Errorf("deliveries/burst = %v reported, though nobody counts them", n)
	}
	want(t, got, "goroutines/burst", 0, 0)
}

func TestAwait(t *testing.T) {
	for _, test := range []struct {
		name       string
		deliveries []time.Duration // since the burst began; sending ends after 2s
		waited     time.Duration   // since the end of sending
		err        string
	}{
		{"one after the end", []time.Duration{3 * time.Second}, 1 * time.Second, ""},
		{"one in the midst, one after the end", []time.Duration{1 * time.Second, 4 * time.Second}, 2 * time.Second, ""},
		{"one, late in the sending", []time.Duration{1999 * time.Millisecond}, patience, ""},
		{"none", nil, patience, "no delivery within 5s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				timer := time.NewTimer(time.Hour)
				timer.Stop()
				sink := NewSink()
				sink.Delivered() // in an earlier burst

				for _, after := range test.deliveries {
					time.AfterFunc(after, sink.Delivered)
				}
				time.Sleep(2 * time.Second)
				end := now()
				err := sink.await(end, 1, timer)
				if waited := now() - end; waited != test.waited {
					t.Errorf("waited %v, want %v", waited, test.waited)
				}
				if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
					t.Errorf("error %v, want %q", err, test.err)
				}
			})
		})
	}
}

func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := now()
		err := settle(0) // this one runs, at least
		if err == nil || !strings.Contains(err.Error(), "goroutines of the burst still run 5s after its delivery") {
			t.Errorf("with goroutines too many: error %v", err)
		}
		if waited := now() - began; waited < patience {
			t.Errorf("gave up after %v", waited)
		}
		go time.Sleep(time.Second)
		if err := settle(runtime.NumGoroutine() - 1); err != nil {
			t.Error(err)
		}
	})
}

// want fails unless a metric has a value, give or take.
func want(t *testing.T, got testing.BenchmarkResult, unit string, value, give float64) {
	t.Helper()
	if v, ok := got.Extra[unit]; !ok || math.Abs(v-value) > give {
		t.Errorf("%s = %v (reported: %v), want %v ± %v", unit, v, ok, value, give)
	}
}

func positive(t *testing.T, got testing.BenchmarkResult, unit string) {
	t.Helper()
	if v := got.Extra[unit]; !(v > 0) {
		t.Errorf("%s = %v, want more than zero", unit, v)
	}
}
