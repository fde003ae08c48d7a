package probe

import (
	"math"
	"testing"
	"time"
)

// steady returns the stamps of a sender that starts at a time and takes as
// long for each of its pieces.
func steady(start, piece time.Duration, pieces int) []time.Duration {
	stamps := []time.Duration{start}
	for range pieces {
		stamps = append(stamps, stamps[len(stamps)-1]+piece)
	}
	return stamps
}

// then appends more pieces to stamps.
func then(stamps []time.Duration, piece time.Duration, pieces int) []time.Duration {
	last := stamps[len(stamps)-1]
	return append(stamps, steady(last, piece, pieces)[1:]...)
}

func TestOverlap(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name   string
		stamps [][]time.Duration
		want   int
		share  float64
	}{
		{"side by side",
			[][]time.Duration{steady(0, ms, 100), steady(0, ms, 100)}, 2, 1},
		{"one after the other",
			[][]time.Duration{steady(0, ms, 100), steady(100*ms, ms, 100)}, 2, 0},
		{"half",
			[][]time.Duration{steady(0, ms, 100), steady(50*ms, ms, 50)}, 2, 0.5},
		{"half, one starts late and ends late",
			[][]time.Duration{steady(0, ms, 75), steady(25*ms, ms, 75)}, 2, 0.5},
		{"eight on two processors, in turns too short to see",
			[][]time.Duration{
				steady(0, ms, 100), steady(0, ms, 100), steady(0, ms, 100), steady(0, ms, 100),
				steady(0, ms, 100), steady(0, ms, 100), steady(0, ms, 100), steady(0, ms, 100),
			}, 2, 1},
		{"eight on two processors, four pairs one after the other",
			[][]time.Duration{
				steady(0, ms, 25), steady(0, ms, 25), steady(25*ms, ms, 25), steady(25*ms, ms, 25),
				steady(50*ms, ms, 25), steady(50*ms, ms, 25), steady(75*ms, ms, 25), steady(75*ms, ms, 25),
			}, 2, 1},
		{"three wanted, never more than two",
			[][]time.Duration{steady(0, ms, 100), steady(0, ms, 50), steady(50*ms, ms, 50)}, 3, 0},
		{"one is stopped for half of the time",
			[][]time.Duration{
				steady(0, ms, 100),
				then(then(steady(0, ms, 25), 50*ms, 1), ms, 25),
			}, 2, 0.5},
		{"two take turns of ten pieces",
			[][]time.Duration{
				then(then(steady(0, ms, 10), 10*ms, 1), ms, 10),
				then(then(steady(0, 10*ms, 1), ms, 10), 10*ms, 1),
			}, 2, 0},
		{"a stop shorter than can be told from a wait for the lock",
			[][]time.Duration{
				steady(0, ms/10, 100),
				then(then(steady(0, ms/10, 40), 19*ms/10, 1), ms/10, 41),
			}, 2, 1},
		{"pieces are long, but all of them",
			[][]time.Duration{steady(0, 20*ms, 50), steady(0, 20*ms, 50)}, 2, 1},
		{"one sender alone",
			[][]time.Duration{steady(5*ms, ms, 100)}, 1, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			whole, shared := overlap(test.stamps, test.want)
			if share := float64(shared) / float64(whole); math.Abs(share-test.share) > 1e-9 {
				t.Errorf("overlap is %v of %v: %v, want %v", shared, whole, share, test.share)
			}
		})
	}
}

func TestShare(t *testing.T) {
	for _, n := range []int{0, 1, 7, 256, 1000, 100_001} {
		for _, parts := range []int{1, 3, 256} {
			next := 0
			for part := range parts {
				from, to := share(n, part, parts)
				if from != next || to < from || to-from > n/parts+1 {
					t.Fatalf("share(%d, %d, %d) = %d, %d after %d", n, part, parts, from, to, next)
				}
				next = to
			}
			if next != n {
				t.Errorf("the %d shares of %d end at %d", parts, n, next)
			}
		}
	}
}
