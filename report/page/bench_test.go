package page

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
)

// BenchmarkRender reads a record from disk, concludes from it and renders it as
// HTML and as JSON. It shows how time and memory grow with the number of
// comparisons and of rounds; a comparison is an arm under a workload, in three
// metrics.
func BenchmarkRender(b *testing.B) {
	for _, comparisons := range []int{100, 1000} {
		for _, rounds := range []int{25, 100, 400} {
			b.Run(fmt.Sprintf("comparisons=%d/rounds=%d", comparisons, rounds), func(b *testing.B) {
				dir := largeRecord(b, comparisons, rounds)
				benchmarkRender(b, dir, comparisons)
			})
		}
	}
}

func benchmarkRender(b *testing.B, dir string, comparisons int) {
	spent := map[string]time.Duration{}
	out := filepath.Join(dir, "report")
	peak := 0.0
	for b.Loop() {
		b.StopTimer()
		debug.FreeOSMemory()
		stop := watchMemory()
		b.StartTimer()

		start := time.Now()
		step := func(name string) {
			spent[name] += time.Since(start)
			start = time.Now()
		}
		record, err := results.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		step("open")
		rep := report.New(record)
		step("new")
		if err := Write(out, rep); err != nil {
			b.Fatal(err)
		}
		step("page")
		if err := writeJSON(filepath.Join(out, "report.json"), rep); err != nil {
			b.Fatal(err)
		}
		step("json")

		b.StopTimer()
		peak = max(peak, stop())
		primary := 0
		for _, c := range rep.Experiments[0].Comparisons {
			if c.Primary && !c.Control && c.Ratio != nil {
				primary++
			}
		}
		if primary != comparisons || len(record.Problems) > 0 {
			b.Fatalf("%d comparisons, problems %v", primary, record.Problems)
		}
		b.StartTimer()
	}
	for name, d := range spent {
		b.ReportMetric(float64(d.Milliseconds())/float64(b.N), name+"-ms/op")
	}
	b.ReportMetric(peak/1e6, "peak-MB")
	for _, name := range []string{"large.html", "report.json"} {
		if info, err := os.Stat(filepath.Join(out, name)); err == nil {
			b.ReportMetric(float64(info.Size())/1e6, name+"-MB")
		}
	}
}

func writeJSON(name string, rep *report.Report) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return report.WriteJSON(f, rep)
}

// watchMemory looks every millisecond at how much memory the process holds, and
// returns the most that it saw, in bytes, when it is told to stop.
func watchMemory() (stop func() float64) {
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	most := 0.0
	look := func() {
		metrics.Read(held)
		most = max(most, float64(held[0].Value.Uint64()-held[1].Value.Uint64()))
	}
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			look()
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	return func() float64 {
		close(done)
		watching.Wait()
		return most
	}
}

// largeRecord writes a record of fifty arms beside the baseline, under as many
// workloads as it takes, in so many rounds over four layouts. Some arms are
// disturbed, some depend on the layout, and values have as many digits as
// benchmarks print.
func largeRecord(b *testing.B, comparisons, rounds int) string {
	b.Helper()
	const arms, baseline = 50, "arm00"
	parent := b.TempDir()
	w, err := results.Create(parent, results.Run{
		Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Finished: time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC),
		Seed: 7, Rounds: rounds, Experiments: []string{"large"}, Module: "example.com/m", Machine: results.Machine{OS: "linux", Cores: 2},
	})
	if err != nil {
		b.Fatal(err)
	}
	yaml := "title: Large\nquestion: How large?\ncompare: v\nbaseline: " + baseline +
		"\nmetrics:\n  - {unit: ns/op, better: lower, primary: true}\n  - {unit: B/op, better: lower}\n  - {unit: allocs/op, better: lower}\n"
	x, err := w.Experiment("large", []byte(yaml))
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, uint64(rounds)))
	layouts := []int64{0, 4711, 17, 99}
	process := 0
	for round := 1; round <= rounds; round++ {
		for workload := range comparisons / arms {
			moment := 1 + 0.02*random.NormFloat64()
			for position, arm := range random.Perm(arms + 2) {
				process++
				name := fmt.Sprintf("arm%02d", arm)
				p := results.Process{
					Process: process, Pass: results.PassTiming, Round: round, Position: position + 1, Attempt: 1,
					Control: arm == arms+1, Layout: layouts[round%len(layouts)],
					Binary: "6b1f0c9a3d2e4f58", Env: []string{"GOMAXPROCS=2"}, Started: time.Date(2026, 11, 30, 12, 0, process/40, 0, time.UTC),
					Wall: 90 * time.Millisecond, User: 85 * time.Millisecond, System: 3 * time.Millisecond, MaxRSS: 20 << 20,
					Voluntary: 40, Involuntary: 7, Foreign: 0.01 * random.Float64(), Stolen: 0.001, Pressure: 0.02, WarmUp: 123.4,
				}
				if p.Control {
					name, arm = baseline, 0
				}
				bench := fmt.Sprintf("Send/v=%s/values=%d", name, 100*(1+workload))
				if p.Cell, err = experiments.NewCell(bench, "v", experiments.DefaultBuild); err != nil {
					b.Fatal(err)
				}
				p.Command = []string{"/tmp/assay-123456/large.test", "-test.run=^$", "-test.bench=" + p.Cell.Pattern(), "-test.benchtime=12345x", "-test.count=2"}
				ns := 200 * (1 + 0.02*float64(arm%7)) * moment * (1 + 0.01*random.NormFloat64())
				if arm%10 == 3 && round%2 == 0 {
					ns *= 1.05
				}
				if random.IntN(50) == 0 {
					p.Foreign, p.Disturbed = 0.2, "other work took 20% of the machine"
					ns *= 1.1
				}
				if err := x.Append(p); err != nil {
					b.Fatal(err)
				}
				result := &benchfmt.Result{
					Config: []benchfmt.Config{{Key: "goos", Value: []byte("linux"), File: true}, {Key: "pkg", Value: []byte("example.com/m/large"), File: true}},
					Name:   benchfmt.Name(bench + "-2"), Iters: 12345,
					Values: []benchfmt.Value{
						{Value: math.Round(10*ns) / 10, Unit: "ns/op"}, {Value: float64(64 + arm), Unit: "B/op"}, {Value: float64(1 + arm%3), Unit: "allocs/op"},
					},
				}
				if err := x.Observe(p, "v", result); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	return w.Dir
}
