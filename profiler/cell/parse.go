package cell

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/experiments/results"
)

// Results returns the benchmark lines of a process that ran one cell count
// times, in their order. The caller owns them. It fails when there are more or
// fewer, and when one cannot be read.
func Results(stdout []byte, bench string, count int) ([]*benchfmt.Result, error) {
	var found []*benchfmt.Result
	reader := benchfmt.NewReader(bytes.NewReader(stdout), "output")
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("printed a benchmark line that cannot be read: %s", record.Msg)
		case *benchfmt.Result:
			if name := results.BenchName(record.Name); name != bench {
				return nil, fmt.Errorf("was asked for %s and ran %s", bench, name)
			}
			found = append(found, record.Clone())
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	switch {
	case len(found) == 0:
		return nil, errors.New("printed no benchmark line")
	case len(found) < count:
		return nil, fmt.Errorf("printed %d lines for %s and was asked for %d", len(found), bench, count)
	case len(found) > count:
		return nil, fmt.Errorf("printed %d lines for %s and was asked for %d: run without -test.cpu lists", len(found), bench, count)
	}
	return found, nil
}

// A Found is a benchmark that a process with -test.v ran.
type Found struct {
	// Bench is its name as experiments.Cell has it.
	Bench string

	// Iterations is the N that it ended with.
	Iterations int
}

// Discover reads the output of a process that ran many benchmarks with
// -test.v. It returns those that ended, in their order, those that failed,
// and the one that was running when the output ended, or "" when none was. Of
// a benchmark that ran several times the last one counts.
func Discover(stdout []byte, procs int) (ended []Found, failed []string, running string) {
	suffix := "-" + strconv.Itoa(procs)
	for line := range bytes.Lines(stdout) {
		fields := strings.Fields(string(line))
		switch {
		case len(fields) == 1 && isName(fields[0]):
			running = strings.TrimPrefix(fields[0], "Benchmark")
		case len(fields) >= 3 && fields[0] == "---" && (fields[1] == "FAIL:" || fields[1] == "SKIP:"):
			name := bench(fields[2], suffix)
			if running == name {
				running = ""
			}
			if fields[1] == "FAIL:" && !isParent(name, failed) {
				failed = append(failed, name)
			}
		case len(fields) >= 4 && isName(fields[0]):
			n, err := strconv.Atoi(fields[1])
			name := bench(fields[0], suffix)
			if err != nil || slices.Contains(failed, name) {
				continue
			}
			again := slices.IndexFunc(ended, func(f Found) bool { return f.Bench == name })
			if again < 0 {
				ended = append(ended, Found{name, n})
			} else {
				ended[again].Iterations = n
			}
			if running == name {
				running = ""
			}
		}
	}
	ended = slices.DeleteFunc(ended, func(f Found) bool { return f.Bench == running || slices.Contains(failed, f.Bench) })
	return ended, failed, running
}

func isName(word string) bool { return strings.HasPrefix(word, "Benchmark") }

func bench(name, suffix string) string {
	return strings.TrimSuffix(strings.TrimPrefix(name, "Benchmark"), suffix)
}

// isParent reports whether one of the names lies below name: a failing
// sub-benchmark makes all above it fail.
func isParent(name string, below []string) bool {
	for _, other := range below {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return false
}
