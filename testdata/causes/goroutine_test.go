package causes

import (
	"sync"
	"testing"
)

const pixels = 200

func brightness(image []int) int {
	sum := 0
	for _, p := range image {
		sum += p * p
	}
	return sum
}

func goroutineWithout(b *testing.B) {
	image := count(pixels)
	for b.Loop() {
		sink += brightness(image)
	}
}

// The same work in a goroutine that is waited for.
func goroutineWith(b *testing.B) {
	image := count(pixels)
	for b.Loop() {
		sink += brightnessAside(image)
	}
}

func brightnessAside(image []int) (sum int) {
	var done sync.WaitGroup
	done.Go(func() { sum = brightness(image) })
	done.Wait()
	return sum
}
