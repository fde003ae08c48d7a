package stats

import (
	"math"
	"math/rand/v2"
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
	{"exponential", func(r *rand.Rand) float64 { return 100 + 10*r.ExpFloat64() }},
}

// TestFalseAlarms counts how often values that have nothing to them raise a
// warning.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, shape := range shapes {
		for _, n := range []int{12, 20, 50, 200} {
			var modes, drifts, autocorrelated int
			runs := 1000
			if n > 100 {
				runs = 200 // a drift's cost grows as the square of n
			}
			for range runs {
				values := make([]float64, n)
				for i := range values {
					values[i] = shape.of(random)
				}
				if _, _, _, two := Modes(values); two {
					modes++
				}
				if _, is := Drift(values); is {
					drifts++
				}
				if _, is := Autocorrelation(values); is {
					autocorrelated++
				}
			}
			t.Logf("%s, n=%d: of %d, %d modes, %d drifts, %d autocorrelations", shape.name, n, runs, modes, drifts, autocorrelated)
			for what, count := range map[string]int{"two modes": modes, "a drift": drifts, "autocorrelation": autocorrelated} {
				if count > max(6, runs/50) {
					t.Errorf("%s, n=%d: %s is seen in %d of %d", shape.name, n, what, count, runs)
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
	}{
		{"30 or 66 ns", 30, 66, 0.3, 0.03, 20},
		{"a third slower", 100, 130, 0.5, 0.03, 20},
		{"four of forty", 100, 130, 0.1, 0.02, 40},
		{"many rounds", 100, 120, 0.5, 0.02, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := 0
			for range 100 {
				values := make([]float64, test.n)
				for i := range values {
					values[i] = test.low
					if i < int(math.Round(test.share*float64(test.n))) {
						values[i] = test.high
					}
					values[i] *= math.Exp(test.noise * random.NormFloat64())
				}
				low, high, share, two := Modes(values)
				if two {
					found++
					if math.Abs(low/test.low-1) > 0.05 || math.Abs(high/test.high-1) > 0.05 || math.Abs(share-test.share) > 0.06 {
						t.Errorf("got %v of %v and %v, want %v of %v and %v", share, low, high, test.share, test.low, test.high)
					}
				}
			}
			if found < 90 {
				t.Errorf("found in %d of 100", found)
			}
		})
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
