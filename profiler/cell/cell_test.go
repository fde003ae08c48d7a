package cell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary stand in for a benchmark that behaves as the
// variable says.
func TestMain(m *testing.M) {
	switch os.Getenv("CELL_TEST") {
	case "":
		os.Exit(m.Run())
	case "good":
		fmt.Print("goos: linux\nBenchmarkX/a=b-2 \t 10\t 5.0 ns/op\nPASS\n")
	case "panic":
		fmt.Println("BenchmarkX/a=b")
		panic("out of cheese")
	case "complain":
		fmt.Fprintln(os.Stderr, "runtime: cannot set cpu profile rate until previous profile has finished.")
		fmt.Print("BenchmarkX/a=b-2 \t 10\t 5.0 ns/op\nPASS\n")
	case "exit":
		fmt.Println("--- FAIL: BenchmarkX/a=b")
		os.Exit(1)
	case "hang":
		time.Sleep(time.Hour)
	case "tick":
		for range 8 {
			time.Sleep(500 * time.Millisecond)
			fmt.Println("tick")
		}
	case "spin":
		fmt.Println("spinning")
		for start := time.Now(); time.Since(start) < time.Minute; {
		}
	case "sleep":
		time.Sleep(200 * time.Millisecond)
	case "flood":
		for range 200_000 {
			fmt.Println("this goes on and on")
		}
		os.Exit(3)
	}
	os.Exit(0)
}

