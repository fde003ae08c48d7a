package causes

import "testing"

const grades = 96

// A generic function and what one would write for int. It calls no method, so
// that it has no use for its dictionary.

func genericWithout(b *testing.B) {
	list := count(grades)
	for b.Loop() {
		sink += polynomial(list)
	}
}

func polynomial(list []int) int {
	value := 1
	for _, n := range list {
		value = value*13 + n
	}
	return value
}

func genericWith(b *testing.B) {
	list := count(grades)
	for b.Loop() {
		sink += polynomialOf(list)
	}
}

func polynomialOf[T int | int64](list []T) T {
	value := T(1)
	for _, n := range list {
		value = value*13 + n
	}
	return value
}
