// Package lockswap asks what a debouncer gains from another lock, and whether
// measuring the lock by itself would have told. It is experiment D2 of the
// debounce article: each lock around a counter, and around a whole Send.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for.
package lockswap
