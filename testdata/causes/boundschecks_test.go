package causes

import "testing"

const samples = 128

// A mixer has the channels of a recording.
type mixer struct{ left, right, center, rear []int }

func newMixer() *mixer {
	return &mixer{left: count(samples), right: count(samples), center: count(samples), rear: count(samples)}
}

func boundsChecksWithout(b *testing.B) {
	m := newMixer()
	for b.Loop() {
		sink += m.mixEqual()
	}
}

// mixEqual tells the compiler that the channels are equally long.
func (m *mixer) mixEqual() int {
	left := m.left
	right, center, rear := m.right[:len(left)], m.center[:len(left)], m.rear[:len(left)]
	sum := 0
	for i := range left {
		sum += left[i] ^ right[i] ^ center[i] ^ rear[i]
	}
	return sum
}

func boundsChecksWith(b *testing.B) {
	m := newMixer()
	for b.Loop() {
		sink += m.mix()
	}
}

func (m *mixer) mix() int {
	left, right, center, rear := m.left, m.right, m.center, m.rear
	sum := 0
	for i := range left {
		sum += left[i] ^ right[i] ^ center[i] ^ rear[i]
	}
	return sum
}
