package probe

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// usage is what a process has used.
type usage struct {
	cpu        time.Duration
	goroutines uint64
	allocs     uint64
	bytes      uint64
}

// A meter adds up what the process uses between start and stop.
type meter struct {
	total, before usage

	created [1]metrics.Sample
	memory  runtime.MemStats
}

func newMeter() *meter {
	m := new(meter)
	m.created[0].Name = "/sched/goroutines-created:goroutines"
	return m
}

// start and stop read the processor time nearest to what is measured, since
// the other readings stop the world and cost processor time themselves.

func (m *meter) start() {
	m.readHeap(&m.before)
	m.readGoroutines(&m.before)
	m.before.cpu = cpuTime()
}

func (m *meter) stop() {
	var after usage
	after.cpu = cpuTime()
	m.readGoroutines(&after)
	m.readHeap(&after)
	m.total.cpu += after.cpu - m.before.cpu
	m.total.goroutines += after.goroutines - m.before.goroutines
	m.total.allocs += after.allocs - m.before.allocs
	m.total.bytes += after.bytes - m.before.bytes
}

func (m *meter) readHeap(u *usage) {
	runtime.ReadMemStats(&m.memory)
	u.allocs, u.bytes = m.memory.Mallocs, m.memory.TotalAlloc
}

func (m *meter) readGoroutines(u *usage) {
	metrics.Read(m.created[:])
	u.goroutines = m.created[0].Value.Uint64()
}
