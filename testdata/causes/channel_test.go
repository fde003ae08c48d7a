package causes

import "testing"

const queued = 64

func channelWithout(b *testing.B) {
	queue := make([]int, 0, queued)
	for b.Loop() {
		sink += throughSlice(queue[:0])
	}
}

func throughSlice(queue []int) int {
	for i := range queued {
		queue = append(queue, i)
	}
	sum := 0
	for _, n := range queue {
		sum += n
	}
	return sum
}

// A channel serves as the queue of one goroutine. Nobody waits.
func channelWith(b *testing.B) {
	queue := make(chan int, queued)
	for b.Loop() {
		sink += throughChannel(queue)
	}
}

func throughChannel(queue chan int) int {
	for i := range queued {
		queue <- i
	}
	sum := 0
	for range queued {
		sum += <-queue
	}
	return sum
}
