// Package selftest says how well assay does, from a record in which the truth
// is known: arms that are the same code, and arms that do some percent more of
// the same work.
//
//  1. series.go reads what each experiment measured.
//  2. window.go cuts the rounds of a pair into windows of so many seconds, and
//     judges each by itself as a report would.
//  3. peer.go judges what go test -count=10 measured of the same binaries, on
//     the same machine and in as much time, by the Mann-Whitney test.
//  4. new.go counts: verdicts that are false, true differences that are found,
//     and intervals that hold the truth, which truth.go knows.
//  5. write.go and page.go show the Result in every form.
//
// It reads the record alone. Package profiler/selftest makes it.
package selftest
