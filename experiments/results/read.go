package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
)

// Open reads the record in a folder. It fails only when there is nothing to
// read at all; whatever is missing or torn stands in Record.Problems. Processes
// and observations share maps and slices that are alike, so that these may not
// be modified.
func Open(dir string) (*Record, error) {
	dir, err := resolve(dir)
	if err != nil {
		return nil, err
	}
	r := &reader{root: os.DirFS(dir), record: &Record{Dir: dir}}
	r.readRun()
	names := r.record.Run.Experiments
	for _, name := range r.folders() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		r.readExperiment(name)
	}
	if len(r.record.Experiments) == 0 {
		return nil, fmt.Errorf("%s is not a record: it has no experiment in it; name a folder such as results/%s", dir, Latest)
	}
	return r.record, nil
}

// resolve follows the file that stands in for a symbolic link.
func resolve(dir string) (string, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return dir, nil
	}
	name, err := os.ReadFile(dir)
	target := strings.TrimSpace(string(name))
	if err != nil || filepath.Base(dir) != Latest || !filepath.IsLocal(target) {
		return "", fmt.Errorf("%s is not the folder of a record", dir)
	}
	return filepath.Join(filepath.Dir(dir), target), nil
}

// reader reads a record and collects what is wrong with it.
type reader struct {
	root   fs.FS
	record *Record
}

func (r *reader) problem(file string, line int, format string, args ...any) {
	r.record.Problems = append(r.record.Problems, Problem{File: file, Line: line, Text: fmt.Sprintf(format, args...)})
}

// read returns a file's content, or nil and a Problem that says what is lost
// with it.
func (r *reader) read(file, lost string) []byte {
	data, err := fs.ReadFile(r.root, file)
	if err != nil {
		r.lost(file, lost, err)
		return nil
	}
	return data
}

// open opens a file that is too large to be read at once, or returns nil and
// leaves a Problem.
func (r *reader) open(file, lost string) fs.File {
	f, err := r.root.Open(file)
	if err != nil {
		r.lost(file, lost, err)
		return nil
	}
	return f
}

// lost says that a file cannot be read, and what is lost with it.
func (r *reader) lost(file, what string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		r.problem(file, 0, "is missing: %s", what)
	} else {
		r.problem(file, 0, "cannot be read (%v): %s", err, what)
	}
}

func (r *reader) readRun() {
	data := r.read(runFile, "the machine and what was asked are not known")
	if data == nil {
		return
	}
	if err := json.Unmarshal(data, &r.record.Run); err != nil {
		r.record.Run = Run{}
		r.problem(runFile, 0, "is torn (%v): the machine and what was asked are not known", err)
	}
	if r.record.Run.Schema > Schema {
		r.problem(runFile, 0, "has schema %d, and this assay knows %d: a newer one may show more", r.record.Run.Schema, Schema)
	}
}

// folders lists the folders that look like an experiment's, in lexical order.
func (r *reader) folders() []string {
	entries, _ := fs.ReadDir(r.root, ".")
	var names []string
	for _, entry := range entries {
		if _, err := fs.Stat(r.root, path.Join(entry.Name(), experiments.FileName)); err == nil {
			names = append(names, entry.Name())
		}
	}
	return names
}

// readExperiment reads what there is of an experiment. One that was to be run
// and was not begun is passed over when the run says that it was cut short.
func (r *reader) readExperiment(name string) {
	folder := fileName(name)
	if _, err := fs.Stat(r.root, folder); err != nil {
		r.problem(folder, 0, "is missing: the run ended before this experiment began")
		return
	}
	file := path.Join(folder, experiments.FileName)
	data := r.read(file, "what was asked is not known, and the experiment is left out")
	if data == nil {
		return
	}
	asked, err := experiments.Read(bytes.NewReader(data), file)
	if err != nil {
		r.problem(file, 0, "cannot be understood (%v): the experiment is left out", err)
		return
	}
	asked.Name = name
	x := Experiment{Asked: *asked}
	r.readProcesses(&x, path.Join(folder, cellsFile))
	r.readRounds(&x, path.Join(folder, roundsFile))
	r.readPeers(&x, path.Join(folder, peerFile))
	r.readProfiles(&x, folder)
	r.findFiles(&x, folder)
	readJSON(r, path.Join(folder, compilerDir), func(file string, size int64, c Compiler) {
		x.Compilers = append(x.Compilers, CompilerFile{Path: file, Bytes: size, Compiler: c})
	})
	readJSON(r, path.Join(folder, assemblyDir), func(file string, size int64, a Assembly) {
		x.Assemblies = append(x.Assemblies, AssemblyFile{Path: file, Bytes: size, Assembly: a})
	})
	readJSON(r, path.Join(folder, structsDir), func(file string, size int64, s Structs) {
		x.Structs = append(x.Structs, StructsFile{Path: file, Bytes: size, Structs: s})
	})
	r.record.Experiments = append(r.record.Experiments, x)
}

