package report

import (
	"slices"
	"testing"
)

func TestCompareNatural(t *testing.T) {
	ordered := []string{"", "1", "01", "2", "10", "100", "a", "a1", "a2", "a10", "a10b", "ab", "n=1 x=2", "n=1 x=10", "n=2 x=1", "ä"}
	for i, a := range ordered {
		for j, b := range ordered {
			got, want := compareNatural(a, b), 0
			switch {
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			if got != want {
				t.Errorf("compareNatural(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestOrder: arms are listed as the experiment has them, others follow; the
// headline's workload comes first.
func TestOrder(t *testing.T) {
	r := newTestRecord("b", "a")
	for _, arm := range []string{"x10", "a", "control", "x9", "b"} {
		for _, workload := range []string{"n=100", "n=20", "n=3"} {
			r.measure(arm, workload, "default", "ns/op", 1)
		}
	}
	r.asked().Workload = map[string]string{"n": "20"}
	x := r.experiment()
	var arms []string
	for _, a := range x.Arms {
		arms = append(arms, a.Name)
	}
	if want := []string{"b", "a", "x9", "x10"}; !slices.Equal(arms, want) {
		t.Errorf("arms are %q, want %q", arms, want)
	}
	if want := []string{"n=20 name=Op", "n=3 name=Op", "n=100 name=Op"}; !slices.Equal(x.Workloads, want) || x.Headline != want[0] {
		t.Errorf("workloads are %q, want %q", x.Workloads, want)
	}
	var cells []string
	for _, c := range x.Cells[:6] {
		cells = append(cells, c.Arm)
	}
	if want := []string{"b", "control", "a", "x9", "x10", "b"}; !slices.Equal(cells, want) {
		t.Errorf("cells are %q, want %q", cells, want)
	}
	if label := x.workloadLabel(x.Headline); label != "n=20" {
		t.Errorf("the headline's workload is called %q", label)
	}

	// An experiment that names no workload is about the one that evidence
	// was captured of.
	r.asked().Workload = nil
	r.in().Profiles = append(r.in().Profiles, profileFile(cell("a", "n=100", "default").Workload))
	if x := r.experiment(); x.Headline != "n=100 name=Op" {
		t.Errorf("the headline is %q", x.Headline)
	}
}
