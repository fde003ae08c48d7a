// Package specialisation asks what it costs a debouncer that the type of its
// value is a type parameter, or any, and whether the way of building changes
// that. It is the counterpart of experiment D4 of the debounce article, where
// a compiler flag that lets the optimiser see the concrete type made the same
// code nine times as fast. Go has no such flag: its nearest are turning
// inlining off, and profile-guided optimisation.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for.
package specialisation
