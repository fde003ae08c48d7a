package causes

import "testing"

const waiting = 256

type job struct{ number int }

// A turn is a queue of the numbers of jobs.
type turn struct{ numbers [waiting]int }

func writeBarrierWithout(b *testing.B) {
	t := numberTurn
	for i := range t.numbers {
		t.numbers[i] = i
	}
	for b.Loop() {
		t.advance()
	}
	sink += t.numbers[0]
}

func (t *turn) advance() {
	last := t.numbers[len(t.numbers)-1]
	for i := len(t.numbers) - 1; i > 0; i-- {
		t.numbers[i] = t.numbers[i-1]
	}
	t.numbers[0] = last
}

// A jobTurn is a queue of the jobs themselves. Pointers move within the heap,
// and of that the collector wants to know.
type jobTurn struct{ jobs [waiting]*job }

func writeBarrierWith(b *testing.B) {
	t := pointerTurn
	for i := range t.jobs {
		t.jobs[i] = &job{number: i}
	}
	for b.Loop() {
		t.advance()
	}
	sink += t.jobs[0].number
}

func (t *jobTurn) advance() {
	last := t.jobs[len(t.jobs)-1]
	for i := len(t.jobs) - 1; i > 0; i-- {
		t.jobs[i] = t.jobs[i-1]
	}
	t.jobs[0] = last
}

// Both queues outlive their benchmark.
var (
	numberTurn  = new(turn)
	pointerTurn = new(jobTurn)
)
