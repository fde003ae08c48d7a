// Package burstsize asks how what a value costs depends on how many values a
// burst has: what has to be started once a burst is shared by all its values.
// It is experiment D6 of the debounce article, with more sizes.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for.
package burstsize
