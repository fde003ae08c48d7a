package selftest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler"
)

// TestMain lets the test binary stand in for a neighbour.
func TestMain(m *testing.M) {
	if Neighbour() {
		return
	}
	os.Exit(m.Run())
}

// notes is a Progress that keeps what a person should read.
type notes []string

func (n *notes) Begin(string, int) {}
func (n *notes) Step(string)       {}
func (n *notes) End()              {}
func (n *notes) Note(text string)  { *n = append(*n, text) }

// goTest runs go test in a folder of the module that write made.
func goTest(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"test"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestSubject: the module that is written stands alone, every experiment gets
// time, and its benchmarks have the arms that are asked for.
func TestSubject(t *testing.T) {
	dir := t.TempDir()
	list, err := write(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2*len(kinds) {
		t.Fatalf("%d experiments", len(list))
	}
	for i, x := range list {
		if shares[x.Name] == 0 {
			t.Errorf("%s gets no time", x.Name)
		}
		out := goTest(t, filepath.Join(dir, kinds[0].name), "-run=^$", "-bench="+x.Bench, "-benchtime=1x")
		for j, arm := range armNames {
			if x.Arms[j].Name != arm {
				t.Errorf("arm %d of %s is %s", j, x.Name, x.Arms[j].Name)
			}
			if bench := cellOf(x.Name, arm).Bench; !strings.Contains(out, "Benchmark"+bench) {
				t.Errorf("%s is not among the benchmarks:\n%s", bench, out)
			}
		}
		if neighbour := strings.HasSuffix(x.Name, withNeighbour); neighbour != (i >= len(kinds)) {
			t.Errorf("experiment %d is %s", i, x.Name)
		}
	}
}

// units is a test that joins the subject's package and says how many units of
// work the loop of each arm is asked for, in the order of the arms.
const units = `package subject

import (
	"fmt"
	"testing"
)

func TestUnits(t *testing.T) {
	testing.Benchmark(func(b *testing.B) {
		arms(b, 1000, func(b *testing.B, units int) {
			if b.N == 1 {
				fmt.Println("units", units)
			}
		})
	})
}
`

// TestExtra: an arm does as many percent more as its name says, by what it is
// asked for and by what it allocates.
func TestExtra(t *testing.T) {
	dir := t.TempDir()
	if _, err := write(dir); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, kinds[0].name)
	if err := os.WriteFile(filepath.Join(dir, "units_test.go"), []byte(units), 0o666); err != nil {
		t.Fatal(err)
	}
	out := goTest(t, dir, "-run=^TestUnits$", "-bench=^BenchmarkAllocating$", "-benchtime=10x", "-benchmem", "-v")
	asked := regexp.MustCompile(`(?m)^units (\d+)$`).FindAllStringSubmatch(out, -1)
	if len(asked) != len(armNames) {
		t.Fatalf("%d arms are asked for units:\n%s", len(asked), out)
	}
	for i, want := range []string{"1000", "1000", "1010", "1020", "1050", "1100"} {
		arm := armNames[i]
		if asked[i][1] != want {
			t.Errorf("arm %s is asked for %s units, want %s", arm, asked[i][1], want)
		}
		made := regexp.MustCompile(`(?m)^BenchmarkAllocating/extra=` + arm + `\b.* (\d+) allocs/op$`).FindStringSubmatch(out)
		if made == nil || made[1] != want {
			t.Errorf("arm %s makes %v allocations, want %s", arm, made, want)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

// TestNeighbour: a neighbour spins, and ends when its pipe does, which happens
// however its parent ends.
func TestNeighbour(t *testing.T) {
	n, err := startNeighbour(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // it begins with a second of work
	n.stop()                           // returns when the process has ended
	state := n.cmd.ProcessState
	if !state.Success() {
		t.Errorf("it ended with %v", state)
	}
	if used := state.UserTime() + state.SystemTime(); used < 50*time.Millisecond {
		t.Errorf("it used %v of processor time", used)
	}
}

// TestPeerTurn: the peer gets its share of the time, in whole replicates. A
// side that fails is told of, and ends nothing.
func TestPeerTurn(t *testing.T) {
	var told notes
	p := newPeer(2*time.Second, &told)
	round := profiler.Round{Experiment: "steady", Took: time.Second, Binary: filepath.Join(t.TempDir(), "none")}
	// Six sides of a second are due after six seconds of ours, so that they
	// stand amid the twelve that they are half of.
	for second := 1; second <= 6; second++ {
		if err := p.afterRound(t.Context(), round); err != nil {
			t.Fatal(err)
		}
		if got, want := p.turns["steady"].replicates, second/6; got != want {
			t.Errorf("after %d seconds there are %d replicates, want %d", second, got, want)
		}
	}
	if len(told) != len(armNames) || !strings.Contains(told[0], "go test of arm 0: cannot start") {
		t.Errorf("it told %q", told)
	}
}

func TestPairTime(t *testing.T) {
	for budget, want := range map[time.Duration]time.Duration{
		time.Hour: 10 * time.Second, 15 * time.Minute: 10 * time.Second,
		270 * time.Second: 3 * time.Second, 9 * time.Second: 100 * time.Millisecond,
	} {
		if got := pairTime(budget); got != want {
			t.Errorf("%v have pairs of %v, want %v", budget, got, want)
		}
	}
}

func TestCollected(t *testing.T) {
	out := "BenchmarkSteady/extra=0 \t 100\t 5 ns/op\n==7== Events    : Ir\n==7== Collected : 5255616\n==7== \n"
	if got, err := collected([]byte(out)); err != nil || got != 5255616 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := collected([]byte("PASS\n")); err == nil {
		t.Error("a count comes of nothing")
	}
}

// TestInstructions counts with valgrind, where there is one: the arms execute
// as many percent more as they say.
func TestInstructions(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("there is no valgrind")
	}
	dir := t.TempDir()
	list, err := write(dir)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "subject.test")
	goTest(t, list[0].Dir, "-c", "-o", binary)
	w, err := results.Create(t.TempDir(), results.Run{Experiments: []string{counted}})
	if err != nil {
		t.Fatal(err)
	}
	yaml, err := os.ReadFile(filepath.Join(list[0].Dir, "experiment.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Experiment(counted, yaml)
	if err != nil {
		t.Fatal(err)
	}
	var told notes
	c := &counter{progress: &told}
	for range 2 { // the second time there is nothing left to do
		if err := c.afterRound(t.Context(), profiler.Round{Experiment: counted, Binary: binary, Dir: dir, Writer: e}); err != nil {
			t.Fatal(err)
		}
	}
	record, err := results.Open(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	peers := record.Experiments[0].Peers
	if len(told) > 0 || len(peers) != len(armNames) {
		t.Fatalf("%d counts, and notes %q", len(peers), told)
	}
	base := peers[0].Values["instructions/op"]
	for _, p := range peers {
		percent, _ := strconv.Atoi(p.Cell.Arm) // none for "same"
		want := 1 + float64(percent)/100
		if got := p.Values["instructions/op"] / base; got < want-0.003 || got > want+0.003 {
			t.Errorf("arm %s executes %.4f times as many instructions, want %.4f", p.Cell.Arm, got, want)
		}
	}
}

// TestPeerRuns: what go test prints comes into the record, once for each
// sample, and benchstat can read the file.
func TestPeerRuns(t *testing.T) {
	dir := t.TempDir()
	list, err := write(dir)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "subject.test")
	goTest(t, list[0].Dir, "-c", "-o", binary)
	var told notes
	p := newPeer(20*time.Millisecond, &told)
	parent := t.TempDir()
	w, err := results.Create(parent, results.Run{Experiments: []string{"steady"}})
	if err != nil {
		t.Fatal(err)
	}
	yaml, err := os.ReadFile(filepath.Join(list[0].Dir, "experiment.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Experiment("steady", yaml)
	if err != nil {
		t.Fatal(err)
	}
	round := profiler.Round{Experiment: "steady", Took: time.Second, Binary: binary, Dir: dir, Writer: e}
	if err := p.afterRound(t.Context(), round); err != nil {
		t.Fatal(err)
	}
	record, err := results.Open(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	peers := record.Experiments[0].Peers
	if len(told) > 0 || len(peers) != peerCount*len(armNames) {
		t.Fatalf("%d samples, and notes %q", len(peers), told)
	}
	for i, p := range peers {
		if p.Replicate != 1 || p.Seconds <= 0 || p.Values["ns/op"] <= 0 || p.Cell.Arm != armNames[i/peerCount] {
			t.Errorf("sample %d is %+v", i, p)
		}
	}
	file, err := os.ReadFile(filepath.Join(w.Dir, "steady", "peer.txt"))
	if err != nil || bytes.Count(file, []byte("\nBenchmarkSteady/extra=")) != len(peers) {
		t.Errorf("peer.txt is %s (%v)", file, err)
	}
}
