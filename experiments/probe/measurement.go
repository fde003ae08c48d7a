package probe

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

// A measurement adds up bursts.
type measurement struct {
	values int   // of one burst
	sink   *Sink // nil where nothing is delivered
	meter  *meter
	timer  *time.Timer

	bursts     int
	sending    time.Duration
	deliveries int

	// before is how many values were sent that are not measured.
	before int
}

// evidence is the environment variable that assay sets where it captures
// evidence and times nothing.
const evidence = "ASSAY_EVIDENCE"

func newMeasurement(values int, sink *Sink) *measurement {
	timer := time.NewTimer(patience)
	timer.Stop()
	return &measurement{values: values, sink: sink, meter: newMeter(), timer: timer}
}

// A prepared burst sends its values when it is called, and returns when the
// sending began and ended.
type prepared func() (start, end time.Duration)

// burst runs a burst to its end and adds it. What prepare does and starts
// does not count.
func (m *measurement) burst(b *testing.B, prepare func() prepared) {
	b.Helper()
	delivered := m.sink.deliveries()
	running := runtime.NumGoroutine()
	send := prepare()

	m.meter.start()
	start, end := send()
	if m.sink != nil {
		if err := m.sink.await(end, delivered, m.timer); err != nil {
			b.Fatal(err)
		}
		if err := settle(running); err != nil {
			b.Fatal(err)
		}
	}
	m.meter.stop()

	m.bursts++
	m.sending += end - start
	m.deliveries += m.sink.deliveries() - delivered
}

// settle blocks until no more than that many goroutines run, and fails when
// there are more for too long. To look costs nanoseconds; a sleep costs some
// microseconds of processor time, which count as the burst's.
func settle(running int) error {
	runtime.Gosched() // mostly the goroutine that delivered has only to return
	for began := now(); runtime.NumGoroutine() > running; {
		if now()-began > patience {
			return fmt.Errorf("%d goroutines of the burst still run %v after its delivery", runtime.NumGoroutine()-running, patience)
		}
		time.Sleep(100 * time.Microsecond)
	}
	return nil
}

// report reports the metrics.
func (m *measurement) report(b *testing.B) {
	bursts := float64(m.bursts)
	sends := bursts * float64(m.values)
	used := m.meter.total
	b.ReportMetric(0, "ns/op") // would hold the wait for the delivery
	b.ReportMetric(float64(m.sending)/sends, "ns/send")
	b.ReportMetric(float64(used.cpu)/sends, "cpu-ns/send")
	b.ReportMetric(float64(used.goroutines)/bursts, "goroutines/burst")
	b.ReportMetric(float64(used.bytes)/sends, "B/send")
	b.ReportMetric(float64(used.allocs)/sends, "allocs/send")
	if m.sink != nil {
		b.ReportMetric(float64(m.deliveries)/bursts, "deliveries/burst")
	}
	if os.Getenv(evidence) != "" {
		// A profile holds what was not measured too.
		b.ReportMetric(sends+float64(m.before), "ops")
	}
}
