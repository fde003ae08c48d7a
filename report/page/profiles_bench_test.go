package page

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/pprof/profile"
	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
)

// BenchmarkProfiles concludes from a record with ten arms and renders it. It
// shows how time and the weight of the page grow with the size of the arms'
// CPU profiles, in files that are compressed as the runtime does it.
func BenchmarkProfiles(b *testing.B) {
	for _, stacks := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("arms=10/stacks=%d", stacks), func(b *testing.B) {
			dir, bytes := profiledRecord(b, 10, stacks)
			var spent [3]time.Duration
			for b.Loop() {
				start := time.Now()
				record, err := results.Open(dir)
				if err != nil {
					b.Fatal(err)
				}
				opened := time.Now()
				rep := report.New(record)
				concluded := time.Now()
				if err := Write(filepath.Join(dir, "report"), rep); err != nil {
					b.Fatal(err)
				}
				spent[0] += opened.Sub(start)
				spent[1] += concluded.Sub(opened)
				spent[2] += time.Since(concluded)
				if got := len(rep.Experiments[0].Flames); got != 10 {
					b.Fatalf("%d flame graphs", got)
				}
			}
			for i, name := range []string{"open", "new", "page"} {
				b.ReportMetric(float64(spent[i].Milliseconds())/float64(b.N), name+"-ms/op")
			}
			b.ReportMetric(float64(bytes)/1e6, "profile-MB")
			if info, err := os.Stat(filepath.Join(dir, "report", "profiled.html")); err == nil {
				b.ReportMetric(float64(info.Size())/1e6, "page-MB")
			}
		})
	}
}

// profiledRecord writes a record of so many arms, each with a CPU profile of
// so many different stacks, and returns the folder and the size of a profile.
func profiledRecord(b *testing.B, arms, stacks int) (dir string, bytes int64) {
	b.Helper()
	w, err := results.Create(b.TempDir(), results.Run{
		Started: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC), Finished: time.Date(2026, 12, 1, 13, 0, 0, 0, time.UTC),
		Experiments: []string{"profiled"}, Module: "example.com/m", Machine: results.Machine{OS: "linux", Cores: 2},
	})
	if err != nil {
		b.Fatal(err)
	}
	x, err := w.Experiment("profiled", []byte("title: Profiled\nquestion: How large?\ncompare: v\nbaseline: arm0\n"))
	if err != nil {
		b.Fatal(err)
	}
	process := 0
	add := func(p results.Process) results.Process {
		process++
		p.Process, p.Started = process, time.Date(2026, 12, 1, 12, 0, process, 0, time.UTC)
		p.Wall, p.User = time.Second, time.Second
		if err := x.Append(p); err != nil {
			b.Fatal(err)
		}
		return p
	}
	for arm := range arms {
		c, err := experiments.NewCell(fmt.Sprintf("Op/v=arm%d", arm), "v", experiments.DefaultBuild)
		if err != nil {
			b.Fatal(err)
		}
		for round := 1; round <= 12; round++ {
			p := add(results.Process{Pass: results.PassTiming, Cell: c, Round: round, Position: arm + 1, Attempt: 1})
			line := &benchfmt.Result{Name: benchfmt.Name(c.Bench + "-2"), Iters: 1000,
				Values: []benchfmt.Value{{Value: float64(100+10*arm) + float64(round)/100, Unit: "ns/op"}}}
			if err := x.Observe(p, "v", line); err != nil {
				b.Fatal(err)
			}
		}
		file, name, err := x.ProfilePath(c.Arm, c.Build, nil, results.CPU)
		if err != nil {
			b.Fatal(err)
		}
		bytes = writeStacks(b, file, uint64(arm), stacks)
		add(results.Process{Pass: results.Pass(results.CPU), Cell: c, File: name, Iterations: int64(stacks) * 1000})
	}
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	return w.Dir, bytes
}

// writeStacks writes a profile of stacks of thirty functions, of two thousand
// that there are, and returns its size.
func writeStacks(b *testing.B, file string, seed uint64, stacks int) int64 {
	b.Helper()
	const functions, depth = 2000, 30
	random := rand.New(rand.NewPCG(seed, 1))
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 4e6,
	}
	for i := range functions {
		name := fmt.Sprintf("example.com/m/pkg%d.(*Type%d).Method%d", i%20, i%100, i)
		if i%3 == 0 {
			name = fmt.Sprintf("runtime.function%d", i)
		}
		f := &profile.Function{ID: uint64(i + 1), Name: name, SystemName: name, Filename: fmt.Sprintf("/src/pkg%d/file%d.go", i%20, i%100), StartLine: int64(i)}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, &profile.Location{ID: f.ID, Address: uint64(0x400000 + 64*i), Line: []profile.Line{{Function: f, Line: f.StartLine + 3}}})
	}
	for range stacks {
		s := &profile.Sample{Value: []int64{1, 4e6}}
		// Most functions call the same one whenever they are on a stack.
		at := 0
		for range depth {
			s.Location = append(s.Location, p.Location[at])
			next := 3*at + 1
			if random.IntN(3) == 0 {
				next += random.IntN(4)
			}
			at = next % functions
		}
		slices.Reverse(s.Location)
		p.Sample = append(p.Sample, s)
	}
	f, err := os.Create(file)
	if err != nil {
		b.Fatal(err)
	}
	if err := p.Write(f); err != nil {
		b.Fatal(err)
	}
	size, err := f.Seek(0, 1)
	if err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return size
}