func run(t *testing.T, behaviour string, timeout time.Duration) (p struct {
	failure, output string
	exit            int
}, stdout string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, out, err := Run(t.Context(), Spec{Binary: self, Env: []string{"CELL_TEST=" + behaviour}, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	if got.Wall <= 0 || got.Started.IsZero() {
		t.Errorf("the process has no times: %+v", got)
	}
	p.failure, p.output, p.exit = got.Failure, got.Output, got.Exit
	return p, string(out)
}

func TestRun(t *testing.T) {
	tests := []struct {
		behaviour string
		failure   string
		output    string
		exit      int
	}{
		{"good", "", "", 0},
		{"complain", "", "", 0},
		{"panic", "panic: out of cheese", "goroutine 1", 2},
		{"exit", "--- FAIL: BenchmarkX/a=b", "--- FAIL", 1},
		{"flood", "exit status 3", "bytes left out", 3},
	}
	for _, test := range tests {
		t.Run(test.behaviour, func(t *testing.T) {
			p, _ := run(t, test.behaviour, time.Minute)
			if p.failure != test.failure || p.exit != test.exit {
				t.Errorf("failure %q with exit status %d, want %q with %d", p.failure, p.exit, test.failure, test.exit)
			}
			if !strings.Contains(p.output, test.output) {
				t.Errorf("output %q lacks %q", p.output, test.output)
			}
			if len(p.output) > keptOutput+100 {
				t.Errorf("%d bytes of output are kept", len(p.output))
			}
		})
	}
}

// TestStderr: what a process prints on standard error reaches who wants it,
// and is no failure.
func TestStderr(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	p, stdout, err := Run(t.Context(), Spec{Binary: self, Env: []string{"CELL_TEST=complain"}, Stderr: &stderr, Timeout: time.Minute})
	if err != nil || p.Failure != "" || !strings.HasPrefix(string(stdout), "BenchmarkX") {
		t.Errorf("got %q, failure %q, %v", stdout, p.Failure, err)
	}
	if !strings.HasPrefix(stderr.String(), "runtime: cannot set") {
		t.Errorf("standard error is %q", stderr.String())
	}
}

// TestRunSeesANeighbour runs a process that does nothing while others keep
// every processor busy.
func TestRunSeesANeighbour(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip(runtime.GOOS + " does not tell what else runs")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range runtime.NumCPU() {
		neighbour := exec.Command(self)
		neighbour.Env = append(os.Environ(), "CELL_TEST=spin")
		spins, err := neighbour.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := neighbour.Start(); err != nil {
			t.Fatal(err)
		}
		defer neighbour.Wait()
		defer neighbour.Process.Kill()
		if _, err := spins.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	p, _, err := Run(t.Context(), Spec{Binary: self, Env: []string{"CELL_TEST=sleep"}, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if p.Foreign < 0 {
		t.Skip("the kernel of this machine does not tell what else runs")
	}
	if !strings.Contains(p.Disturbed, "of the machine") {
		t.Errorf("foreign %v, stolen %v, disturbed by %q", p.Foreign, p.Stolen, p.Disturbed)
	}
}

func TestRunEndsWhatHangs(t *testing.T) {
	p, _ := run(t, "hang", 200*time.Millisecond)
	if want := "hung: it was ended after 200ms"; p.failure != want {
		t.Errorf("failure %q, want %q", p.failure, want)
	}
}

// TestRunIdle: a process that goes on printing may take longer than one that
// is silent.
func TestRunIdle(t *testing.T) {
	self, _ := os.Executable()
	for behaviour, want := range map[string]string{"tick": "", "hang": "hung: it printed nothing for 3s"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			p, _, err := Run(t.Context(), Spec{Binary: self, Env: []string{"CELL_TEST=" + behaviour}, Timeout: 3 * time.Second, Idle: true})
			if err != nil || p.Failure != want {
				t.Errorf("failure %q, %v, want %q", p.Failure, err, want)
			}
		})
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	self, _ := os.Executable()
	_, _, err := Run(ctx, Spec{Binary: self, Env: []string{"CELL_TEST=hang"}, Timeout: time.Hour})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
}

func TestRunWithoutABinary(t *testing.T) {
	if _, _, err := Run(t.Context(), Spec{Binary: "does-not-exist", Timeout: time.Minute}); err == nil {
		t.Error("a binary that does not exist was run")
	}
}

func TestResults(t *testing.T) {
	tests := []struct {
		name   string
		stdout string
		err    string
	}{
		{"two lines", "pkg: p\nBenchmarkX/a=b-2 5 9.0 ns/op 1 things\nBenchmarkX/a=b-2 10 5.0 ns/op 1 things\nPASS\n", ""},
		{"without GOMAXPROCS", "BenchmarkX/a=b 5 9.0 ns/op\nBenchmarkX/a=b 10 5.0 ns/op\n", ""},
		{"nothing", "PASS\n", "printed no benchmark line"},
		{"prose", "Benchmarks are fun\n", "cannot be read"},
		{"torn", "BenchmarkX/a=b-2 10 5.0\n", "cannot be read"},
		{"no number", "BenchmarkX/a=b-2 10 x ns/op\n", "cannot be read"},
		{"another", "BenchmarkY-2 10 5.0 ns/op\n", "was asked for X/a=b and ran Y"},
		{"one", "BenchmarkX/a=b-2 10 5 ns/op\n", "printed 1 lines"},
		{"three", strings.Repeat("BenchmarkX/a=b-2 10 5 ns/op\n", 3), "printed 3 lines"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found, err := Results([]byte(test.stdout), "X/a=b", 2)
			switch {
			case test.err == "" && err != nil:
				t.Error(err)
			case test.err == "" && (len(found) != 2 || found[0].Iters != 5 || found[1].Iters != 10):
				t.Errorf("got %+v", found)
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("got error %v, want one that contains %q", err, test.err)
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	const procs = 2
	tests := []struct {
		name    string
		stdout  string
		ended   []Found
		failed  []string
		running string
	}{
		{
			name:   "all well",
			stdout: "goos: linux\nBenchmarkX\nBenchmarkX/v=a\nBenchmarkX/v=a-2 \t 10\t 5 ns/op\nBenchmarkX/v=b\nBenchmarkX/v=b-2 \t 7\t 5 ns/op\nPASS\n",
			ended:  []Found{{"X/v=a", 10}, {"X/v=b", 7}},
		},
		{
			name:    "the second panics",
			stdout:  "BenchmarkX\nBenchmarkX/v=a\nBenchmarkX/v=a-2 \t 10\t 5 ns/op\nBenchmarkX/v=b\npanic: no\n",
			ended:   []Found{{"X/v=a", 10}},
			running: "X/v=b",
		},
		{
			name:   "the first fails",
			stdout: "BenchmarkX\nBenchmarkX/v=a\n    x_test.go:3: no\n--- FAIL: BenchmarkX/v=a\n--- FAIL: BenchmarkX\nBenchmarkY/v=b\nBenchmarkY/v=b-2 1 5 ns/op\n",
			ended:  []Found{{"Y/v=b", 1}},
			failed: []string{"X/v=a"},
		},
		{
			name:   "twice, and the last time counts",
			stdout: "BenchmarkX/v=a\nBenchmarkX/v=a-2 \t 10\t 9 ns/op\nBenchmarkX/v=a\nBenchmarkX/v=a-2 \t 20\t 5 ns/op\n",
			ended:  []Found{{"X/v=a", 20}},
		},
		{
			name:    "the second time panics",
			stdout:  "BenchmarkX/v=a\nBenchmarkX/v=a-2 \t 10\t 9 ns/op\nBenchmarkX/v=a\npanic: no\n",
			running: "X/v=a",
		},
		{
			name:   "one is skipped",
			stdout: "BenchmarkX/v=a\n--- SKIP: BenchmarkX/v=a\n",
		},
		{
			name:    "it prints nonsense",
			stdout:  "BenchmarkX/v=a\nBenchmarkX/v=a-2 lots 5 ns/op\n",
			running: "X/v=a",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ended, failed, running := Discover([]byte(test.stdout), procs)
			if !slices.Equal(ended, test.ended) || !reflect.DeepEqual(failed, test.failed) || running != test.running {
				t.Errorf("got %v, %v, %q, want %v, %v, %q", ended, failed, running, test.ended, test.failed, test.running)
			}
		})
	}
}

func TestTailKeepsBothEnds(t *testing.T) {
	w := &tail{max: 20}
	for i := range 100 {
		fmt.Fprintf(w, "%02d", i)
	}
	if got, want := string(w.Bytes()), "0001020304"+"9596979899"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
}

func FuzzDiscover(f *testing.F) {
	f.Add("BenchmarkX/v=a\nBenchmarkX/v=a-2 1 5 ns/op\n--- FAIL: BenchmarkX\n")
	f.Fuzz(func(t *testing.T, stdout string) {
		ended, failed, running := Discover([]byte(stdout), 2)
		for _, found := range ended {
			if !strings.Contains(stdout, "Benchmark"+found.Bench) {
				t.Errorf("%q ended and was never printed", found.Bench)
			}
		}
		for _, name := range append(failed, running) {
			if !strings.Contains(stdout, name) {
				t.Errorf("%q failed and was never printed", name)
			}
		}
	})
}
