package selftest

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-bench/assay/experiments"
)

// benchmark is the file that all experiments share. It lies in testdata, so
// that it is no benchmark of this module.
//
//go:embed testdata/subject/bench_test.go
var benchmark []byte

// armNames are the arms of every experiment, the baseline first.
var armNames = []string{"0", "same", "1", "2", "5", "10"}

// A kind is a kind of work: its name, its benchmark, and what it says of
// itself.
type kind struct{ name, bench, work string }

var kinds = []kind{
	{"steady", "BenchmarkSteady", "a thousand steps of arithmetic, each of which waits for the one before"},
	{"allocating", "BenchmarkAllocating", "a list of a thousand nodes of 56 bytes"},
	{"goroutines", "BenchmarkGoroutines", "a hundred goroutines that are started and waited for"},
}

// withNeighbour is the end of an experiment's name that runs beside a
// neighbour.
const withNeighbour = "-neighbour"

const asked = `title: "%s"
question: >-
  The arm "same" is the baseline once more, and the others do so many percent
  more of the same work: %s. Does assay say so?
compare: extra
baseline: "0"
bench: ^%s$
arms:
  - {name: "0", label: baseline}
  - {name: same, label: the same}
  - {name: "1", label: 1%% more work}
  - {name: "2", label: 2%% more work}
  - {name: "5", label: 5%% more work}
  - {name: "10", label: 10%% more work}
metrics:
  - {unit: ns/op, better: lower, primary: true}
limits: >-
  All arms are the same machine code, so that layout has no part in it.
`

// write makes a module with the experiments in a folder, and returns them:
// each kind of work on a machine left alone, and then beside a neighbour.
func write(dir string) ([]*experiments.Experiment, error) {
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module selftest\n\ngo 1.26\n"), 0o666); err != nil {
		return nil, err
	}
	var list []*experiments.Experiment
	for _, end := range []string{"", withNeighbour} {
		for _, k := range kinds {
			title := "Self-test: " + k.name
			if end != "" {
				title += ", beside a neighbour"
			}
			x, err := writeExperiment(filepath.Join(dir, k.name+end), fmt.Sprintf(asked, title, k.work, k.bench))
			if err != nil {
				return nil, err
			}
			list = append(list, x)
		}
	}
	return list, nil
}

func writeExperiment(dir, yaml string) (*experiments.Experiment, error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "bench_test.go"), benchmark, 0o666); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, experiments.FileName)
	if err := os.WriteFile(file, []byte(yaml), 0o666); err != nil {
		return nil, err
	}
	x, err := experiments.Read(strings.NewReader(yaml), file)
	if err != nil {
		return nil, err
	}
	x.Name, x.Dir = filepath.Base(dir), dir
	return x, nil
}
