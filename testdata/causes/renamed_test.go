package causes

import "testing"

const letters = 96

// The same function under two names.

func renamedWithout(b *testing.B) {
	list := count(letters)
	for b.Loop() {
		sink += fold(list)
	}
}

func fold(list []int) int {
	h := 17
	for _, n := range list {
		h = h*31 ^ n
	}
	return h
}

func renamedWith(b *testing.B) {
	list := count(letters)
	for b.Loop() {
		sink += combine(list)
	}
}

func combine(list []int) int {
	h := 17
	for _, n := range list {
		h = h*31 ^ n
	}
	return h
}
