// Package ladder measures every way to debounce that variants/debounce has on
// one workload, so that what each step is worth can be read off and added up.
// It is experiment D0 of the debounce article, whose own steps were measured
// on different workloads.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for. A new rung needs no line here.
package ladder
