package results

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
)

const yaml = "title: T\nquestion: Q?\ncompare: v\nbaseline: a\nbuilds: [{name: default}, {name: l, gcflags: -l}]\n"

// benchmark parses what a test binary prints.
func benchmark(t *testing.T, text string) *benchfmt.Result {
	t.Helper()
	r := benchfmt.NewReader(strings.NewReader(text), "test")
	for r.Scan() {
		if result, ok := r.Result().(*benchfmt.Result); ok {
			return result.Clone()
		}
	}
	t.Fatalf("no result in %q", text)
	return nil
}

// record writes a record with four processes. One of them is run again, and
// one is the control. Evidence is of the headline's workload and of another.
func record(t *testing.T) string {
	t.Helper()
	parent := t.TempDir()
	w, err := Create(parent, Run{Started: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Seed: 7, Experiments: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Experiment("x", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []Process{
		{Cell: experiments.Cell{Bench: "S/v=a/n=1", Arm: "a", Build: "default"}},
		{Cell: experiments.Cell{Bench: "S/v=b/n=1", Arm: "b", Build: "l"}, Layout: 7, Attempt: 1, Again: true},
		{Cell: experiments.Cell{Bench: "S/v=b/n=1", Arm: "b", Build: "l"}, Layout: 7, Attempt: 2},
		{Cell: experiments.Cell{Bench: "S/v=a/n=1", Arm: "a", Build: "default"}, Control: true},
	} {
		p.Process, p.Round, p.Position, p.Pass = i+1, 3, i+1, PassTiming
		if err := e.Append(p); err != nil {
			t.Fatal(err)
		}
		out := "goos: linux\npkg: example.com/m/x\nBenchmark" + p.Cell.Bench + "-2 \t 10\t 52.5 ns/op\t 1.50 ns/send\t 3.0 MB/s\n"
		if err := e.Observe(p, "v", benchmark(t, out)); err != nil {
			t.Fatal(err)
		}
	}
	other := experiments.Workload{"name": "S", "n": "2"}
	for i, workload := range []experiments.Workload{nil, other} {
		file, name, err := e.ProfilePath("a", "l", workload, CPU)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("profile"), 0o666); err != nil {
			t.Fatal(err)
		}
		err = e.Append(Process{
			Process: 5 + i, Pass: Pass(CPU), File: name, Binary: "abc", Iterations: 11, Values: map[string]float64{"ns/op": 2.5},
			Cell: experiments.Cell{Arm: "a", Build: "l", Workload: workload},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.WriteAssembly(Assembly{Arm: "a", Build: "default", Workload: workload, Samples: int64(5 + i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.WriteCompiler(Compiler{Build: "default"}); err != nil {
		t.Fatal(err)
	}
	if err := e.WriteStructs(Structs{Build: "default", Types: []Struct{{Name: "m.T", Size: 8}}}); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return w.Dir
}

func TestRoundTrip(t *testing.T) {
	dir := record(t)
	if base := filepath.Base(dir); base != "2026-11-30T120000Z" {
		t.Errorf("the record is called %s", base)
	}
	for _, name := range []string{dir, filepath.Join(filepath.Dir(dir), Latest)} {
		r, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Problems) > 0 {
			t.Errorf("problems in a whole record: %v", r.Problems)
		}
		if r.Run.Seed != 7 || r.Run.Schema != Schema || len(r.Experiments) != 1 {
			t.Fatalf("got %+v", r)
		}
		x := r.Experiments[0]
		if x.Package != "example.com/m/x" || len(x.Processes) != 6 {
			t.Errorf("package %q, %d processes", x.Package, len(x.Processes))
		}
		want := []Observation{
			{Process: 1, Round: 3, Position: 1, Cell: experiments.Cell{Bench: "S/v=a/n=1", Arm: "a", Build: "default"}},
			{Process: 2, Round: 3, Position: 2, Layout: 7, Attempt: 1, Again: true, Cell: experiments.Cell{Bench: "S/v=b/n=1", Arm: "b", Build: "l"}},
			{Process: 3, Round: 3, Position: 3, Layout: 7, Attempt: 2, Cell: experiments.Cell{Bench: "S/v=b/n=1", Arm: "b", Build: "l"}},
			{Process: 4, Round: 3, Position: 4, Cell: experiments.Cell{Bench: "S/v=a/n=1", Arm: "a", Build: "default"}, Control: true},
		}
		for i := range want {
			want[i].Iterations = 10
			want[i].Cell.Workload = experiments.Workload{"name": "S", "n": "1"}
			want[i].Values = map[string]float64{"ns/op": 52.5, "ns/send": 1.5, "MB/s": 3}
		}
		if !reflect.DeepEqual(x.Observations, want) {
			t.Errorf("observations\ngot  %+v\nwant %+v", x.Observations, want)
		}
		if len(x.Profiles) != 2 || len(x.Assemblies) != 2 {
			t.Fatalf("%d profiles and %d listings, want those of two workloads", len(x.Profiles), len(x.Assemblies))
		}
		for i, workload := range []string{"", "n=2 name=S"} {
			p := x.Profiles[i]
			want := ProfileFile{Arm: "a", Build: "l", Workload: p.Workload, Kind: CPU, Path: "x/profiles/a.l/cpu.pprof", Bytes: 7, Binary: "abc", Iterations: 11, Values: map[string]float64{"ns/op": 2.5}}
			if workload != "" {
				want.Path = "x/profiles/a.l/n_2_name_S-c631dbe1/cpu.pprof"
			}
			if !reflect.DeepEqual(p, want) || p.Workload.String() != workload {
				t.Errorf("profile\ngot  %+v\nwant %+v", p, want)
			}
			if a := x.Assemblies[i]; a.Workload.String() != workload || a.Samples != int64(5+i) {
				t.Errorf("listing %s is %+v, want that of %q", a.Path, a, workload)
			}
		}
		var kinds []string
		for _, f := range x.Files {
			kinds = append(kinds, f.Kind)
			if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(f.Path))); err != nil || info.Size() != f.Bytes {
				t.Errorf("file %+v is %v, %v", f, info, err)
			}
		}
		if !reflect.DeepEqual(kinds, []string{"asked", "rounds", "processes"}) {
			t.Errorf("files are %v", kinds)
		}
		if x.Compilers[0].Build != "default" || x.Structs[0].Types[0].Name != "m.T" {
			t.Errorf("compiler %+v, structs %+v", x.Compilers, x.Structs)
		}
	}
}

// TestRoundsServeBenchstat reads rounds.txt as benchstat does: nothing that
// differs from process to process may be configuration, and the control is a
// column of its own.
func TestRoundsServeBenchstat(t *testing.T) {
	f, err := os.Open(filepath.Join(record(t), "x", "rounds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got []string
	reader := benchfmt.NewReader(f, "rounds.txt")
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("benchstat would stumble over %v", reader.Result())
		}
		line := string(result.Name.Full())
		for _, config := range result.Config {
			line += " " + config.Key + "=" + string(config.Value)
		}
		got = append(got, line)
	}
	want := []string{
		"S/v=a/n=1-2 goos=linux pkg=example.com/m/x build=default",
		"S/v=b/n=1-2 goos=linux pkg=example.com/m/x build=l",
		"S/v=control/n=1-2 goos=linux pkg=example.com/m/x build=default",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestOpenTorn damages one file at a time. What is left has to be read, and
// the damage told.
func TestOpenTorn(t *testing.T) {
	cut := func(n int) func([]byte) []byte { return func(data []byte) []byte { return data[:len(data)-n] } }
	gone := func([]byte) []byte { return nil }
	tests := []struct {
		name, file   string
		damage       func([]byte) []byte
		problem      string
		observations int
	}{
		{"no run.json", "run.json", gone, "run.json: is missing", 4},
		{"torn run.json", "run.json", cut(10), "run.json: is torn", 4},
		{"a newer run.json", "run.json", func([]byte) []byte { return []byte(`{"schema": 99}`) }, "has schema 99", 4},
		{"no cells", "x/cells.jsonl", gone, "x/cells.jsonl: is missing", 4},
		{"torn cells", "x/cells.jsonl", cut(10), "x/cells.jsonl:6: is torn", 4},
		{"no rounds", "x/rounds.txt", gone, "x/rounds.txt: is missing", 0},
		{"torn rounds", "x/rounds.txt", cut(5), "the last line is torn", 3},
		{"rounds with garbage", "x/rounds.txt", func(data []byte) []byte {
			return append(data, "BenchmarkS/v=a-2 ten 5 ns/op\nBenchmarkS/n=1-2 10 5 ns/op\nwhat?\n"...)
		}, "x/rounds.txt:", 4},
		{"torn compiler", "x/compiler/default.json", cut(3), "x/compiler/default.json: is torn", 4},
		{"torn assembly", "x/assembly/a.json", cut(3), "x/assembly/a.json: is torn", 4},
		{"torn structs", "x/structs/default.json", cut(3), "x/structs/default.json: is torn", 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := record(t)
			file := filepath.Join(dir, filepath.FromSlash(test.file))
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if data = test.damage(data); data == nil {
				err = os.Remove(file)
			} else {
				err = os.WriteFile(file, data, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Problems) == 0 || !strings.Contains(r.Problems[0].Error(), test.problem) {
				t.Errorf("problems are %v, want one with %q", r.Problems, test.problem)
			}
			if got := len(r.Experiments[0].Observations); got != test.observations {
				t.Errorf("%d observations are left, want %d", got, test.observations)
			}
		})
	}
}

// TestProfileOfNobody: without the process that wrote it nobody knows which
// workload a profile is of, unless it is the headline's.
func TestProfileOfNobody(t *testing.T) {
	dir := record(t)
	if err := os.Remove(filepath.Join(dir, "x", "cells.jsonl")); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Experiments[0].Profiles; len(p) != 1 || p[0].Arm != "a.l" || p[0].Iterations != 0 {
		t.Errorf("the profiles are %+v, want the headline's", p)
	}
	if !strings.Contains(fmt.Sprint(r.Problems), "no process tells which workload it is of") {
		t.Errorf("problems are %v", r.Problems)
	}
}

func TestOpenWhatIsNoRecord(t *testing.T) {
	empty := t.TempDir()
	file := filepath.Join(empty, "file")
	if err := os.WriteFile(file, []byte("../../etc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	latest := filepath.Join(empty, Latest)
	if err := os.WriteFile(latest, []byte("../../etc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{empty, file, latest, filepath.Join(empty, "nowhere")} {
		if _, err := Open(name); err == nil {
			t.Errorf("%s was opened as a record", name)
		}
	}
}

func TestLatestWithoutLinks(t *testing.T) {
	dir := record(t)
	latest := filepath.Join(filepath.Dir(dir), Latest)
	if err := os.Remove(latest); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(latest, []byte(filepath.Base(dir)+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err := Open(latest); err != nil || r.Dir != dir {
		t.Errorf("got %v, %v, want %s", r, err, dir)
	}
}

func TestTwoRunsInOneSecond(t *testing.T) {
	parent := t.TempDir()
	started := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, want := range []string{"2026-11-30T120000Z", "2026-11-30T120000Z-2"} {
		w, err := Create(parent, Run{Started: started})
		if err != nil || filepath.Base(w.Dir) != want {
			t.Errorf("got %v, %v, want %s", w, err, want)
		}
	}
	if target, err := os.Readlink(filepath.Join(parent, Latest)); err == nil && target != "2026-11-30T120000Z-2" {
		t.Errorf("latest leads to %s", target)
	}
}

func TestCreateSaysWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Create(file, Run{Started: time.Now()})
	if err == nil || !strings.Contains(err.Error(), "cannot make the folder for results") || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v", err)
	}
}

func TestArmDirIsSafe(t *testing.T) {
	check := func(arm, build, want string) {
		t.Helper()
		if got := ArmDir(arm, build); got != want {
			t.Errorf("ArmDir(%q, %q) is %q, want %q", arm, build, got, want)
		}
	}
	check("worker-ticks", "default", "worker-ticks")
	check("worker-ticks", "pgo", "worker-ticks.pgo")
	check("..", "default", "-a3d4a70d")
	check("../../etc/passwd", "default", "_.._etc_passwd-6fadc99a")
	check("a b<c>", "", "a_b_c_-1e77b3ef")
	check("", "default", "-811c9dc5")
	if one, two := ArmDir("a b", ""), ArmDir("a_b", ""); one == two {
		t.Errorf("two arms share the folder %s", one)
	}
	if long := ArmDir(strings.Repeat("x", 300), "default"); len(long) > 120 {
		t.Errorf("a folder's name has %d bytes", len(long))
	}
}

func FuzzReadRounds(f *testing.F) {
	f.Add("# process: 1\n# round: 2\nbuild: l\nBenchmarkS/v=a-2 10 5 ns/op\n")
	f.Add("BenchmarkS/v=control/n=1 10 NaN ns/op +Inf B/op\n# ")
	asked, err := experiments.Read(strings.NewReader(yaml), "x.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := &reader{record: &Record{}}
		r.benchmarks(strings.NewReader(text), "rounds.txt", asked, func(o Observation, _ *benchfmt.Result) {
			if o.Cell.Arm == experiments.ControlArm {
				t.Errorf("the control is an arm: %+v", o)
			}
		})
	})
}

// FuzzDecodeProcess: whatever the short way decodes, package encoding/json
// decodes to the same.
func FuzzDecodeProcess(f *testing.F) {
	whole, err := json.Marshal(Process{
		Process: 7, Pass: PassTiming, Round: 1, Position: 2, Control: true, Layout: -3, Attempt: 2, Disturbed: "other work", Again: true, WarmUp: 1.5e-7,
		Cell:    experiments.Cell{Bench: "S/v=a", Arm: "a", Build: "default", Workload: experiments.Workload{"name": "S"}},
		Command: []string{"x.test", "-test.run=^$"}, Env: []string{"A=1"}, Binary: "6b1f", Started: time.Date(2026, 11, 30, 12, 0, 0, 5, time.UTC),
		Wall: 1, User: 2, System: 3, MaxRSS: 4, Voluntary: 5, Involuntary: -1, Foreign: 0.1, Stolen: -1, Pressure: 1e21, Throttled: 6, ClockSource: "tsc", File: "x.pprof", Exit: -1,
		Iterations: 1 << 40, Values: map[string]float64{"ns/op": 1.5, "µ\"s": 1e21},
	})
	if err != nil {
		f.Fatal(err)
	}
	if _, ok := newProcessDecoder().plain(whole); !ok {
		f.Errorf("the short way does not decode %s", whole)
	}
	for _, line := range []string{
		string(whole), `{}`, `{"process":01}`, `{"process":1.}`, `{"foreign":1e}`, `{"foreign":1e5}`, `{"foreign":.5}`, `{"foreign":-}`, `{"foreign":1.e2}`,
		`{"values":{"a":1},"values":{"b":2}}`, `{"values":null}`, `{"values":{"a":"b"}}`, `{"iterations":1.5}`,
		`{"process":1,"process":2}`, `{"cell":{"arm":"a"},"cell":{"build":"b"}}`, `{"command":null}`, `{"failure":"it hung","output":"a\nb"}`,
		`{"Process":1}`, `{"pass":"a\u0041"}`, `{ "process": 1 }`, `{"process":1}}`, `{"process":1`, `{"control":tru}`, `{"started":"2026"}`, `{"env":["a",],"x":1}`,
	} {
		f.Add(line)
	}
	decoder := newProcessDecoder()
	f.Fuzz(func(t *testing.T, line string) {
		for range 2 { // and again, when all of it is known
			got, ok := decoder.plain([]byte(line))
			if !ok {
				continue
			}
			var want Process
			if err := json.Unmarshal([]byte(line), &want); err != nil {
				t.Fatalf("%s is decoded, and should not: %v", line, err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\nis decoded to\n%+v\nand should be\n%+v", line, got, want)
			}
		}
	})
}

// TestLineReader reads through buffers of all sizes: lines that are longer than
// the buffer, and a last one that is torn.
func TestLineReader(t *testing.T) {
	long := strings.Repeat("x", 100<<10)
	text := "# process: 1\n#no config\n# \n" + long + "\n\ntorn"
	want := "process: 1\n#no config\n\n" + long + "\n\n"
	for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
		l := newLineReader(wrap(strings.NewReader(text)))
		got, err := io.ReadAll(l)
		if err != nil || string(got) != want {
			t.Errorf("read %d bytes with the error %v, want %d", len(got), err, len(want))
		}
		if !l.torn || l.lines != 5 {
			t.Errorf("%d lines were read, the last one torn: %t", l.lines, l.torn)
		}
	}
	l := newLineReader(io.MultiReader(strings.NewReader("whole\n"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if got, err := io.ReadAll(l); string(got) != "whole\n" || err != io.ErrUnexpectedEOF || l.torn {
		t.Errorf("read %q, %v, torn: %t", got, err, l.torn)
	}
}
