package causes

import "testing"

const terms = 96

// Variables have other names, and statements that do not depend on each other
// stand in another order.

func reorderedWithout(b *testing.B) {
	list := count(terms)
	for b.Loop() {
		sink += moments(list)
	}
}

func moments(list []int) int {
	first, second := 1, 1
	for _, n := range list {
		first = first*3 + n
		second = second*7 ^ n
	}
	return first + second
}

func reorderedWith(b *testing.B) {
	list := count(terms)
	for b.Loop() {
		sink += figures(list)
	}
}

func figures(values []int) int {
	y, x := 1, 1
	for _, v := range values {
		y = y*7 ^ v
		x = x*3 + v
	}
	return x + y
}
