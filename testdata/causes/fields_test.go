package causes

import "testing"

const points = 96

// Two types of one size, with their fields in another order.

type position struct{ x, y, z, w int }

func fieldsWithout(b *testing.B) {
	list := make([]position, points)
	for i := range list {
		list[i] = position{x: i, y: 1, z: 2, w: 3}
	}
	for b.Loop() {
		sink += alongX(list)
	}
}

func alongX(list []position) int {
	h := 1
	for i := range list {
		h = h*31 + list[i].x ^ list[i].w
	}
	return h
}

type location struct{ w, z, y, x int }

func fieldsWith(b *testing.B) {
	list := make([]location, points)
	for i := range list {
		list[i] = location{x: i, y: 1, z: 2, w: 3}
	}
	for b.Loop() {
		sink += alongLast(list)
	}
}

func alongLast(list []location) int {
	h := 1
	for i := range list {
		h = h*31 + list[i].x ^ list[i].w
	}
	return h
}
