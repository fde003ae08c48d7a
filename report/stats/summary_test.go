package stats

import (
	"math"
	"slices"
	"testing"
)

func TestSummarize(t *testing.T) {
	check := func(want Summary, values ...float64) {
		t.Helper()
		before := slices.Clone(values)
		if got := Summarize(values); got != want {
			t.Errorf("Summarize(%v) = %+v, want %+v", before, got, want)
		}
		for i := range values {
			if math.Float64bits(values[i]) != math.Float64bits(before[i]) {
				t.Fatalf("Summarize sorted the caller's %v to %v", before, values)
			}
		}
	}
	check(Summary{})
	check(Summary{}, math.NaN(), math.Inf(1))
	check(Summary{N: 1, Median: 7, Min: 7, Max: 7}, 7)
	check(Summary{N: 3, Median: 2, Min: 1, Max: 9}, 9, 1, 2)
	check(Summary{N: 4, Median: 2.5, Min: 1, Max: 9}, 9, 1, 2, 3)
	check(Summary{N: 2, Median: 0, Min: 0, Max: 0}, 0, math.NaN(), 0)
	check(Summary{N: 2, Median: math.MaxFloat64, Min: math.MaxFloat64, Max: math.MaxFloat64}, math.MaxFloat64, math.MaxFloat64)
}
