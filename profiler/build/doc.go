// Package build makes the test binaries that are measured: one for each
// package and build configuration. It is the first thing that the profiler
// does for an experiment.
package build
