package selftest

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
)

var alternatives = flag.Duration("alternatives", 0, "measure for so long what other ways of running a benchmark would have cost")

// A way is a way of making one observation of a benchmark.
type way struct {
	name string

	// batches is how often the benchmark runs in the process, each for
	// batch. Where there are several, the first warms up and is left out.
	batches int
	batch   time.Duration

	// pin binds the process to one processor.
	pin bool
	env []string
}

// ways are what was considered. The first is what assay does.
var ways = []way{
	{name: "40 ms + 40 ms", batches: 2, batch: 40 * time.Millisecond},
	{name: "80 ms, no warm-up", batches: 1, batch: 80 * time.Millisecond},
	{name: "10 ms + 10 ms", batches: 2, batch: 10 * time.Millisecond},
	{name: "20 ms + 20 ms", batches: 2, batch: 20 * time.Millisecond},
	{name: "80 ms + 80 ms", batches: 2, batch: 80 * time.Millisecond},
	{name: "9 ms + 8 × 9 ms", batches: 9, batch: 9 * time.Millisecond},
	{name: "5 ms + 16 × 5 ms", batches: 17, batch: 5 * time.Millisecond},
	{name: "40 ms + 40 ms, one processor", batches: 2, batch: 40 * time.Millisecond, pin: true},
	{name: "40 ms + 40 ms, GOMAXPROCS=1", batches: 2, batch: 40 * time.Millisecond, env: []string{"GOMAXPROCS=1"}},
}

// figures are the ways of making one number of a process.
var figures = []struct {
	name string
	of   func(made) float64
}{
	{"mean", func(m made) float64 { return mean(m.batches) }},
	{"median", func(m made) float64 { return quantile(m.batches, 0.5) }},
	{"lower quartile", func(m made) float64 { return quantile(m.batches, 0.25) }},
	{"minimum", func(m made) float64 { return slices.Min(m.batches) }},
	{"CPU time", func(m made) float64 { return m.cpu }},
}

// made is what one process made: the ns/op of its batches, and its processor
// time.
type made struct {
	batches []float64
	cpu     float64
}

// TestAlternatives prints, for each way and figure, how many seconds of
// running pairs it takes until a true difference of 2% is found nine times in
// ten, were the log-ratios of pairs normal with the spread of their middle
// half:
//
//	(seconds a pair) · ((1.96 + 1.28) · sd / log 1.02)²
//
// The ways take turns in random order, so that they see the same machine.
func TestAlternatives(t *testing.T) {
	if *alternatives == 0 {
		t.Skip("measures for the time that -alternatives says")
	}
	binary := buildSubject(t)
	share := *alternatives / time.Duration(len(kinds))
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "arm\tprocess\tpairs\ts/pair")
	for _, f := range figures {
		fmt.Fprintf(table, "\t%s", f.name)
	}
	fmt.Fprintln(table)
	for _, kind := range kinds {
		perOp := nsPerOp(t, binary, kind.bench)
		pairs := make([][][2]made, len(ways))
		spent := make([]time.Duration, len(ways))
		for end := time.Now().Add(share); time.Now().Before(end); {
			for _, i := range rand.Perm(len(ways)) {
				began := time.Now()
				a := ways[i].run(t, binary, kind.bench, perOp)
				b := ways[i].run(t, binary, kind.bench, perOp)
				spent[i] += time.Since(began)
				pairs[i] = append(pairs[i], [2]made{a, b})
			}
		}
		for i, w := range ways {
			each := spent[i].Seconds() / float64(len(pairs[i]))
			fmt.Fprintf(table, "%s\t%s\t%d\t%.3f", kind.name, w.name, len(pairs[i]), each)
			for _, f := range figures {
				var logs []float64
				for _, p := range pairs[i] {
					logs = append(logs, math.Log(f.of(p[0])/f.of(p[1])))
				}
				sd := (quantile(logs, 0.75) - quantile(logs, 0.25)) / 1.349
				fmt.Fprintf(table, "\t%.0f", each*math.Pow((1.96+1.28)*sd/math.Log(1.02), 2))
			}
			fmt.Fprintln(table)
		}
	}
	table.Flush()
}

// buildSubject builds the benchmarks of the self-test.
func buildSubject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := write(dir); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "subject.test")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, "./"+kinds[0].name)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// nsPerOp is about how long an operation of the baseline takes.
func nsPerOp(t *testing.T, binary, bench string) float64 {
	t.Helper()
	_, values := batches(t, cell.Spec{Binary: binary, Args: []string{"-test.benchtime=100ms"}}, bench, 1)
	return values[0]
}

// run makes one observation of the baseline.
func (w way) run(t *testing.T, binary, bench string, perOp float64) made {
	t.Helper()
	spec := cell.Spec{
		Binary: binary,
		Env:    w.env,
		Args:   []string{fmt.Sprintf("-test.benchtime=%dx", max(1, int(float64(w.batch)/perOp)))},
	}
	if w.pin {
		if runtime.GOOS != "linux" {
			t.Skip("taskset is of Linux")
		}
		spec.Args = append([]string{"-c", "1", binary}, spec.Args...)
		spec.Binary = "taskset"
	}
	process, values := batches(t, spec, bench, w.batches)
	if len(values) > 1 {
		values = values[1:]
	}
	return made{batches: values, cpu: (process.User + process.System).Seconds()}
}

// batches runs the baseline so many times in one process.
func batches(t *testing.T, spec cell.Spec, bench string, count int) (results.Process, []float64) {
	t.Helper()
	name := bench[len("Benchmark"):] + "/extra=0"
	spec.Args = append(spec.Args, "-test.run=^$", "-test.bench=^"+bench+"$/^extra=0$", "-test.count="+strconv.Itoa(count))
	spec.Timeout = time.Minute
	process, stdout, err := cell.Run(t.Context(), spec)
	if err != nil || process.Failure != "" {
		t.Fatal(err, process.Failure, process.Output)
	}
	lines, err := cell.Results(stdout, name, count)
	if err != nil {
		t.Fatal(err)
	}
	var values []float64
	for _, l := range lines {
		values = append(values, l.Values[0].OrigValue)
		if l.Values[0].OrigUnit != "ns/op" {
			t.Fatalf("the first value of %s is in %s", name, l.Values[0].OrigUnit)
		}
	}
	return process, values
}

func mean(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

// quantile is the nearest of the values.
func quantile(values []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(math.Round(p*float64(len(sorted)-1)))]
}
