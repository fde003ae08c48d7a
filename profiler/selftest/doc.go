// Package selftest measures assay with assay: it makes benchmarks of which the
// truth is known, and a neighbour that disturbs, and has package profiler time
// them as any other experiment. Between the rounds it runs the same binaries as
// people do with go test, for comparison. What came of it, package
// report/selftest reads from the record.
package selftest
