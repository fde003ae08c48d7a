// Package taskreuse asks what it saves to start one goroutine for a burst of
// values instead of one for every value, and what Go's own ways of doing so
// cost. It is experiment D1 of the debounce article, with the baselines that
// Go has and Swift has not.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for.
package taskreuse
