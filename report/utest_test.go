package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/perf/benchmath"
)

// TestPValue: p-values are those of benchmath, with many ties and with few, for
// samples of one size in whichever order they stand.
func TestPValue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 400 {
		n := 1 + random.IntN(12)
		if i%20 == 0 {
			n = exactTies - random.IntN(3)
		}
		m := n
		if i%4 == 1 {
			m = 1 + random.IntN(12)
		}
		steps := []int{1, 2, 5, 40, 1000}[random.IntN(5)]
		sample := func(n, shift int) *benchmath.Sample {
			values := make([]float64, n)
			for i := range values {
				values[i] = float64(random.IntN(steps) + shift)
			}
			return benchmath.NewSample(values, &benchmath.DefaultThresholds)
		}
		one, other := sample(n, 0), sample(m, random.IntN(1+steps/4))
		want := min(1, benchmath.AssumeNothing.Compare(one, other).P)
		if got := pValue(one, other); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v and %v have p=%v, want %v", one.Values, other.Values, got, want)
		}
		if turned := pValue(other, one); n == m && math.Abs(turned-want) > 1e-12 {
			t.Errorf("%v and %v have p=%v, want %v", other.Values, one.Values, turned, want)
		}
	}
}

// BenchmarkPValue compares the p-value of samples that hardly differ with what
// benchmath takes for it. Values with few digits have ties.
func BenchmarkPValue(b *testing.B) {
	for _, n := range []int{12, 25, 50, 100} {
		for _, digits := range []float64{10, 1e9} {
			random := rand.New(rand.NewPCG(1, uint64(n)))
			sample := func() *benchmath.Sample {
				values := make([]float64, n)
				for i := range values {
					values[i] = math.Round(digits*(52+random.NormFloat64())) / digits
				}
				return benchmath.NewSample(values, &benchmath.DefaultThresholds)
			}
			one, other := sample(), sample()
			b.Run(fmt.Sprintf("n=%d/digits=%g/report", n, digits), func(b *testing.B) {
				for b.Loop() {
					pValue(one, other)
				}
			})
			b.Run(fmt.Sprintf("n=%d/digits=%g/benchmath", n, digits), func(b *testing.B) {
				for b.Loop() {
					benchmath.AssumeNothing.Compare(one, other)
				}
			})
		}
	}
}
