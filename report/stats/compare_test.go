package stats

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCompare(t *testing.T) {
	r, err := Compare([]Pair{{50, 100}, {20, 10}, {30, 60}, {1, 1}, {60, 120}}, Level)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Ratio{Estimate: 0.5, Low: 0.5, High: 2, Confidence: 0.9375, N: 5}); !near(r, want) {
		t.Errorf("got %+v, want %+v", r, want)
	}

	// Two rounds, one twice as fast and one twice as slow, are even.
	r, err = Compare([]Pair{{2, 1}, {1, 2}}, Level)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Ratio{Estimate: 1, Low: 0.5, High: 2, Confidence: 0.5, N: 2}); !near(r, want) {
		t.Errorf("got %+v, want %+v", r, want)
	}
}

// TestCompareLevel: a higher level takes more rounds in, so that intervals of
// several arms can be made to hold together.
func TestCompareLevel(t *testing.T) {
	pairs := make([]Pair, 15)
	for i := range pairs {
		pairs[i] = Pair{Arm: float64(i + 1), Against: 1}
	}
	one, err := Compare(pairs, Level)
	if err != nil {
		t.Fatal(err)
	}
	ten, err := Compare(pairs, 1-(1-Level)/10)
	if err != nil {
		t.Fatal(err)
	}
	if math.Round(one.Low) != 4 || math.Round(one.High) != 12 || math.Round(ten.Low) != 2 || math.Round(ten.High) != 14 {
		t.Errorf("intervals are %v to %v for one arm, %v to %v for ten", one.Low, one.High, ten.Low, ten.High)
	}
}

func TestCompareNoRatio(t *testing.T) {
	check := func(want error, pairs ...Pair) {
		t.Helper()
		if _, err := Compare(pairs, Level); !errors.Is(err, want) {
			t.Errorf("Compare(%v) has error %v, want %v", pairs, err, want)
		}
	}
	good := Pair{1, 2}
	check(ErrNoRounds)
	check(ErrNotFinite, good, Pair{math.NaN(), 1})
	check(ErrNotFinite, good, Pair{1, math.Inf(1)})
	check(ErrNegative, good, Pair{-1, 1})
	check(ErrNotFinite, Pair{0, 1}, Pair{0, math.NaN()})
	check(ErrNegative, Pair{0, 1}, Pair{0, -1})
	check(ErrZero, good, Pair{0, 1})
	check(ErrZero, good, Pair{1, 0})
	check(ErrZero, Pair{0, 0})
	check(ErrRange, good, Pair{1e-300, 1e300})
	check(nil, good, Pair{math.MaxFloat64, math.MaxFloat64})
}

func TestCompareKeepsOrder(t *testing.T) {
	pairs := []Pair{{3, 1}, {1, 1}, {2, 1}}
	if _, err := Compare(pairs, Level); err != nil {
		t.Fatal(err)
	}
	if want := []Pair{{3, 1}, {1, 1}, {2, 1}}; !slices.Equal(pairs, want) {
		t.Errorf("the caller's rounds became %v", pairs)
	}
}

// TestCompareSwapped: swapping the arms inverts the ratio and mirrors the
// outcome. A quotient and its inverse are each rounded, and the estimate of an
// even number of rounds twice more.
func TestCompareSwapped(t *testing.T) {
	mirror := map[Outcome]Outcome{Undecided: Undecided, Same: Same, Lower: Higher, Higher: Lower}
	seen := map[Outcome]int{}
	eachComparison(t, func(pairs []Pair, margin, floor float64) {
		swapped := slices.Clone(pairs)
		for i, p := range pairs {
			swapped[i] = Pair{p.Against, p.Arm}
		}
		a, b := mustCompare(t, pairs), mustCompare(t, swapped)
		if !inverse(a.Low, b.High, 1) || !inverse(a.High, b.Low, 1) || !inverse(a.Estimate, b.Estimate, 3) || a.Confidence != b.Confidence || a.N != b.N {
			t.Fatalf("swapped, %+v became %+v", a, b)
		}
		outcome, why := Judge(a, Level, margin, floor)
		mirrored, whyMirrored := Judge(b, Level, margin, floor)
		if mirrored != mirror[outcome] || why != whyMirrored {
			t.Fatalf("margin %v, floor %v: %+v is %v (%s), swapped %v (%s)", margin, floor, a, outcome, why, mirrored, whyMirrored)
		}
		seen[outcome]++
	})
	if len(seen) != 4 {
		t.Errorf("the cases cover only the outcomes %v", seen)
	}
}

// inverse reports whether x is 1/y, to so many units in the last place.
func inverse(x, y, units float64) bool { return math.Abs(x*y-1) <= units*0x1p-52 }

