// Record makes the recorded pairs that the rules about compiled code are
// tested with, from the benchmarks of a module. Run it from the folder of
// package explain, on a machine that is otherwise idle:
//
//	go run ./testdata/code/record [pair...]
//
// It writes a file for each pair, with what package explain is given of an arm.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/compiler"
	"github.com/assay-bench/assay/profiler/disasm"
	"github.com/assay-bench/assay/profiler/structs"
	"github.com/assay-bench/assay/report/cost"
)

const (
	folder = "testdata/code"
	module = "example.com/pairs"

	// seconds is how much processor time is profiled of an arm, and rate the
	// samples of a second.
	seconds = 4
	rate    = "PROFILE_HZ=250"
)

// An arm is what is recorded of one.
type arm struct {
	Name      string
	NsPerOp   float64
	CPU       *cost.Profile
	Functions []results.Function
	Listings  []results.Listing
	Structs   []results.Struct
}

func main() {
	if err := record(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func record(ctx context.Context) error {
	temp, err := os.MkdirTemp("", "pairs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	source, err := filepath.Abs(filepath.Join(folder, "module"))
	if err != nil {
		return err
	}
	binary := filepath.Join(temp, "pairs.test")
	said, err := compiler.Run(ctx, compiler.Options{
		Build: "default", Dir: source, Package: ".", Output: binary, Env: []string{"GOFLAGS=", "GOWORK=off"},
	})
	if err != nil {
		return err
	}
	types, err := structs.Read(binary, func(pkg string) bool { return pkg == module })
	if err != nil {
		return err
	}
	listed, _, err := run(ctx, binary, temp, "-test.bench=.", "-test.benchtime=1x")
	if err != nil {
		return err
	}
	pairs := map[string][]*arm{}
	var names []string
	for _, l := range lines(listed) {
		pair := l.pair
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], pair) {
			continue
		}
		if pairs[pair] == nil {
			names = append(names, pair)
		}
		a, err := measure(ctx, binary, temp, source, l)
		if err != nil {
			return err
		}
		a.Functions, a.Structs = ranOf(said.Functions, a.CPU), types
		pairs[pair] = append(pairs[pair], a)
	}
	for _, name := range names {
		data, err := json.Marshal(pairs[name])
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+".json"), append(data, '\n'), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// A line is a benchmark as go test prints it.
type line struct {
	pair, arm  string
	iterations int
	nsPerOp    float64
}

func lines(output string) []line {
	var list []line
	for text := range strings.Lines(output) {
		fields := strings.Fields(text)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "BenchmarkPair/") {
			continue
		}
		parts := strings.Split(fields[0], "/")
		name := parts[2]
		if dash := strings.LastIndexByte(name, '-'); dash > 0 {
			if _, err := strconv.Atoi(name[dash+1:]); err == nil {
				name = name[:dash] // the number of processors
			}
		}
		n, _ := strconv.Atoi(fields[1])
		ns, _ := strconv.ParseFloat(fields[2], 64)
		list = append(list, line{parts[1], name, n, ns})
	}
	return list
}

// measure takes the CPU profile of an arm and takes its hot functions apart.
func measure(ctx context.Context, binary, temp, source string, l line) (*arm, error) {
	pattern := fmt.Sprintf("-test.bench=^BenchmarkPair$/^%s$/^%s$", l.pair, l.arm)
	const some = "-test.benchtime=200ms"
	first, used, err := run(ctx, binary, temp, pattern, some)
	if err != nil {
		return nil, err
	}
	timed := lines(first)
	if len(timed) != 1 {
		return nil, fmt.Errorf("%s/%s: no benchmark in %q", l.pair, l.arm, first)
	}
	// All iterations that led to the last number took somewhat longer.
	n := int(seconds * float64(timed[0].iterations) / used.Seconds())
	file := filepath.Join(temp, "cpu.pprof")
	output, _, err := run(ctx, binary, temp, pattern, fmt.Sprintf("-test.benchtime=%dx", n), "-test.cpuprofile="+file)
	if err != nil {
		return nil, err
	}
	timed = lines(output)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, err
	}
	// The benchmark runs once with one iteration before it counts.
	a := &arm{Name: l.arm, NsPerOp: timed[0].nsPerOp}
	if a.CPU, err = cost.New(p, float64(n+1), func(f string) bool { return strings.HasPrefix(f, module+".") }); err != nil {
		return nil, err
	}
	const share = 0.95
	functions := disasm.Hot(p, nil, nil, share)
	functions = slices.DeleteFunc(functions, func(f string) bool {
		return strings.HasPrefix(f, "runtime.") && f != "runtime.memmove"
	})
	functions = append(functions, callers(p, functions)...)
	listings, err := disasm.Run(ctx, disasm.Options{Binary: binary, Root: source, Functions: functions})
	if err != nil {
		return nil, err
	}
	weighed, samples := disasm.Weigh(listings, functions, p)
	for _, l := range weighed {
		// Others are in the profile by chance.
		if strings.HasPrefix(l.Function, module+".") || l.Samples*100 >= samples {
			a.Listings = append(a.Listings, l)
		}
	}
	return a, nil
}

// callers are the functions of the module that lead to at least a fiftieth of
// the samples, and are not among others.
func callers(p *profile.Profile, others []string) []string {
	counts := map[string]int64{}
	total := int64(0)
	for _, s := range p.Sample {
		total += s.Value[0]
		seen := map[string]bool{}
		for _, location := range s.Location {
			f := location.Line[len(location.Line)-1].Function.Name
			if strings.HasPrefix(f, module+".") && !seen[f] {
				seen[f] = true
				counts[f] += s.Value[0]
			}
		}
	}
	var list []string
	for f, n := range counts {
		if 50*n >= total && !slices.Contains(others, f) {
			list = append(list, f)
		}
	}
	slices.Sort(list)
	return list
}

// ranOf are the decisions about functions that ran.
func ranOf(functions []results.Function, p *cost.Profile) []results.Function {
	return slices.DeleteFunc(slices.Clone(functions), func(f results.Function) bool {
		return !slices.ContainsFunc(p.Entries, func(e cost.Entry) bool { return e.Function == f.Name || e.Symbol == f.Name })
	})
}

// run runs the test binary and returns what it printed and how much processor
// time it used.
func run(ctx context.Context, binary, dir string, args ...string) (string, time.Duration, error) {
	cmd := exec.CommandContext(ctx, binary, append([]string{"-test.run=^$"}, args...)...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout = &out
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-test.cpuprofile") }) {
		cmd.Env = append(cmd.Environ(), rate)
	}
	if err := cmd.Run(); err != nil {
		return "", 0, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return out.String(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
