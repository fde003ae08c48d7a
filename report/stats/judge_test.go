package stats

import (
	"math"
	"slices"
	"testing"
)

func TestJudge(t *testing.T) {
	none := math.NaN()
	for _, test := range []struct {
		name          string
		low, est, hi  float64
		margin, floor float64
		want          Outcome
		why           Reason
	}{
		{"far below", 0.026, 0.027, 0.028, 0.01, 0.046, Lower, ""},
		{"far above", 1.9, 2, 2.1, 0.01, 0.046, Higher, ""},
		{"tight around 1", 0.995, 1, 1.005, 0.01, 0.046, Same, ""},
		{"tight and all below 1, yet within the margin", 0.993, 0.995, 0.998, 0.01, 0.001, Same, ""},
		{"wide around 1", 0.95, 1.01, 1.1, 0.01, 0.046, Undecided, HoldsOne},
		{"bounded by 1", 1, 1.02, 1.1, 0.01, 0.001, Undecided, HoldsOne},
		{"below 1 and within the floor", 0.95, 0.97, 0.98, 0.01, 0.046, Undecided, WithinFloor},
		{"interval reaches into the floor, estimate outside of it", 0.9, 0.94, 0.97, 0.01, 0.046, Lower, ""},
		{"no control", 0.95, 0.97, 0.98, 0.01, none, Lower, ""},
		{"a wide margin", 0.95, 0.97, 0.98, 0.1, 0.046, Same, ""},
	} {
		got, why := Judge(Ratio{Estimate: test.est, Low: test.low, High: test.hi, N: 9, Confidence: 0.96}, Level, test.margin, test.floor)
		if got != test.want || why != test.why {
			t.Errorf("%s: outcome %v (%s), want %v (%s)", test.name, got, why, test.want, test.why)
		}
	}
	if got, why := Judge(Ratio{Estimate: 0.1, Low: 0.1, High: 0.1, N: 5, Confidence: 0.9375}, Level, 0.01, none); got != Undecided || why != tooFew(Level) {
		t.Errorf("five rounds: outcome %v (%s)", got, why)
	}
}

// TestJudgeLevel: what has too few rounds for its level is told how many it
// takes.
func TestJudgeLevel(t *testing.T) {
	far := Ratio{Estimate: 0.1, Low: 0.1, High: 0.1}
	for _, test := range []struct {
		level  float64
		rounds int
		want   Outcome
		why    Reason
	}{
		{Level, 5, Undecided, "it takes 6 rounds for an interval that holds with 95% confidence"},
		{Level, 6, Lower, ""},
		{Simultaneous(6), 7, Undecided, "it takes 8 rounds for an interval that holds with 99.17% confidence"},
		{Simultaneous(6), 8, Lower, ""},
		{0.99, 7, Undecided, "it takes 8 rounds for an interval that holds with 99% confidence"},
		{0.99, 8, Lower, ""},
	} {
		far.N = test.rounds
		_, far.Confidence = medianInterval(test.rounds, test.level)
		if got, why := Judge(far, test.level, 0.01, math.NaN()); got != test.want || why != test.why {
			t.Errorf("%d rounds at %v: outcome %v (%s), want %v (%s)", test.rounds, test.level, got, why, test.want, test.why)
		}
	}
}

func TestJudgeZeros(t *testing.T) {
	check := func(want Outcome, why Reason, pairs ...Pair) {
		t.Helper()
		if got, gotWhy := JudgeZeros(pairs, Level); got != want || gotWhy != why {
			t.Errorf("JudgeZeros(%v) = %v (%s), want %v (%s)", pairs, got, gotWhy, want, why)
		}
	}
	six := func(p Pair) []Pair { return slices.Repeat([]Pair{p}, 6) }
	check(Same, "", six(Pair{0, 0})...)
	check(Lower, "", six(Pair{0, 6})...)
	check(Higher, "", six(Pair{6, 0})...)
	check(Undecided, SomeZeros, append(six(Pair{0, 6}), Pair{1, 6})...)
	check(Undecided, SomeZeros, append(six(Pair{0, 6}), Pair{0, 0})...)
	check(Undecided, tooFew(Level), six(Pair{0, 6})[:5]...)
}

func TestFloor(t *testing.T) {
	check := func(low, high, want float64) {
		t.Helper()
		if got := Floor(Ratio{Low: low, High: high}); math.Abs(got-want) > 1e-4 {
			t.Errorf("the floor of %v to %v is %v, want %v", low, high, got, want)
		}
	}
	check(1, 1, 0)
	check(0.96, 1.02, 0.0417)
	check(0.99, 1.046, 0.046)
	check(1.02, 1.03, 0.03) // a control that differs makes a floor as well
}
