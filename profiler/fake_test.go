package profiler

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/cell"
	"github.com/assay-bench/assay/profiler/plan"
)

// A machine stands in for processes: it starts none, takes their time and
// prints what they would.
type machine struct {
	// took is how long a process takes.
	took time.Duration

	// value is what a process measures, in ns/op. Before, warming up, it
	// measures four times as much. Nil measures 5.
	value func(experiment string, process int) float64

	// disturbed and failure say what befalls a process; nil is nothing.
	disturbed, failure func(process int) string

	// stderr is what a process prints on standard error.
	stderr string

	// processes counts those that were started.
	processes int
}

func (m *machine) launch(_ context.Context, spec cell.Spec) (results.Process, []byte, error) {
	m.processes++
	time.Sleep(m.took)
	p := results.Process{Command: append([]string{spec.Binary}, spec.Args...), Wall: m.took}
	if m.disturbed != nil {
		p.Disturbed = m.disturbed(m.processes)
	}
	if m.failure != nil {
		p.Failure = m.failure(m.processes)
	}
	flags := map[string]string{}
	for _, arg := range spec.Args {
		name, value, _ := strings.Cut(arg, "=")
		flags[name] = value
	}
	for _, name := range []string{"cpuprofile", "memprofile", "mutexprofile", "blockprofile", "trace"} {
		if file := flags["-test."+name]; file != "" {
			if err := os.WriteFile(file, cpuProfile(), 0o666); err != nil {
				return p, nil, err
			}
		}
	}
	if spec.Stderr != nil {
		_, _ = spec.Stderr.Write([]byte(m.stderr))
	}
	p.Env = spec.Env
	bench := strings.NewReplacer("^", "", "$", "").Replace(flags["-test.bench"])
	n := strings.TrimSuffix(flags["-test.benchtime"], "x")
	count := 1
	if text, ok := flags["-test.count"]; ok {
		count, _ = strconv.Atoi(text)
	}
	value := 5.0
	if m.value != nil {
		value = m.value(filepath.Base(spec.Dir), m.processes)
	}
	var out strings.Builder
	for i := range count {
		shown := value
		if i < count-1 {
			shown = 4 * value
		}
		fmt.Fprintf(&out, "%s-2 %s %g ns/op\n", bench, n, shown)
	}
	return p, []byte(out.String()), nil
}

// cpuProfile is a CPU profile of two samples, taken every 2 ms, and another.
func cpuProfile() []byte {
	at := func(id uint64, name string) []*profile.Location {
		return []*profile.Location{{ID: id, Line: []profile.Line{{Function: &profile.Function{ID: id, Name: name}}}}}
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:     int64(2 * time.Millisecond),
		Sample: []*profile.Sample{
			{Value: []int64{2, 4e6}, Location: at(1, "m.F")},
			{Value: []int64{1, 2e6}, Location: at(2, "m.G")},
		},
	}
	for _, s := range p.Sample {
		p.Location = append(p.Location, s.Location...)
		p.Function = append(p.Function, s.Location[0].Line[0].Function)
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// fakeRun is a run that is ready to time experiments of these names. Each has
// the arms a, b and c, so that a round has four processes, and takes 7
// iterations.
func fakeRun(t *testing.T, o Options, m *machine, names ...string) *run {
	t.Helper()
	if o.Progress == nil {
		o.Progress = &notes{}
	}
	r := &run{Options: o, launch: m.launch}
	r.record = results.Run{Layouts: layoutSeeds(o.Layouts, o.Seed), Started: time.Now(), Experiments: names}
	var err error
	if r.writer, err = results.Create(t.TempDir(), r.record); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		r.sessions = append(r.sessions, fakeSession(t, r, name))
	}
	return r
}

func fakeSession(t *testing.T, r *run, name string) *session {
	t.Helper()
	const yaml = "title: T\nquestion: Q?\ncompare: v\nbaseline: a\n"
	asked, err := experiments.Read(strings.NewReader(yaml), "x.yaml")
	if err != nil {
		t.Fatal(err)
	}
	asked.Name, asked.Dir = name, filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(asked.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(asked.Dir, experiments.FileName), []byte(yaml), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := newSession(r, asked)
	if err != nil {
		t.Fatal(err)
	}
	s.pkg.Dir = asked.Dir
	build := asked.Builds[0]
	for _, bench := range []string{"S/v=a", "S/v=b", "S/v=c"} {
		c, err := experiments.NewCell(bench, "v", build.Name)
		if err != nil {
			t.Fatal(err)
		}
		s.cells = append(s.cells, c)
		s.iterations[c.ID()] = 7
	}
	s.layouts = r.record.Layouts
	layouts := map[int64]linked{}
	for _, seed := range s.layouts[1:] {
		layouts[seed] = linked{"binary", fmt.Sprint("hash of ", seed)}
	}
	s.binaries[build.Name] = binary{build: build, linked: linked{"binary", "hash of 0"}, layouts: layouts}
	s.plan = plan.New(s.cells, asked.Baseline, build.Name, s.seed())
	return s
}

// record ends the run and reads what it wrote.
func record(t *testing.T, r *run) *results.Record {
	t.Helper()
	for _, s := range r.sessions {
		if err := s.writer.Close(); err != nil {
			t.Error(err)
		}
	}
	record, err := results.Open(r.writer.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range record.Problems {
		t.Errorf("the record has a problem: %v", p)
	}
	return record
}

// notes is a Progress that keeps what it is told to show.
type notes struct{ list []string }

func (*notes) Begin(string, int)  {}
func (*notes) Step(string)        {}
func (*notes) End()               {}
func (n *notes) Note(text string) { n.list = append(n.list, text) }
func (n *notes) count(what string) (count int) {
	for _, text := range n.list {
		if strings.Contains(text, what) {
			count++
		}
	}
	return count
}
