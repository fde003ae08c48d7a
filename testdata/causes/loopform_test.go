package causes

import "testing"

const steps = 96

// The compiler makes the same machine code of both forms of the loop.

func loopFormWithout(b *testing.B) {
	list := count(steps)
	for b.Loop() {
		sink += walkIndexed(list)
	}
}

func walkIndexed(list []int) int {
	h := 1
	for i := 0; i < len(list); i++ {
		h = h*33 + list[i]
	}
	return h
}

func loopFormWith(b *testing.B) {
	list := count(steps)
	for b.Loop() {
		sink += walkRange(list)
	}
}

func walkRange(list []int) int {
	h := 1
	for i := range list {
		h = h*33 + list[i]
	}
	return h
}
