package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// TestProfileShares: flat goes to the innermost inlined function, and a
// function that calls itself counts once a sample.
func TestProfileShares(t *testing.T) {
	t.Chdir(t.TempDir())
	r := newTestRecord("old", "new")
	r.writeProfile(t, "old", "default", stack{100, []string{"m.leaf", "m.main"}})
	r.writeProfile(t, "new", "default",
		stack{30, []string{"m.inner<m.outer", "m.rec", "m.rec", "m.rec", "m.main"}},
		stack{70, []string{"m.leaf", "m.rec", "m.main"}})
	x := r.experiment()
	if len(x.Profiles) != 2 || x.Profiles[1].Arm != "new" || x.Profiles[1].Samples != 100 || x.Profiles[1].Seconds != 1 {
		t.Fatalf("profiles are %+v", x.Profiles)
	}
	got := map[string]ProfileRow{}
	for _, row := range x.Profiles[1].Rows {
		got[row.Function] = row
	}
	check := func(function string, flat, cum, baseline float64) {
		t.Helper()
		row := got[function]
		if math.Abs(row.Flat-flat) > 1e-9 || math.Abs(row.Cum-cum) > 1e-9 || math.Abs(row.Baseline-baseline) > 1e-9 {
			t.Errorf("%s has %v flat, %v cum and %v in the baseline; want %v, %v and %v", function, row.Flat, row.Cum, row.Baseline, flat, cum, baseline)
		}
	}
	check("m.inner", 0.3, 0.3, 0)
	check("m.leaf", 0.7, 0.7, 1)
	if len(got) != 2 {
		t.Errorf("functions without samples of their own are shown: %v", got)
	}

	cpu := newBuilder(&r.Record, r.in()).readCPU(r.in().Profiles[1])
	if rec := cpu.functions["m.rec"]; rec.cum != 100*1e7 || rec.flat != 0 || !rec.own {
		t.Errorf("the recursive function is %+v", rec)
	}
	if outer := cpu.functions["m.outer"]; !outer.own || !outer.callers["m.rec"] || cpu.functions["m.inner"].own {
		t.Errorf("the function inlined into is %+v", outer)
	}
}

// TestProfileReference: an arm stands beside the baseline of its build, the
// baseline beside its own first build.
func TestProfileReference(t *testing.T) {
	t.Chdir(t.TempDir())
	r := newTestRecord("old", "new")
	r.asked().Builds = []experiments.Build{{Name: "default"}, {Name: "pgo"}}
	for i, s := range []struct{ arm, build string }{{"old", "default"}, {"old", "pgo"}, {"new", "default"}, {"new", "pgo"}} {
		r.writeProfile(t, s.arm, s.build, stack{int64(10 * (i + 1)), []string{"m.f"}}, stack{100 - int64(10*(i+1)), []string{"m.g"}})
	}
	want := map[string]float64{"old default": 0.1, "old pgo": 0.1, "new default": 0.1, "new pgo": 0.2}
	for _, p := range r.experiment().Profiles {
		for _, row := range p.Rows {
			if key := p.Arm + " " + p.Build; row.Function == "m.f" && math.Abs(row.Baseline-want[key]) > 1e-9 {
				t.Errorf("%s stands beside %v, want %v", key, row.Baseline, want[key])
			}
		}
	}
}

func TestProfileErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	check := func(want string, prepare func(*testRecord)) {
		t.Helper()
		r := newTestRecord("old")
		prepare(r)
		x := r.experiment()
		if len(x.Profiles) != 1 || !strings.Contains(x.Profiles[0].Error, want) || x.Profiles[0].Rows == nil {
			t.Errorf("profiles are %+v, want an error with %q", x.Profiles, want)
		}
	}
	file := func(path string) func(*testRecord) {
		return func(r *testRecord) {
			r.in().Profiles = []results.ProfileFile{{Arm: "old", Build: "default", Kind: results.CPU, Path: path}}
		}
	}
	check("cannot be read", file("exp/none.pprof"))
	check("cannot be read", file("../outside.pprof"))
	check("exp/profiles/old_default/cpu.pprof is broken", func(r *testRecord) { r.addFile(t, "old", "default", results.CPU, []byte("torn")) })
	check("no samples", func(r *testRecord) { r.writeProfile(t, "old", "default") })
	check("no samples", func(r *testRecord) {
		var empty bytes.Buffer
		if err := (&profile.Profile{TimeNanos: 1}).Write(&empty); err != nil {
			t.Fatal(err)
		}
		r.addFile(t, "old", "default", results.CPU, empty.Bytes())
	})
}
