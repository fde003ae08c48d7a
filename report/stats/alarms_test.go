package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// shapes are distributions with one mode and above zero, as figures of
// benchmarks have them.
var shapes = []struct {
	name string
	of   func(*rand.Rand) float64
}{
	{"normal", func(r *rand.Rand) float64 { return 100 + 3*r.NormFloat64() }},
	{"lognormal", func(r *rand.Rand) float64 { return 100 * math.Exp(0.3*r.NormFloat64()) }},
	{"exponential", func(r *rand.Rand) float64 { return 100 * r.ExpFloat64() }},
	{"above a bound", func(r *rand.Rand) float64 { return 100 + 10*r.ExpFloat64() }},
}

// TestFalseAlarms counts how often values that have nothing to them raise a
// warning.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	raised := []struct {
		what string
		by   func(values, baseline []float64, layouts []int64) bool
	}{
		{"two modes", func(values, _ []float64, _ []int64) bool { _, _, _, two := Modes(values); return two }},
		{"a drift", func(values, _ []float64, _ []int64) bool { _, drifts := Drift(values); return drifts }},
		{"autocorrelation", func(values, _ []float64, _ []int64) bool { _, shown := Autocorrelation(values); return shown }},
		{"a layout", func(values, baseline []float64, layouts []int64) bool {
			s, ok := SplitVariance(values, baseline, layouts)
			return ok && s.LayoutShown
		}},
	}
	for _, shape := range shapes {
		for _, n := range []int{12, 20, 50, 200} {
			runs := 1000 * *more
			if n > 50 {
				runs /= 4 // a drift's cost grows as the square of n
			}
			counts := make([]int, len(raised))
			values, baseline, layouts := make([]float64, n), make([]float64, n), make([]int64, n)
			for range runs {
				for i := range values {
					values[i], baseline[i], layouts[i] = shape.of(random), shape.of(random), int64(i%4)
				}
				for i, alarm := range raised {
					if alarm.by(values, baseline, layouts) {
						counts[i]++
					}
				}
			}
			for i, alarm := range raised {
				rate := float64(counts[i]) / float64(runs)
				t.Logf("%s, %d rounds: %s in %.2f%%", shape.name, n, alarm.what, 100*rate)
				if rate > 0.015+3*math.Sqrt(0.01/float64(runs)) {
					t.Errorf("%s, %d rounds: %s is seen in %.2f%%, want about 1%% or less", shape.name, n, alarm.what, 100*rate)
				}
			}
		}
	}
}

func TestModes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	tests := []struct {
		name             string
		low, high, share float64
		noise            float64
		n                int
		found            int // of 100 at least
	}{
		{"30 or 66 ns", 30, 66, 0.3, 0.03, 20, 90},
		{"30 or 66 ns, noisy", 30, 66, 0.3, 0.1, 20, 70},
		{"a third slower", 100, 130, 0.5, 0.03, 20, 90},
		{"few are a third slower", 100, 130, 0.2, 0.03, 60, 90},
		{"many rounds", 100, 120, 0.5, 0.02, 200, 95},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found, runs := 0, 200**more
			for range runs {
				values := make([]float64, test.n)
				slow := 0
				for i := range values {
					values[i] = test.low
					if random.Float64() < test.share {
						values[i] = test.high
						slow++
					}
					values[i] *= math.Exp(test.noise * random.NormFloat64())
				}
				low, high, share, two := Modes(values)
				if !two {
					continue
				}
				found++
				if math.Abs(math.Log(low/test.low)) > 4*test.noise || math.Abs(math.Log(high/test.high)) > 4*test.noise || math.Abs(share-float64(slow)/float64(test.n)) > 2/float64(test.n) {
					t.Errorf("got %v or %v, and that in %v, want %v or %v, in %v", low, high, share, test.low, test.high, float64(slow)/float64(test.n))
				}
			}
			t.Logf("found in %.1f%%", 100*float64(found)/float64(runs))
			if found < test.found*runs/100 {
				t.Errorf("found in %d of %d", found, runs)
			}
		})
	}
}

