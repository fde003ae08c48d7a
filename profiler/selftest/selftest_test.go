package selftest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/profiler"
)

// TestMain lets the test binary stand in for a neighbour.
func TestMain(m *testing.M) {
	if Neighbour() {
		return
	}
	os.Exit(m.Run())
}

// TestSubject: the module that is written stands alone, and its benchmarks
// have the arms that are asked for.
func TestSubject(t *testing.T) {
	dir := t.TempDir()
	list, err := write(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2*len(kinds) {
		t.Fatalf("%d experiments", len(list))
	}
	for _, x := range list {
		if shares[x.Name] == 0 {
			t.Errorf("%s gets no time", x.Name)
		}
	}
	for _, k := range kinds {
		cmd := exec.CommandContext(t.Context(), "go", "test", "-run=^$", "-bench=^"+k.bench+"$", "-benchtime=1x", ".")
		cmd.Dir = filepath.Join(dir, k.name)
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, arm := range armNames {
			bench, err := benchOf(k.name+withNeighbour, arm)
			if err != nil || !strings.Contains(string(out), "Benchmark"+bench) {
				t.Errorf("%s is not among the benchmarks (%v):\n%s", bench, err, out)
			}
		}
	}
	if _, err := benchOf("unsteady", "0"); err == nil {
		t.Error("there is a benchmark for an experiment that does not exist")
	}
}

// TestNeighbour: a neighbour runs until it is stopped, and ends by itself when
// its parent is gone.
func TestNeighbour(t *testing.T) {
	stop, err := startNeighbour(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	stop() // returns when the process has ended

	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	orphan := exec.CommandContext(ctx, self)
	orphan.Env = append(os.Environ(), neighbourEnv+"=1")
	if out, err := orphan.CombinedOutput(); err != nil { // its standard input is at its end
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPeerDue: the peer gets its share of the time, whole replicates of it.
func TestPeerDue(t *testing.T) {
	p := &peer{side: time.Second, ours: map[string]time.Duration{}, theirs: map[string]time.Duration{}, replicates: map[string]int{}}
	// Six sides of a second are due after nine of ours.
	if err := p.afterRound(t.Context(), profiler.Round{Experiment: "steady", Took: 8 * time.Second}); err != nil || p.replicates["steady"] != 0 {
		t.Errorf("after eight seconds %d replicates (%v)", p.replicates["steady"], err)
	}
	if err := p.afterRound(t.Context(), profiler.Round{Experiment: "steady", Took: 2 * time.Second, Binary: "does-not-exist"}); err == nil {
		t.Error("after ten seconds no binary was started")
	}
}

func TestPairTime(t *testing.T) {
	if got := pairTime(time.Hour); got != 10*time.Second {
		t.Errorf("an hour has pairs of %v", got)
	}
	if got := pairTime(5 * time.Minute); got != 3*time.Second {
		t.Errorf("five minutes have pairs of %v", got)
	}
}
