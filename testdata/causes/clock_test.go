package causes

import (
	"testing"
	"time"
)

const events = 32

// An event is when something happened.
type event struct {
	what int
	at   time.Duration
}

// One reading of the clock serves the whole batch.
func clockWithout(b *testing.B) {
	start := time.Now()
	batch := make([]event, events)
	for b.Loop() {
		stampBatch(batch, start)
		sink += int(batch[events-1].at)
	}
}

func stampBatch(batch []event, start time.Time) {
	at := time.Since(start)
	for i := range batch {
		batch[i] = event{what: i, at: at}
	}
}

func clockWith(b *testing.B) {
	start := time.Now()
	batch := make([]event, events)
	for b.Loop() {
		stampEach(batch, start)
		sink += int(batch[events-1].at)
	}
}

func stampEach(batch []event, start time.Time) {
	for i := range batch {
		batch[i] = event{what: i, at: time.Since(start)}
	}
}