// TestModesOfCounts: figures that are counts repeat themselves exactly.
func TestModesOfCounts(t *testing.T) {
	counts := slices.Repeat([]float64{6}, 14)
	if _, _, _, two := Modes(counts); two {
		t.Error("one figure has two modes")
	}
	copy(counts, []float64{7, 7})
	if _, _, _, two := Modes(counts); two {
		t.Error("two values make a mode")
	}
	copy(counts, []float64{7, 7, 7})
	if low, high, share, two := Modes(counts); !two || low != 6 || high != 7 || math.Abs(share-3.0/14) > 1e-12 {
		t.Errorf("got %v or %v, and that in %v, %v", low, high, share, two)
	}
	if _, _, _, two := Modes(counts[:11]); two {
		t.Error("eleven values have two modes")
	}
}

func TestDrift(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	values := make([]float64, 40)
	for i := range values {
		values[i] = 100 * math.Exp(0.2*float64(i)/39+0.02*random.NormFloat64())
	}
	total, drifts := Drift(values)
	if want := math.Expm1(0.2); !drifts || math.Abs(total-want) > 0.03 {
		t.Errorf("got %v, %v; want %v", total, drifts, want)
	}
	if _, drifts := Drift(values[:7]); drifts {
		t.Error("seven values drift")
	}
}

func TestAutocorrelation(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	values := make([]float64, 200)
	x := 0.0
	for i := range values {
		x = 0.5*x + random.NormFloat64()
		values[i] = math.Exp(0.05 * x)
	}
	lag1, shown := Autocorrelation(values)
	if !shown || math.Abs(lag1-0.5) > 0.15 {
		t.Errorf("got %v, %v; want about 0.5", lag1, shown)
	}
	if lag1, shown := Autocorrelation([]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}); lag1 != 0 || shown {
		t.Errorf("equal values: %v, %v", lag1, shown)
	}
}

// TestSplitVariance makes values of known parts and takes them apart.
func TestSplitVariance(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	tests := []struct{ layout, process, rest float64 }{
		{0.05, 0.02, 0.03},
		{0, 0.02, 0.05},
		{0.1, 0.01, 0},
		{0, 0, 0},
	}
	for _, test := range tests {
		var sum Split
		const runs = 100
		shown := 0
		for range runs {
			effects := map[int64]float64{}
			for layout := range int64(4) {
				effects[layout] = test.layout * random.NormFloat64()
			}
			arm, baseline, layouts := make([]float64, 48), make([]float64, 48), make([]int64, 48)
			for i := range arm {
				layouts[i] = int64(i % 4)
				moment := test.rest * random.NormFloat64()
				arm[i] = 100 * math.Exp(effects[layouts[i]]+moment+test.process*random.NormFloat64())
				baseline[i] = 50 * math.Exp(moment+test.process*random.NormFloat64())
			}
			s, ok := SplitVariance(arm, baseline, layouts)
			if !ok || s.Layouts != 4 {
				t.Fatalf("got %+v, %v", s, ok)
			}
			sum.Layout += s.Layout * s.Layout / runs
			sum.Process += s.Process * s.Process / runs
			sum.Rest += s.Rest * s.Rest / runs
			if s.LayoutShown {
				shown++
			}
		}
		for name, pair := range map[string][2]float64{
			"layout": {sum.Layout, test.layout}, "process": {sum.Process, test.process}, "rest": {sum.Rest, test.rest},
		} {
			if got := math.Sqrt(pair[0]); math.Abs(got-pair[1]) > 0.15*pair[1]+0.01 {
				t.Errorf("%+v: the %s's part is %.4f, want %.4f", test, name, got, pair[1])
			}
		}
		if test.layout == 0 && shown > 4 {
			t.Errorf("%+v: a layout that moves nothing stands out in %d of %d", test, shown, runs)
		}
		if test.layout > 0 && shown < 80 {
			t.Errorf("%+v: the layout stands out in only %d of %d", test, shown, runs)
		}
	}
	if _, ok := SplitVariance([]float64{1, 2, 3}, []float64{1, 2, 3}, []int64{0, 0, 0}); ok {
		t.Error("three rounds were taken apart")
	}
}
