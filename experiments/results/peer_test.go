package results

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
)

// TestPeers: what go test measured is read as it was written, is no
// observation, and loses a line where a run was killed in it.
func TestPeers(t *testing.T) {
	w, err := Create(t.TempDir(), Run{Experiments: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Experiment("x", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	sample := func(arm, value string) *benchfmt.Result {
		return benchmark(t, "goos: linux\npkg: x\nBenchmarkS/v="+arm+"-2 \t 10\t "+value+" ns/op\n")
	}
	for _, p := range []struct {
		replicate int
		took      time.Duration
		lines     []*benchfmt.Result
	}{
		{0, 0, []*benchfmt.Result{{Name: benchfmt.Name("S/v=a"), Iters: 5, Values: []benchfmt.Value{{Value: 70.5, Unit: "instructions/op"}}}}},
		{1, 1500 * time.Millisecond, []*benchfmt.Result{sample("a", "50"), sample("a", "51")}},
		{1, 1600 * time.Millisecond, []*benchfmt.Result{sample("b", "60"), sample("b", "61")}},
	} {
		if err := e.Peer(p.replicate, p.took, p.lines); err != nil {
			t.Fatal(err)
		}
	}
	read := func() ([]Peer, string) {
		t.Helper()
		r, err := Open(w.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Experiments[0].Observations); n != 0 {
			t.Errorf("%d samples count as observations", n)
		}
		var problems []string
		for _, p := range r.Problems {
			if p.File == "x/peer.txt" {
				problems = append(problems, p.Error())
			}
		}
		return r.Experiments[0].Peers, strings.Join(problems, "\n")
	}
	want := []Peer{
		{0, 0, cell("a"), map[string]float64{"instructions/op": 70.5}},
		{1, 1.5, cell("a"), map[string]float64{"ns/op": 50}},
		{1, 1.5, cell("a"), map[string]float64{"ns/op": 51}},
		{1, 1.6, cell("b"), map[string]float64{"ns/op": 60}},
		{1, 1.6, cell("b"), map[string]float64{"ns/op": 61}},
	}
	if got, problems := read(); !reflect.DeepEqual(got, want) || problems != "" {
		t.Errorf("got  %+v\nwant %+v\n%s", got, want, problems)
	}

	file := filepath.Join(w.Dir, "x", peerFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)-3], 0o666); err != nil {
		t.Fatal(err)
	}
	if got, problems := read(); !reflect.DeepEqual(got, want[:4]) || !strings.Contains(problems, "the last line is torn") {
		t.Errorf("of a torn file it reads %+v\n%s", got, problems)
	}
}

func cell(arm string) experiments.Cell {
	return experiments.Cell{Bench: "S/v=" + arm, Arm: arm, Build: "default", Workload: experiments.Workload{"name": "S"}}
}
