package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHolm checks a worked example: p-values 0.01, 0.04, 0.03 and 0.005 come
// to 0.03, 0.06, 0.06 and 0.02, as R's p.adjust says.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	want := []float64{0.03, 0.06, 0.06, 0.02}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("of nothing came %v", got)
	}
}

// TestHolmOrder holds for all p-values: none becomes smaller, none larger than
// Bonferroni makes it, and their order stays.
func TestHolmOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	for range 200 {
		p := make([]float64, 1+random.IntN(12))
		for i := range p {
			p[i] = random.Float64() * random.Float64()
		}
		adjusted := Holm(p)
		for i := range p {
			if adjusted[i] < p[i] || adjusted[i] > min(1, p[i]*float64(len(p))) {
				t.Fatalf("%v became %v", p, adjusted)
			}
			for j := range p {
				if p[i] < p[j] && adjusted[i] > adjusted[j] {
					t.Fatalf("the order of %v is lost in %v", p, adjusted)
				}
			}
		}
	}
}

// TestSimultaneous makes up comparisons of several arms that equal their
// baseline, and counts how often all intervals of one hold.
func TestSimultaneous(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	const arms, rounds, runs = 6, 30, 400
	held := 0
	for range runs {
		baseline := make([]float64, rounds)
		for i := range baseline {
			baseline[i] = skewed(random)
		}
		all := true
		for range arms {
			pairs := make([]Pair, rounds)
			for i := range pairs {
				pairs[i] = Pair{math.Exp(skewed(random)), math.Exp(baseline[i])}
			}
			r, err := Compare(pairs, Simultaneous(arms))
			if err != nil {
				t.Fatal(err)
			}
			all = all && r.Low <= 1 && 1 <= r.High
		}
		if all {
			held++
		}
	}
	t.Logf("all %d intervals hold in %d of %d comparisons", arms, held, runs)
	if held < 93*runs/100 {
		t.Errorf("all %d intervals hold in %d of %d comparisons, want 95%%", arms, held, runs)
	}
}

func TestSimultaneousLevel(t *testing.T) {
	for k, want := range map[int]float64{0: 0.95, 1: 0.95, 2: 0.975, 5: 0.99, 10: 0.995} {
		if got := Simultaneous(k); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d intervals: level %v, want %v", k, got, want)
		}
	}
}

func TestMinRounds(t *testing.T) {
	for _, test := range []struct {
		level float64
		want  int
	}{{Level, 6}, {Simultaneous(2), 7}, {Simultaneous(3), 7}, {Simultaneous(20), 10}, {0.99, 8}} {
		if got := MinRounds(test.level); got != test.want {
			t.Errorf("level %v: %d rounds, want %d", test.level, got, test.want)
		}
	}
}

func TestControlFailed(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	failed := 0
	const runs = 500
	for range runs {
		_, control := noisyPairs(random, 20, 0, 0.03)
		if ControlFailed(control, 0.01) {
			failed++
		}
	}
	if failed > runs/50 {
		t.Errorf("%d of %d controls failed that were the same code", failed, runs)
	}
	_, control := noisyPairs(random, 20, 0, 0.03)
	slower := slices.Clone(control)
	for i := range slower {
		slower[i].Arm *= 1.1
	}
	if !ControlFailed(slower, 0.01) {
		t.Error("a control that is slower by a tenth did not fail")
	}
	if ControlFailed(slower[:7], 0.01) {
		t.Error("seven rounds have no interval of 99%, and failed a control")
	}
}
