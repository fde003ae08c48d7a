package causes

import "testing"

const amounts = 128

// A tariff adds so many percent.
type tariff struct{ percent int }

func (t *tariff) add(cents int) int { return cents + cents*t.percent>>7 }

func closureWithout(b *testing.B) {
	list := count(amounts)
	t := &tariff{percent: 24}
	for b.Loop() {
		sink += t.total(list)
	}
}

func (t *tariff) total(list []int) int {
	total := 0
	for _, cents := range list {
		total += t.add(cents)
	}
	return total
}

// A hook adds what it was made to add.
type hook struct{ add func(cents int) int }

func newHook(percent int) *hook {
	return &hook{add: func(cents int) int { return cents + cents*percent>>7 }}
}

func closureWith(b *testing.B) {
	list := count(amounts)
	h := newHook(24)
	for b.Loop() {
		sink += h.total(list)
	}
}

func (h *hook) total(list []int) int {
	total := 0
	for _, cents := range list {
		total += h.add(cents)
	}
	return total
}
