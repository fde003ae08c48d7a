package profiler

import (
	"math"
	"testing"
)

// TestDither: an arm that allocates one percent more than another has one
// percent more collections over the rounds of a run. With the same number of
// iterations in every round it could have a third more.
func TestDither(t *testing.T) {
	const (
		iterations = 1480
		heap       = 4 << 20 // where a collection begins
		bytes      = 2830.0  // of an operation: just short of one collection
		rounds     = 100
	)
	collections := func(bytes float64, n func(round int) int) float64 {
		total := 0.0
		for round := 1; round <= rounds; round++ {
			total += math.Floor(float64(n(round)) * bytes / heap)
		}
		return total
	}
	fixed := func(int) int { return iterations }
	dithered := func(round int) int { return dither(iterations, round) }
	if one, more := collections(bytes, fixed), collections(1.01*bytes, fixed); one != 0 || more != rounds {
		t.Errorf("the case shows nothing: %v and %v collections", one, more)
	}
	if one, more := collections(bytes, dithered), collections(1.01*bytes, dithered); one < 40 || more < one || more > one+5 {
		t.Errorf("%v collections, and %v where one percent more is allocated; want about half of the rounds and hardly more", one, more)
	}
}

func TestDitherRange(t *testing.T) {
	sum := 0.0
	for round := 1; round <= 1000; round++ {
		n := dither(1000, round)
		if n < 750 || n > 1250 {
			t.Errorf("round %d: %d iterations", round, n)
		}
		sum += float64(n)
	}
	if mean := sum / 1000; math.Abs(mean-1000) > 1 {
		t.Errorf("%v iterations in the middle, want 1000", mean)
	}
	for _, few := range []int{1, 2, 19} {
		if n := dither(few, 3); n != few {
			t.Errorf("dither(%d) is %d: so few are not moved", few, n)
		}
	}
}
