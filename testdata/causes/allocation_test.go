package causes

import "testing"

const sensors = 64

// A reading is what a sensor said.
type reading struct{ sensor, value int }

func allocationWithout(b *testing.B) {
	batch := make([]reading, 0, sensors)
	for b.Loop() {
		batch = readValues(batch[:0])
		sink += batch[sensors-1].value
	}
}

func readValues(batch []reading) []reading {
	for i := range sensors {
		batch = append(batch, reading{sensor: i, value: i * i})
	}
	return batch
}

// Each reading is an object of its own.
func allocationWith(b *testing.B) {
	batch := make([]*reading, 0, sensors)
	for b.Loop() {
		batch = readPointers(batch[:0])
		sink += batch[sensors-1].value
	}
}

func readPointers(batch []*reading) []*reading {
	for i := range sensors {
		batch = append(batch, &reading{sensor: i, value: i * i})
	}
	return batch
}
