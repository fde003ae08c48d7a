// Package clockdeadline asks what reading the clock costs a debouncer, and
// what storing the deadline does: two changes that the debounce article made
// together, and whose shares it could not tell apart. It is experiment D3 of
// that article, as a two by two of both choices, with a bound that does
// neither.
//
// The package holds a benchmark and experiment.yaml, which says what its
// numbers are to be read for. The assembly file is empty: it is there so that
// nanotime_test.go may declare a function that the runtime defines.
package clockdeadline
