package causes

import "testing"

const rolls = 96

// A generator of numbers, moved on by a method and by a function.
type generator struct{ state uint64 }

func methodWithout(b *testing.B) {
	g := &generator{state: 1}
	for b.Loop() {
		sink += g.roll(rolls)
	}
}

func (g *generator) roll(n int) int {
	state := g.state
	for range n {
		state = state*6364136223846793005 + 1442695040888963407
	}
	g.state = state
	return int(state >> 33)
}

func methodWith(b *testing.B) {
	g := &generator{state: 1}
	for b.Loop() {
		sink += rollOf(g, rolls)
	}
}

func rollOf(g *generator, n int) int {
	state := g.state
	for range n {
		state = state*6364136223846793005 + 1442695040888963407
	}
	g.state = state
	return int(state >> 33)
}
