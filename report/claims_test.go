package report

import (
	"testing"

	"github.com/assay-bench/assay/experiments"
)

func TestClaims(t *testing.T) {
	type claim = experiments.Claim
	bound := func(v float64) *float64 { return &v }
	check := func(c claim, want Judgement, asserts, why string) {
		t.Helper()
		r := newTestRecord("old", "half", "near", "wide", "once", "apart")
		r.asked().Builds = []experiments.Build{{Name: "default"}, {Name: "pgo", Label: "PGO"}}
		r.asked().Metrics = append(r.asked().Metrics, experiments.Metric{Unit: "allocs/op", Better: "lower"})
		r.asked().Workload = experiments.Workload{"n": "1"}
		r.Run.Machine.Cores = 2
		r.measure("old", "n=1", "default", "ns/op", twice(100, 100, 100, 100, 100, 100)...)
		r.measure("half", "n=1", "default", "ns/op", twice(50, 50, 50, 50, 50, 50)...)
		r.measure("half", "n=1", "pgo", "ns/op", twice(25, 25, 25, 25, 25, 25)...)
		r.measure("near", "n=1", "default", "ns/op", twice(48, 52, 50, 51, 49, 50)...)
		r.measure("wide", "n=1", "default", "ns/op", twice(90, 110, 80, 120, 100, 100)...)
		r.measure("once", "n=1", "default", "ns/op", 50)
		r.measure("old", "n=2", "default", "allocs/op", twice(6, 6, 6, 6, 6, 6)...)
		r.measure("half", "n=2", "default", "allocs/op", twice(0, 0, 0, 0, 0, 0)...)
		r.measure("near", "n=2", "default", "allocs/op", twice(6, 5, 4, 3, 2, 0)...)
		for round := range 12 {
			r.observe("apart", "n=1", "default", round+1, map[string]float64{"ns/op": 10, "overlap": 0.1})
		}
		r.asked().Claims = []claim{c}
		got := r.experiment().Claims[0]
		if got.Judgement != want || got.Why != why || got.Asserts != asserts {
			t.Errorf("%+v is %q, since %s (asserts %s);\nwant %q, since %s (asserts %s)", c, got.Judgement, got.Why, got.Asserts, want, why, asserts)
		}
	}

	// The whole interval decides.
	check(claim{Arm: "half", AtMost: bound(0.6)}, Supported, "ratio at most 0.6", "the interval, 0.500–0.500, lies wholly within the claim")
	check(claim{Arm: "half", AtMost: bound(0.5)}, Supported, "ratio at most 0.5", "the interval, 0.500–0.500, lies wholly within the claim")
	check(claim{Arm: "half", AtMost: bound(0.4)}, Refuted, "ratio at most 0.4", "the interval, 0.500–0.500, lies wholly above 0.4")
	check(claim{Arm: "half", AtLeast: bound(2)}, Refuted, "ratio at least 2", "the interval, 0.500–0.500, lies wholly below 2")
	check(claim{Arm: "near", AtMost: bound(0.5)}, Open, "ratio at most 0.5", "the interval, 0.480–0.520, lies on both sides of 0.5")
	check(claim{Arm: "wide", AtLeast: bound(0.9), AtMost: bound(1.1)}, Open, "ratio from 0.9 to 1.1", "the interval, 0.80–1.20, lies on both sides of 0.9")
	check(claim{Arm: "wide", AtLeast: bound(0.7), AtMost: bound(1.3)}, Supported, "ratio from 0.7 to 1.3", "the interval, 0.80–1.20, lies wholly within the claim")

	// Either side is any arm in any build.
	check(claim{Arm: "half", Against: "near", AtMost: bound(1.1)}, Supported, "ratio at most 1.1", "the interval, 0.98–1.02, lies wholly within the claim")
	check(claim{Arm: "half", Against: "half", Build: "pgo", AtMost: bound(0.6)}, Supported, "ratio at most 0.6", "the interval, 0.500–0.500, lies wholly within the claim")
	check(claim{Arm: "half", AgainstBuild: "pgo", Against: "half", AtLeast: bound(2)}, Supported, "ratio at least 2", "the interval, 2.00–2.00, lies wholly within the claim")

	// Zeros have no ratio, and yet a judgement where they leave no doubt.
	zero := "no ratio: it is zero in every round, and the other in none"
	two := experiments.Workload{"n": "2"}
	check(claim{Arm: "half", Workload: two, AtMost: bound(0.5)}, Supported, "ratio at most 0.5", zero)
	check(claim{Arm: "half", Workload: two, AtLeast: bound(0.5)}, Refuted, "ratio at least 0.5", zero)
	check(claim{Arm: "near", Workload: two, AtMost: bound(0.5)}, Open, "ratio at most 0.5", "no ratio: some of the values are zero, and not all of one side")

	// What cannot be known is not judged.
	check(claim{Arm: "half", AtMost: bound(0.6), Cores: 8}, NotAnswerable, "ratio at most 0.6", "not answerable on 2 cores: it takes 8")
	check(claim{Arm: "half", AtMost: bound(0.6), Cores: 2}, Supported, "ratio at most 0.6", "the interval, 0.500–0.500, lies wholly within the claim")
	check(claim{Arm: "once", AtMost: bound(0.6)}, Open, "ratio at most 0.6", "it takes 8 rounds for an interval that holds with 99% confidence")
	check(claim{Arm: "apart", AtMost: bound(0.6)}, Open, "ratio at most 0.6", "senders ran side by side for 10.0% of the time, and 50% is asked for")
	check(claim{Arm: "lost", AtMost: bound(0.6)}, Open, "ratio at most 0.6", "this record has no ns/op of lost, with n=1, build default")
	check(claim{Arm: "near", Against: "half", AgainstBuild: "pgo", Metric: "allocs/op", AtMost: bound(1)}, Open, "ratio at most 1", "this record has no allocs/op of near, with n=1, build default")
	check(claim{Arm: "half", Workload: experiments.Workload{"n": "9"}, AtMost: bound(0.6)}, Open, "ratio at most 0.6", "nothing was measured with n=9")
}