func (r *reader) readProcesses(x *Experiment, file string) {
	f := r.open(file, "how the processes fared is not known")
	if f == nil {
		return
	}
	defer f.Close()
	decoder := newProcessDecoder()
	lines := bufio.NewReaderSize(f, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(lines)
		if len(line) > 0 {
			if p, err := decoder.decode(bytes.TrimSuffix(line, []byte{'\n'})); err != nil {
				r.problem(file, n, "is torn (%v): this process is left out", err)
			} else {
				if x.Processes == nil {
					x.Processes = make([]Process, 0, likely(f, len(line)))
				}
				x.Processes = append(x.Processes, p)
			}
		}
		if err != nil {
			if err != io.EOF {
				r.problem(file, n, "cannot be read further (%v): the other processes are left out", err)
			}
			return
		}
	}
}

// likely is how many lines a file has when all are about as long as one of
// them. Records of long runs are large, and growing them takes twice the
// memory.
func likely(f fs.File, line int) int {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return int(info.Size())/line + 1
}

func (r *reader) readRounds(x *Experiment, file string) {
	f := r.open(file, "nothing was timed")
	if f == nil {
		return
	}
	defer f.Close()
	observations := make([]Observation, 0, len(x.Processes))
	r.benchmarks(f, file, &x.Asked, func(o Observation, result *benchfmt.Result) {
		if x.Package == "" {
			x.Package = result.GetConfig("pkg")
		}
		observations = append(observations, o)
	})
	if len(observations) > 0 {
		x.Observations = observations
	}
}

// benchmarks reads the benchmark lines of a rounds.txt or a peer.txt. What it
// cannot read becomes a Problem. Lines without a build belong to the first
// build, lines without a round to rounds in the order in which their benchmark
// appears. The result is good until visit returns.
func (r *reader) benchmarks(from io.Reader, file string, asked *experiments.Experiment, visit func(Observation, *benchfmt.Result)) {
	seen := map[string]int{}
	observer := observer{asked: asked, cells: map[string]map[string]observed{}}
	lines := newLineReader(from)
	reader := benchfmt.NewReader(lines, file)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			r.problem(file, record.Line, "%s: this line is left out", record.Msg)
		case *benchfmt.Result:
			o, err := observer.observe(record)
			if err != nil {
				_, line := record.Pos()
				r.problem(file, line, "%v", err)
				continue
			}
			if o.Round == 0 {
				key := o.Cell.ID() + fmt.Sprint(o.Control)
				seen[key]++
				o.Round = seen[key]
			}
			visit(o, record)
		}
	}
	if err := reader.Err(); err != nil {
		r.problem(file, 0, "%v", err)
	}
	if lines.torn {
		r.problem(file, lines.lines+1, "the last line is torn: it is left out")
	}
}

// An observer turns benchmark lines into Observations.
type observer struct {
	asked *experiments.Experiment

	// cells has what benchmarks run, by build and name. Observations of one
	// cell share it.
	cells map[string]map[string]observed
}

// An observed is what a benchmark runs.
type observed struct {
	cell    experiments.Cell
	control bool
}

// observe turns a benchmark line into an Observation.
func (b *observer) observe(result *benchfmt.Result) (Observation, error) {
	o := Observation{
		Process:    configNumber(result, "process"),
		Round:      configNumber(result, "round"),
		Position:   configNumber(result, "position"),
		Layout:     int64(configNumber(result, "layout")),
		Attempt:    configNumber(result, "attempt"),
		Again:      result.GetConfig("again") == "true",
		Iterations: result.Iters,
	}
	ran, err := b.observed(result)
	if err != nil {
		return o, err
	}
	o.Cell, o.Control, o.Values = ran.cell, ran.control, Values(result)
	return o, nil
}

