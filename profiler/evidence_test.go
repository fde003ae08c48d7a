package profiler

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
)

// TestGather: what evidence leaves in the record. An iteration takes 1 µs.
func TestGather(t *testing.T) {
	m := &machine{
		value:  func(string, int) float64 { return 1000 },
		stderr: "gc 1 @0.004s 0%: 0.01+0.20+0.01 ms clock, 0.02+0.10/0.15/0+0.02 ms cpu, 4->4->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n",
	}
	r := fakeRun(t, Options{Rounds: 2, Layouts: 2, Capture: results.Kinds}, m, "x")
	s := r.sessions[0]
	b := s.binaries["default"]
	b.rated, b.build.Env = true, map[string]string{"GODEBUG": "madvdontneed=1", "GOGC": "50"}
	s.binaries["default"] = b
	if err := r.timeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.shown() {
		for _, pass := range s.passes(c) {
			var err error
			if pass == results.PassPlain {
				err = s.runPlain(t.Context(), c)
			} else {
				err = s.capture(t.Context(), c, results.Kind(pass))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	x := record(t, r).Experiments[0]

	// What each pass of the first arm ran for, and its own environment.
	want := []struct {
		pass       results.Pass
		iterations int64
		env        string
	}{
		{"plain", 1_000_000, "GODEBUG=madvdontneed=1,gctrace=1"},
		{"cpu", 8_000_000, "ASSAY_CPU_HZ=500"},
		{"allocs", 20_000, ""},
		{"mutex", 50_000, ""},
		{"block", 50_000, ""},
		{"wall", 300_000, "ASSAY_WALL="},
		{"trace", 50_000, ""},
	}
	evidence := slices.DeleteFunc(x.Processes, func(p results.Process) bool { return p.Pass == results.PassTiming })
	if len(evidence) != 3*len(want) {
		t.Fatalf("%d processes gathered evidence of three arms, want %d", len(evidence), 3*len(want))
	}
	for i, w := range want {
		p := evidence[i]
		if p.Pass != w.pass || p.Cell.Arm != "a" || p.Iterations != w.iterations || p.Values["ns/op"] != 1000 {
			t.Errorf("process %d of %s ran %s %d times and printed %v, want %s %d times", p.Process, p.Cell.Arm, p.Pass, p.Iterations, p.Values, w.pass, w.iterations)
		}
		env := strings.Join(p.Env, " ")
		if !strings.HasPrefix(env, "GODEBUG=madvdontneed=1 GOGC=50") || !strings.Contains(env, " "+w.env) || !strings.HasSuffix(env, " ASSAY_EVIDENCE=1") {
			t.Errorf("%s ran with %q", p.Pass, env)
		}
		if gc, ok := p.Values["gc/op"]; ok != (p.Pass == results.PassPlain) || ok && (gc != 1e-6 || p.Values["gc-assist-ns/op"] != 0.1) {
			t.Errorf("%s has the values %v", p.Pass, p.Values)
		}
	}
	for _, p := range x.Processes {
		if p.Pass == results.PassTiming && strings.Contains(fmt.Sprint(p.Env), "ASSAY") {
			t.Errorf("a timed process ran with %q", p.Env)
		}
	}
	// The fake writes no wall-clock profile.
	if len(x.Profiles) != 15 {
		t.Errorf("%d profiles, want five of each arm", len(x.Profiles))
	}
	for _, p := range x.Profiles {
		if p.Binary != "hash of 0" || p.Iterations == 0 || p.Values["ns/op"] != 1000 || len(p.Workload) == 0 {
			t.Errorf("profile %+v", p)
		}
	}
}

// TestShown: an experiment that wants it has the evidence of all workloads,
// in the first build.
func TestShown(t *testing.T) {
	check := func(yaml, want string) {
		t.Helper()
		s := testSession(t, yaml)
		if got := arms(s.shown()); got != want {
			t.Errorf("with %q evidence is of %s, want %s", yaml, got, want)
		}
	}
	check("workload: {n: 2}", "a2plain b2plain c2plain a2l b2l c2l")
	check("workload: {n: 2}\nevidence: all", "a2plain b2plain c2plain a2l b2l c2l a1plain b1plain c1plain")

	s := testSession(t, "evidence: all")
	if s.Quick = true; !reflect.DeepEqual(s.kinds(s.cells[5]), results.Kinds) {
		t.Errorf("a quick run takes %v of a cell of which all is wanted", s.kinds(s.cells[5]))
	}
	headline, other := s.cells[0], s.cells[3]
	if s.other(headline) != nil || s.other(other).String() != "n=2 name=S" {
		t.Errorf("the files of %s lie in %q, those of %s in %q", headline.ID(), s.other(headline), other.ID(), s.other(other))
	}
}

// TestProfileTime: a profile takes as long as it needs for its samples.
func TestProfileTime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	const baseline, other = 0, 1
	check := func(what, yaml string, arm int, quick, rated bool, processors int, want time.Duration) {
		t.Helper()
		s := testSession(t, yaml)
		s.Quick = quick
		s.binaries = map[string]binary{"plain": {rated: rated}}
		c := s.cells[arm]
		s.paces = map[string]*pace{c.ID(): {used: time.Duration(processors) * time.Second, wall: time.Second}}
		if got := s.passTime(c, results.Pass(results.CPU)); got != want {
			t.Errorf("%s: it takes %v, want %v", what, got, want)
		}
	}
	check("one processor", "", other, false, true, 1, longestProfile)
	check("four processors", "", other, false, true, 4, 2*time.Second)
	check("four processors at the rate of the testing package", "", other, false, false, 4, 5*time.Second)
	check("more processors than there are", "", other, false, true, 100, shortestProfile)
	check("the machine does not tell", "", other, false, true, 0, longestProfile)
	check("one of many", "evidence: all", other, false, true, 1, longestOfAll)
	check("a short timeout", "timeout: 2s", other, false, true, 1, 500*time.Millisecond)
	check("a quick run", "", other, true, true, 1, otherProfile)
	check("a quick run of what decides", "", baseline, true, true, 1, decidingProfile)
}

// TestPace: how many iterations take a second.
func TestPace(t *testing.T) {
	check := func(what, printed string, wall time.Duration, want int) {
		t.Helper()
		s := testSession(t, "")
		s.iterations, s.paces = map[string]int{}, map[string]*pace{}
		c := s.cells[0]
		s.iterations[c.ID()] = 100
		if printed != "" {
			line := benchmark(t, "BenchmarkS/v=a-2 "+printed+"\n")
			s.pace(c.ID()).add(results.Process{Wall: wall}, line, 2)
			s.pace(c.ID()).add(results.Process{Wall: wall}, line, 2)
		}
		if got := s.lasting(c, time.Second); got != want {
			t.Errorf("%s: %d iterations, want %d", what, got, want)
		}
	}
	check("nothing was timed", "", 0, int(100*time.Second/processTime))
	check("the benchmark tells", "1000 500 ns/op", time.Hour, 2_000_000)
	check("less than a nanosecond", "1000 0.1 ns/op", time.Hour, mostIterations)
	check("only the process tells, of twice a burst more", "9 2 ns/send", launch+200*time.Millisecond, 100)
	check("longer than that", "1 2e9 ns/op", time.Hour, 1)
}

func TestCollections(t *testing.T) {
	const (
		once   = "gc 1 @0.004s 0%: 0.012+0.20+0.005 ms clock, 0.024+0.50/0.15/0+0.010 ms cpu, 4->4->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n"
		leaks  = "gc 12 @1.004s 10% (checking for goroutine leaks): 0.012+0.20+0.005 ms clock, 0.024+1.5/0.15/0+0.010 ms cpu, 4->4->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n"
		forced = "gc 2 @0.005s 0%: 0.012+0.20+0.005 ms clock, 0.024+0.70/0.15/0+0.010 ms cpu, 4->4->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)\n"
	)
	check := func(what, printed string, want map[string]float64) {
		t.Helper()
		for _, size := range []int{1, 7, len(printed)} {
			var c collections
			for piece := range slices.Chunk([]byte(printed), max(1, size)) {
				if n, err := c.Write(piece); n != len(piece) || err != nil {
					t.Fatalf("%s: wrote %d of %d bytes, %v", what, n, len(piece), err)
				}
			}
			got := map[string]float64{}
			c.put(got, 1000)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, in pieces of %d bytes: got %v, want %v", what, size, got, want)
			}
		}
	}
	none := map[string]float64{}
	check("nothing", "", none)
	check("something else", "panic: gc 1 @ ms cpu,\n", none)
	check("a form of another day", "gc 1 @0.004s 0%: 0.20 ms clock, 0.5 ms cpu\n", none)
	check("a line without an end", strings.TrimSuffix(once, "\n"), none)
	check("one", once, map[string]float64{"gc/op": 0.001, "gc-assist-ns/op": 500})
	check("forced ones do not count", forced+forced, map[string]float64{"gc/op": 0, "gc-assist-ns/op": 0})
	check("several", "hello\n"+once+forced+leaks, map[string]float64{"gc/op": 0.002, "gc-assist-ns/op": 2000})
	check("behind a line that is too long", strings.Repeat("x", 3*longestLine)+"\n"+once, map[string]float64{"gc/op": 0.001, "gc-assist-ns/op": 500})
}

// TestAllIterations: what no benchmark line tells is the burst that
// experiments/probe runs before it measures.
func TestAllIterations(t *testing.T) {
	if n := allIterations(benchmark(t, "BenchmarkS/v=a-2 10 5 ns/op 3 ns/send\n")); n != 10 {
		t.Errorf("%d iterations, want the 10 that are printed", n)
	}
	if n := allIterations(benchmark(t, "BenchmarkS/v=a-2 10 3 ns/send\n")); n != 11 {
		t.Errorf("%d iterations, want one more than the 10 that are printed", n)
	}
}

// TestValuesThatJSONLacks: a benchmark may print them.
func TestValuesThatJSONLacks(t *testing.T) {
	m := &machine{value: func(string, int) float64 { return math.NaN() }}
	r := fakeRun(t, Options{Capture: results.Kinds}, m, "x")
	s := r.sessions[0]
	if err := s.capture(t.Context(), s.cells[0], results.CPU); err != nil {
		t.Fatal(err)
	}
	if p := processes(t, r)[0]; p.Failure != "" || len(p.Values) != 0 || p.Iterations == 0 {
		t.Errorf("the process is %+v", p)
	}
}

// processes are those of the first experiment of a run that timed nothing.
func processes(t *testing.T, r *run) []results.Process {
	t.Helper()
	if err := r.sessions[0].writer.Close(); err != nil {
		t.Fatal(err)
	}
	record, err := results.Open(r.writer.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return record.Experiments[0].Processes
}

// benchmark reads a line of S/v=a.
func benchmark(t *testing.T, text string) *benchfmt.Result {
	t.Helper()
	lines, err := cell.Results([]byte(text), "S/v=a", 1)
	if err != nil {
		t.Fatal(err)
	}
	return lines[0]
}
