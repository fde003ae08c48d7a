package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments"
)

// A Writer writes a record while a run goes on. It is not safe for concurrent
// use: one process runs at a time, and so does its writer.
type Writer struct {
	// Dir is the record's folder.
	Dir string
}

// Create makes the folder of a new record below parent, named after the time,
// writes run.json and points parent/latest at it.
func Create(parent string, run Run) (*Writer, error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the folder for results: %w", err)
	}
	base := run.Started.UTC().Format(timeLayout)
	name := base
	for n := 2; ; n++ {
		err := os.Mkdir(filepath.Join(parent, name), 0o777)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("cannot make the folder for results: %w", err)
		}
		name = base + "-" + strconv.Itoa(n)
	}
	w := &Writer{Dir: filepath.Join(parent, name)}
	if err := w.WriteRun(run); err != nil {
		return nil, err
	}
	return w, point(parent, name)
}

// point makes parent/latest lead to the record called name: a symbolic link,
// or a file that holds the name where links are not allowed.
func point(parent, name string) error {
	latest, link := filepath.Join(parent, Latest), filepath.Join(parent, "."+Latest+".new")
	os.Remove(link)
	if err := os.Symlink(name, link); err != nil {
		return writeFile(latest, []byte(name+"\n"))
	}
	if err := os.Rename(link, latest); err != nil {
		return fmt.Errorf("cannot point %s at the new record: %w", latest, err)
	}
	return nil
}

// WriteRun writes run.json anew.
func (w *Writer) WriteRun(run Run) error {
	run.Schema = Schema
	return writeJSON(filepath.Join(w.Dir, runFile), run)
}

// Experiment makes the folder of one experiment, with a copy of its
// experiment.yaml.
func (w *Writer) Experiment(name string, yaml []byte) (*ExperimentWriter, error) {
	// Test binaries run in another folder and are told where to write.
	dir, err := filepath.Abs(filepath.Join(w.Dir, fileName(name)))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := writeFile(filepath.Join(dir, experiments.FileName), yaml); err != nil {
		return nil, err
	}
	return &ExperimentWriter{dir: dir}, nil
}

// An ExperimentWriter writes what belongs to one experiment.
type ExperimentWriter struct {
	dir    string
	cells  *os.File
	rounds *os.File
	lines  *benchfmt.Writer
}

// Close closes the files that Append and Observe left open.
func (e *ExperimentWriter) Close() error {
	var errs []error
	for _, f := range []*os.File{e.cells, e.rounds} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	e.cells, e.rounds, e.lines = nil, nil, nil
	return errors.Join(errs...)
}

// Append adds a line to cells.jsonl.
func (e *ExperimentWriter) Append(p Process) error {
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if e.cells == nil {
		if e.cells, err = e.open(cellsFile); err != nil {
			return err
		}
	}
	_, err = e.cells.Write(append(line, '\n'))
	return err
}

// Observe adds the benchmark line of a timed process to rounds.txt. The
// control stands there under its own name, so that benchstat shows it as a
// column of its own. The line of a process that is run again is a comment, so
// that benchstat does not count it. result is not kept.
func (e *ExperimentWriter) Observe(p Process, compare string, result *benchfmt.Result) error {
	if e.rounds == nil {
		var err error
		if e.rounds, err = e.open(roundsFile); err != nil {
			return err
		}
		e.lines = benchfmt.NewWriter(e.rounds)
	}
	result = result.Clone()
	if p.Control {
		result.Name = renameArm(result.Name, compare, experiments.ControlArm)
	}
	setFileConfig(result, "build", p.Cell.Build)
	_, err := fmt.Fprintf(e.rounds, "# process: %d\n# round: %d\n# position: %d\n# layout: %d\n# attempt: %d\n# again: %t\n# build: %s\n",
		p.Process, p.Round, p.Position, p.Layout, p.Attempt, p.Again, p.Cell.Build)
	if err != nil {
		return err
	}
	if !p.Again {
		return e.lines.Write(result)
	}
	var text bytes.Buffer
	bare := result.Clone()
	bare.Config = nil
	if err := benchfmt.NewWriter(&text).Write(bare); err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.rounds, "# %s", bytes.TrimLeft(text.Bytes(), "\n"))
	return err
}