// observed is the cell that a benchmark line is of.
func (b *observer) observed(result *benchfmt.Result) (observed, error) {
	build := result.GetConfig("build")
	if build == "" {
		build = b.asked.Builds[0].Name
	}
	if known, ok := b.cells[build][string(result.Name)]; ok {
		return known, nil
	}
	var ran observed
	var err error
	if ran.cell, err = experiments.NewCell(BenchName(result.Name), b.asked.Compare, build); err != nil {
		return ran, err
	}
	if ran.cell.Arm == experiments.ControlArm {
		ran.control = true
		name := renameArm(result.Name, b.asked.Compare, b.asked.Baseline)
		if ran.cell, err = experiments.NewCell(BenchName(name), b.asked.Compare, build); err != nil {
			return ran, err
		}
	}
	if b.cells[build] == nil {
		b.cells[build] = map[string]observed{}
	}
	b.cells[build][string(result.Name)] = ran
	return ran, nil
}

// Values are the values of a benchmark line under the units that it was
// printed with, which package benchfmt may have changed to tidier ones.
func Values(result *benchfmt.Result) map[string]float64 {
	values := make(map[string]float64, len(result.Values))
	for _, v := range result.Values {
		if v.OrigUnit != "" {
			values[v.OrigUnit] = v.OrigValue
		} else {
			values[v.Unit] = v.Value
		}
	}
	return values
}

// BenchName is the name of a benchmark line as experiments.Cell has it:
// without the suffix for GOMAXPROCS.
func BenchName(name benchfmt.Name) string {
	base, parts := name.Parts()
	out := string(base)
	for _, part := range parts {
		if part[0] == '/' {
			out += string(part)
		}
	}
	return out
}

func configNumber(result *benchfmt.Result, key string) int {
	n, _ := strconv.Atoi(result.GetConfig(key))
	return n
}

// readProfiles lists the profiles that exist, those of an arm under the
// headline's workload before the others. Which cell a profile is of is told by
// the process that wrote it. Where that line is lost the path tells the arm,
// and no more.
func (r *reader) readProfiles(x *Experiment, folder string) {
	writers := map[string]Process{}
	for _, p := range x.Processes {
		if p.File != "" && p.Failure == "" {
			writers[p.File] = p
		}
	}
	add := func(arm, dir string, headline bool) {
		for _, kind := range Kinds {
			name := path.Join(dir, kind.FileName())
			info, err := fs.Stat(r.root, path.Join(folder, name))
			if err != nil {
				continue
			}
			p, told := writers[name]
			if !told && !headline {
				r.problem(path.Join(folder, name), 0, "no process tells which workload it is of: it is left out")
				continue
			}
			profile := ProfileFile{Arm: arm, Build: x.Asked.Builds[0].Name, Kind: kind, Path: path.Join(folder, name), Bytes: info.Size()}
			if told {
				profile.Arm, profile.Build, profile.Workload, profile.Binary = p.Cell.Arm, p.Cell.Build, p.Cell.Workload, p.Binary
				profile.Iterations, profile.Values = p.Iterations, p.Values
			}
			x.Profiles = append(x.Profiles, profile)
		}
	}
	arms, _ := fs.ReadDir(r.root, path.Join(folder, profilesDir))
	for _, arm := range arms {
		dir := path.Join(profilesDir, arm.Name())
		add(arm.Name(), dir, true)
		workloads, _ := fs.ReadDir(r.root, path.Join(folder, dir))
		for _, w := range workloads {
			if w.IsDir() {
				add(arm.Name(), path.Join(dir, w.Name()), false)
			}
		}
	}
}

// findFiles lists the files that belong to no arm.
func (r *reader) findFiles(x *Experiment, folder string) {
	add := func(kind, name string) {
		file := path.Join(folder, name)
		if info, err := fs.Stat(r.root, file); err == nil {
			x.Files = append(x.Files, File{Kind: kind, Path: file, Bytes: info.Size()})
		}
	}
	add("asked", experiments.FileName)
	add("rounds", roundsFile)
	add("processes", cellsFile)
	add("peer", peerFile)
	for _, p := range x.Processes {
		if p.Pass == PassPGO && p.File != "" {
			add("pgo", p.File)
		}
	}
}

// readJSON reads every JSON file of a folder and then of the folders in it, in
// lexical order.
func readJSON[T any](r *reader, folder string, add func(file string, size int64, value T)) {
	entries, _ := fs.ReadDir(r.root, folder)
	for _, entry := range entries {
		if entry.IsDir() || path.Ext(entry.Name()) != ".json" || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		file := path.Join(folder, entry.Name())
		data := r.read(file, "it is left out")
		if data == nil {
			continue
		}
		var value T
		if err := json.Unmarshal(data, &value); err != nil {
			r.problem(file, 0, "is torn (%v): it is left out", err)
			continue
		}
		add(file, int64(len(data)), value)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			readJSON(r, path.Join(folder, entry.Name()), add)
		}
	}
}