// TestCompareScaled: measuring in another unit changes nothing. Where the new
// unit is no power of two, the values themselves are rounded.
func TestCompareScaled(t *testing.T) {
	eachComparison(t, func(pairs []Pair, margin, floor float64) {
		scaled := func(unit float64) Ratio {
			list := slices.Clone(pairs)
			for i := range list {
				list[i].Arm *= unit
				list[i].Against *= unit
			}
			return mustCompare(t, list)
		}
		want := mustCompare(t, pairs)
		if got := scaled(1024); got != want {
			t.Fatalf("in units of 1024, %+v became %+v", want, got)
		}
		got := scaled(1e-6)
		if !inverse(got.Low, 1/want.Low, 4) || !inverse(got.High, 1/want.High, 4) || !inverse(got.Estimate, 1/want.Estimate, 4) {
			t.Fatalf("in units of a million, %+v became %+v", want, got)
		}
		outcome, why := Judge(want, Level, margin, floor)
		if again, whyAgain := Judge(got, Level, margin, floor); again != outcome || whyAgain != why {
			t.Fatalf("in units of a million, %v (%s) became %v (%s)", outcome, why, again, whyAgain)
		}
	})
}

// eachComparison makes up comparisons: every other one of times, the others of
// small counts, which are often equal or lie on an edge of the margin.
func eachComparison(t *testing.T, check func(pairs []Pair, margin, floor float64)) {
	t.Helper()
	random := rand.New(rand.NewPCG(2, 3))
	for i := range 4000 {
		pairs := make([]Pair, 1+random.IntN(20))
		if i%2 == 0 {
			shift, spread := random.NormFloat64()*0.1, random.ExpFloat64()*0.05
			for i := range pairs {
				against := math.Exp(random.NormFloat64())
				pairs[i] = Pair{against * math.Exp(shift+spread*random.NormFloat64()), against}
			}
			check(pairs, random.Float64()*0.1, random.Float64()*0.1)
			continue
		}
		low, some := 95+random.IntN(10), 1+random.IntN(4)
		for i := range pairs {
			pairs[i] = Pair{float64(low + random.IntN(some)), 100}
		}
		check(pairs, float64(random.IntN(6))/100, float64(random.IntN(6))/100)
	}
}

func mustCompare(t *testing.T, pairs []Pair) Ratio {
	t.Helper()
	r, err := Compare(pairs, Level)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b Ratio) bool {
	close := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y)) }
	return close(a.Estimate, b.Estimate) && close(a.Low, b.Low) && close(a.High, b.High) && a.Confidence == b.Confidence && a.N == b.N
}

// BenchmarkCompare shows how the cost grows with the rounds. A report makes
// about a thousand comparisons of a hundred.
func BenchmarkCompare(b *testing.B) {
	random := rand.New(rand.NewPCG(4, 5))
	for _, n := range []int{10, 100, 1000, 10_000} {
		pairs := make([]Pair, n)
		for i := range pairs {
			pairs[i] = Pair{100 + 3*random.NormFloat64(), 100 + 3*random.NormFloat64()}
		}
		b.Run(fmt.Sprintf("rounds=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compare(pairs, Level); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzCompare: whatever is measured, a ratio is a finite number with an
// interval around it, or there is an error.
func FuzzCompare(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, 0.95)
	f.Add(0.0, 2.0, math.NaN(), math.Inf(-1), 0.95)
	f.Add(math.MaxFloat64, math.SmallestNonzeroFloat64, 1.0, 1.0, 2.0)
	f.Fuzz(func(t *testing.T, a, b, c, d, level float64) {
		pairs := []Pair{{a, b}, {c, d}, {a, d}}
		r, err := Compare(pairs, level)
		if err != nil {
			JudgeZeros(pairs, Level)
			return
		}
		if !(0 < r.Low && r.Low <= r.Estimate && r.Estimate <= r.High && finite(r.High)) || r.Confidence < 0 || r.Confidence > 1 {
			t.Errorf("Compare(%v, %v) = %+v", pairs, level, r)
		}
		floor := Floor(r)
		if !finite(floor) || floor < 0 {
			t.Errorf("Floor(%+v) = %v", r, floor)
		}
		if d := Detectable(r, floor); math.IsNaN(d) || d < 0 {
			t.Errorf("Detectable(%+v, %v) = %v", r, floor, d)
		}
		if n, ok := Needed(r, 0.01, floor); ok && n <= r.N {
			t.Errorf("Needed(%+v, 0.01, %v) = %d, no more than there are", r, floor, n)
		}
		Judge(r, Level, 0.01, floor)
	})
}

// Example follows one arm against the baseline through all steps.
func Example() {
	// ns/op in the order of the rounds; the machine was slow in the third.
	baseline := []float64{100, 102, 180, 101, 99, 100, 103}
	control := []float64{101, 101, 178, 102, 99, 101, 102}
	worker := []float64{52, 53, 91, 51, 52, 50, 53}

	pairs := func(arm []float64) (pairs []Pair) {
		for round := range arm {
			pairs = append(pairs, Pair{arm[round], baseline[round]})
		}
		return pairs
	}
	noise, err := Compare(pairs(control), Level)
	if err != nil {
		fmt.Println(err)
		return
	}
	floor := Floor(noise)
	ratio, err := Compare(pairs(worker), Level)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, _ := Judge(ratio, Level, 0.01, floor)

	fmt.Printf("floor ±%.1f%%\n", 100*floor)
	fmt.Printf("ratio %.3f, %.3f to %.3f with %.1f%% confidence\n", ratio.Estimate, ratio.Low, ratio.High, 100*ratio.Confidence)
	fmt.Println("lower:", outcome == Lower)
	// Output:
	// floor ±1.1%
	// ratio 0.515, 0.500 to 0.525 with 98.4% confidence
	// lower: true
}
