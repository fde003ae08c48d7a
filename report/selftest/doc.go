// Package selftest says how well assay does, from a record in which the truth
// is known: arms that are the same code, and arms that do some percent more
// work. It cuts the rounds into windows of so many seconds, judges every pair of
// each window as a report would, and counts: verdicts that are false, true
// differences that are found, and intervals that hold the truth. Beside it stands
// what go test -count=10 and the Mann-Whitney test make of the same binaries on
// the same machine in as much time.
package selftest
