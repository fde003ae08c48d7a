package causes

import "testing"

const probes = 64

// slots is a power of two, which the compiler does not know.
var slots uint64 = 1 << 10

func divisionWithout(b *testing.B) {
	for b.Loop() {
		sink += probeMasked(slots - 1)
	}
}

func probeMasked(mask uint64) int {
	at := uint64(1)
	for range probes {
		at = (at*5 + 3) & mask
	}
	return int(at)
}

func divisionWith(b *testing.B) {
	for b.Loop() {
		sink += probeModulo(slots)
	}
}

func probeModulo(size uint64) int {
	at := uint64(1)
	for range probes {
		at = (at*5 + 3) % size
	}
	return int(at)
}
