package probe

import (
	"cmp"
	"slices"
	"time"
)

// A sender that sends a piece has been stopped within it when the piece took
// both much longer than pieces usually do and longer than a wait for a lock
// is likely to: the scheduler of Go lets a goroutine run for 10 ms before
// another gets its turn, those of operating systems for some milliseconds,
// while sync.Mutex hands the lock to a waiter after one.
const (
	stopFactor = 4
	stopTime   = 2 * time.Millisecond
)

// overlap returns the time from the start of the first sender to the end of
// the last one, and for how much of it at least want of them were at work.
// Stamps hold, for each sender, when it began and when it ended each of its
// pieces.
//
// A sender is at work from the beginning of a piece to its end, unless the
// piece took at least stopTime and stopFactor times the median of all pieces.
// Then it was stopped on the way; since nobody knows when, the piece counts
// as not at work as a whole. This makes overlap too small, by one piece for
// each stop: one part in 256 of a sender's work. It makes it too large by
// stops that are too short to see: senders that take turns of less than
// stopTime count as working side by side. A sender that waits for a lock is
// at work, since contending is what it is there for.
func overlap(stamps [][]time.Duration, want int) (whole, shared time.Duration) {
	limit := max(stopTime, stopFactor*median(stamps))

	// A step is a sender that begins to be at work, or ends.
	type step struct {
		at     time.Duration
		change int
	}
	var steps []step
	for _, sender := range stamps {
		for p := range len(sender) - 1 {
			if from, to := sender[p], sender[p+1]; to-from < limit {
				steps = append(steps, step{from, +1}, step{to, -1})
			}
		}
	}
	slices.SortFunc(steps, func(x, y step) int { return cmp.Compare(x.at, y.at) })

	working := 0
	for i, s := range steps {
		if working >= want {
			shared += s.at - steps[i-1].at
		}
		working += s.change
	}
	start, end := span(stamps)
	return end - start, shared
}

// span returns when the first sender began and when the last one ended.
func span(stamps [][]time.Duration) (start, end time.Duration) {
	start, end = stamps[0][0], stamps[0][0]
	for _, sender := range stamps {
		start = min(start, sender[0])
		end = max(end, sender[len(sender)-1])
	}
	return start, end
}

// median returns the median of how long pieces took.
func median(stamps [][]time.Duration) time.Duration {
	var took []time.Duration
	for _, sender := range stamps {
		for p := range len(sender) - 1 {
			took = append(took, sender[p+1]-sender[p])
		}
	}
	slices.Sort(took)
	return took[len(took)/2]
}