// TestClaimFewRounds: what a few rounds say settles nothing, however clear.
func TestClaimFewRounds(t *testing.T) {
	r := newTestRecord("old", "new")
	r.measure("old", "n=1", "default", "ns/op", 100, 100, 100, 100, 100)
	r.measure("new", "n=1", "default", "ns/op", 50, 50, 50, 50, 50)
	most := 0.6
	r.asked().Claims = []experiments.Claim{{Arm: "new", AtMost: &most}}
	want := "it takes 6 rounds for an interval that holds with 95% confidence"
	if got := r.experiment().Claims[0]; got.Judgement != Open || got.Why != want {
		t.Errorf("got %q, since %s", got.Judgement, got.Why)
	}
}

// TestClaimsTogether: a claim about two sides that are compared anyway has the
// interval of that comparison, and others hold together with one another.
func TestClaimsTogether(t *testing.T) {
	r := newTestRecord("old", "a", "b", "c")
	for i, arm := range []string{"old", "a", "b", "c"} {
		r.measure(arm, "n=1", "default", "ns/op", spread(float64(100+10*i), 0.05, 20)...)
	}
	most := 1.5
	r.asked().Claims = []experiments.Claim{
		{Arm: "a", AtMost: &most}, {Arm: "b", Against: "a", AtMost: &most}, {Arm: "c", Against: "b", AtMost: &most}, {Arm: "lost", AtMost: &most},
	}
	x := r.experiment()
	for i, want := range []int{3, 2, 2} {
		c := x.Claims[i].Comparison
		if c.Together != want || c.Confidence < 1-0.05/float64(want) {
			t.Errorf("claim %d holds together with %d and has a confidence of %v, want %d", i, c.Together, c.Confidence, want)
		}
	}
	listed := x.find(t, "a", "ns/op")
	if c := x.Claims[0].Comparison; *c.Low != *listed.Low || *c.High != *listed.High || *c.Benchstat != *listed.Benchstat {
		t.Errorf("the claim rests on %+v, the table shows %+v", c, listed)
	}
}
