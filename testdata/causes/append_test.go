package causes

import "testing"

const squared = 200

func appendWithout(b *testing.B) {
	for b.Loop() {
		sinkNumber = squaresSized(squared)
	}
}

func squaresSized(n int) []int {
	list := make([]int, 0, n)
	for i := range n {
		list = append(list, i*i)
	}
	return list
}

// The slice is made anew each time that it is full.
func appendWith(b *testing.B) {
	for b.Loop() {
		sinkNumber = squares(squared)
	}
}

func squares(n int) []int {
	var list []int
	for i := range n {
		list = append(list, i*i)
	}
	return list
}
