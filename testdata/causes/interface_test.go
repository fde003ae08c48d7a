package causes

import "testing"

const shapes = 96

type square struct{ side int }

func (s *square) area() int { return s.side * s.side }

func squaresOf(n int) []*square {
	list := make([]*square, n)
	for i := range list {
		list[i] = &square{side: i}
	}
	return list
}

func interfaceWithout(b *testing.B) {
	list := squaresOf(shapes)
	for b.Loop() {
		sink += areaOfSquares(list)
	}
}

func areaOfSquares(list []*square) int {
	total := 0
	for _, s := range list {
		total += s.area()
	}
	return total
}

type shape interface{ area() int }

// The loop knows nothing but an interface.
func interfaceWith(b *testing.B) {
	var list []shape
	for _, s := range squaresOf(shapes) {
		list = append(list, s)
	}
	for b.Loop() {
		sink += areaOfShapes(list)
	}
}

func areaOfShapes(list []shape) int {
	total := 0
	for _, s := range list {
		total += s.area()
	}
	return total
}
