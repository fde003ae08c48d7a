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
// read at all; whatever is missing or torn stands in Record.Problems.
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
		if errors.Is(err, fs.ErrNotExist) {
			r.problem(file, 0, "is missing: %s", lost)
		} else {
			r.problem(file, 0, "cannot be read (%v): %s", err, lost)
		}
		return nil
	}
	return data
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
	r.record.Experiments = append(r.record.Experiments, x)
}

func (r *reader) readProcesses(x *Experiment, file string) {
	data := r.read(file, "how the processes fared is not known")
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		var p Process
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			r.problem(file, n, "is torn (%v): this process is left out", err)
			continue
		}
		x.Processes = append(x.Processes, p)
	}
}

func (r *reader) readRounds(x *Experiment, file string) {
	data := r.whole(file, r.read(file, "nothing was timed"))
	observations, problems := ReadRounds(bytes.NewReader(data), file, &x.Asked)
	x.Observations = observations
	r.record.Problems = append(r.record.Problems, problems...)
	x.Package = packageOf(data)
}

// whole cuts off a last line that a run was killed in.
func (r *reader) whole(file string, data []byte) []byte {
	end := bytes.LastIndexByte(data, '\n') + 1
	if end < len(data) {
		r.problem(file, bytes.Count(data, []byte{'\n'})+1, "the last line is torn: it is left out")
	}
	return data[:end]
}

// uncomment makes configuration of the comments that hold what benchstat must
// not see. The number of lines stays as it was, and so do positions in
// problems.
func uncomment(data []byte) []byte {
	return bytes.ReplaceAll(append([]byte{'\n'}, data...), []byte("\n# "), []byte("\n"))[1:]
}

// ReadRounds reads a rounds.txt. What it cannot read becomes a Problem. Lines
// without a build belong to the first build, lines without a round to rounds
// in the order in which their benchmark appears.
func ReadRounds(r io.Reader, file string, asked *experiments.Experiment) ([]Observation, []Problem) {
	var (
		observations []Observation
		problems     []Problem
		seen         = map[string]int{}
	)
	data, err := io.ReadAll(r)
	if err != nil {
		problems = append(problems, Problem{File: file, Text: err.Error()})
	}
	reader := benchfmt.NewReader(bytes.NewReader(uncomment(data)), file)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			problems = append(problems, Problem{File: file, Line: record.Line, Text: record.Msg + ": this line is left out"})
		case *benchfmt.Result:
			observation, err := observe(record, asked)
			if err != nil {
				_, line := record.Pos()
				problems = append(problems, Problem{File: file, Line: line, Text: err.Error()})
				continue
			}
			if observation.Round == 0 {
				key := observation.Cell.ID() + fmt.Sprint(observation.Control)
				seen[key]++
				observation.Round = seen[key]
			}
			observations = append(observations, observation)
		}
	}
	if err := reader.Err(); err != nil {
		problems = append(problems, Problem{File: file, Text: err.Error()})
	}
	return observations, problems
}

// observe turns a benchmark line into an Observation.
func observe(result *benchfmt.Result, asked *experiments.Experiment) (Observation, error) {
	o := Observation{
		Process:    configNumber(result, "process"),
		Round:      configNumber(result, "round"),
		Position:   configNumber(result, "position"),
		Layout:     int64(configNumber(result, "layout")),
		Attempt:    configNumber(result, "attempt"),
		Again:      result.GetConfig("again") == "true",
		Iterations: result.Iters,
		Values:     map[string]float64{},
	}
	build := result.GetConfig("build")
	if build == "" {
		build = asked.Builds[0].Name
	}
	cell, err := experiments.NewCell(BenchName(result.Name), asked.Compare, build)
	if err != nil {
		return o, err
	}
	if cell.Arm == experiments.ControlArm {
		o.Control = true
		name := renameArm(result.Name, asked.Compare, asked.Baseline)
		if cell, err = experiments.NewCell(BenchName(name), asked.Compare, build); err != nil {
			return o, err
		}
	}
	o.Cell = cell
	for _, value := range result.Values {
		if value.OrigUnit != "" {
			o.Values[value.OrigUnit] = value.OrigValue
		} else {
			o.Values[value.Unit] = value.Value
		}
	}
	return o, nil
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

// packageOf returns the import path that the benchmark lines name.
func packageOf(data []byte) string {
	for line := range bytes.Lines(data) {
		if pkg, ok := bytes.CutPrefix(line, []byte("pkg: ")); ok {
			return string(bytes.TrimSpace(pkg))
		}
	}
	return ""
}

// readProfiles lists the profiles that exist. Which cell a profile is of is
// told by the process that wrote it, and where that line is lost by its path.
func (r *reader) readProfiles(x *Experiment, folder string) {
	writers := map[string]Process{}
	for _, p := range x.Processes {
		if p.File != "" && p.Failure == "" {
			writers[p.File] = p
		}
	}
	arms, _ := fs.ReadDir(r.root, path.Join(folder, profilesDir))
	for _, arm := range arms {
		for _, kind := range Kinds {
			name := path.Join(profilesDir, arm.Name(), kind.FileName())
			info, err := fs.Stat(r.root, path.Join(folder, name))
			if err != nil {
				continue
			}
			profile := ProfileFile{Arm: arm.Name(), Build: x.Asked.Builds[0].Name, Kind: kind, Path: path.Join(folder, name), Bytes: info.Size()}
			if p, ok := writers[name]; ok {
				profile.Arm, profile.Build, profile.Workload, profile.Binary = p.Cell.Arm, p.Cell.Build, p.Cell.Workload, p.Binary
			}
			x.Profiles = append(x.Profiles, profile)
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

// readJSON reads every JSON file of a folder, in lexical order.
func readJSON[T any](r *reader, folder string, add func(file string, size int64, value T)) {
	entries, _ := fs.ReadDir(r.root, folder)
	for _, entry := range entries {
		if path.Ext(entry.Name()) != ".json" || strings.HasPrefix(entry.Name(), ".") {
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
}
