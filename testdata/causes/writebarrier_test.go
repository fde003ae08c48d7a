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
	first := t.numbers[0]
	for i := 1; i < len(t.numbers); i++ {
		t.numbers[i-1] = t.numbers[i]
	}
	t.numbers[len(t.numbers)-1] = first
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
	first := t.jobs[0]
	for i := 1; i < len(t.jobs); i++ {
		t.jobs[i-1] = t.jobs[i]
	}
	t.jobs[len(t.jobs)-1] = first
}

// Both queues outlive their benchmark.
var (
	numberTurn  = new(turn)
	pointerTurn = new(jobTurn)
)
