// Package lockplacement asks what it buys to move a lock away from the state
// that it guards, and whether measuring the lock with a counter would have
// told; and what it buys to move a whole debouncer away from its neighbour.
// The first is experiment D5 of the debounce article, which chose its layout
// by it. The second is where cache lines are shared for no reason at all.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for.
package lockplacement