// Peer adds what one process of go test printed to peer.txt, in the form of
// rounds.txt: the replicate that Peer.Replicate explains, and how long the
// process took. lines are not kept.
func (e *ExperimentWriter) Peer(replicate int, took time.Duration, lines []*benchfmt.Result) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# replicate: %d\n# seconds: %g\n", replicate, took.Seconds())
	w := benchfmt.NewWriter(&text)
	for _, l := range lines {
		if err := w.Write(l); err != nil {
			return err
		}
	}
	f, err := e.open(peerFile)
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	return errors.Join(err, f.Close())
}

func (e *ExperimentWriter) open(name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(e.dir, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
}

// renameArm gives the compared key of a benchmark's name another value.
func renameArm(name benchfmt.Name, compare, arm string) benchfmt.Name {
	base, parts := name.Parts()
	var out bytes.Buffer
	out.Write(base)
	done := false
	for _, part := range parts {
		if !done && bytes.HasPrefix(part, []byte("/"+compare+"=")) {
			part, done = []byte("/"+compare+"="+arm), true
		}
		out.Write(part)
	}
	return out.Bytes()
}

// setFileConfig sets a configuration key that is written to the file, which
// Result.SetConfig does not do.
func setFileConfig(result *benchfmt.Result, key, value string) {
	for i, config := range result.Config {
		if config.Key == key {
			result.Config[i].Value = []byte(value)
			result.Config[i].File = true
			return
		}
	}
	result.Config = append(result.Config, benchfmt.Config{Key: key, Value: []byte(value), File: true})
}

// ProfilePath is where a profile of an arm belongs, as a path and as Process
// names it. workload is empty for the headline's. It makes the folder.
func (e *ExperimentWriter) ProfilePath(arm, build string, workload experiments.Workload, kind Kind) (file, name string, err error) {
	name = path.Join(profilesDir, armPath(arm, build, workload), kind.FileName())
	file = filepath.Join(e.dir, filepath.FromSlash(name))
	return file, name, os.MkdirAll(filepath.Dir(file), 0o777)
}

// PGOPath is where the profile that a build is optimised by belongs, as a path
// and as Process names it. It makes the folder.
func (e *ExperimentWriter) PGOPath(build string) (file, name string, err error) {
	name = path.Join(pgoDir, fileName(build)+".pprof")
	file = filepath.Join(e.dir, filepath.FromSlash(name))
	return file, name, os.MkdirAll(filepath.Dir(file), 0o777)
}

// WriteCompiler writes what the compiler said of one build.
func (e *ExperimentWriter) WriteCompiler(c Compiler) error {
	return writeJSON(filepath.Join(e.dir, compilerDir, fileName(c.Build)+".json"), c)
}

// WriteAssembly writes the machine code of one arm under one workload.
func (e *ExperimentWriter) WriteAssembly(a Assembly) error {
	name := armPath(a.Arm, a.Build, a.Workload) + ".json"
	return writeJSON(filepath.Join(e.dir, assemblyDir, filepath.FromSlash(name)), a)
}

// WriteStructs writes the layout of the struct types in one build.
func (e *ExperimentWriter) WriteStructs(s Structs) error {
	return writeJSON(filepath.Join(e.dir, structsDir, fileName(s.Build)+".json"), s)
}

// writeJSON writes a file whole or not at all.
func writeJSON(file string, value any) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(value); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return writeFile(file, out.Bytes())
}

// writeFile writes a file whole or not at all, and makes its folder.
func writeFile(file string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

// Now is the time at which a record starts, cut to what its name can hold.
func Now() time.Time { return time.Now().UTC().Truncate(time.Second) }
