// Package experiments says what an experiment is and finds the ones that a
// module has. It is the first step of the pipeline:
//
//  1. experiments finds, reads and checks what is asked (this package).
//  2. profiler runs it and collects what it shows.
//  3. experiments/results keeps the record on disk.
//  4. report reads the record, concludes and renders.
//
// An experiment is a folder with an ordinary Go benchmark and a file called
// experiment.yaml that says which of its sub-benchmarks are the arms, which
// of them is the baseline, which metrics count and what was expected. The
// benchmark runs with plain "go test -bench" as well.
//
// Sub-benchmarks are named key=value, as golang.org/x/perf/benchproc expects:
//
//	BenchmarkSend/variant=goroutine/values=100000
//
// One key is compared (here variant); its values are the arms. All other
// parts of the name are the workload. An arm under one workload, in one
// build, is a cell: the thing that a process measures.
package experiments
