// Package causes is a bank of pairs of benchmarks that the rules of
// report/explain are tried on. Each pair does a thing in two ways, and of the
// two it is known by construction why one is slower: the cause is planted. A
// few pairs have the same code twice, so that there is no cause to find.
//
// The package is an ordinary experiment, and one benchmark:
//
//	BenchmarkCause/pair=map/variant=without
//	BenchmarkCause/pair=map/variant=with
//
// Pairs says what is planted in which pair, and nothing else does: rules do
// not see it, and may not go by names. The code of a pair is in the file that
// is named after it. Package tally holds a report against Pairs. docs/causes.md
// says how to run the bank and how to add to it.
//
// It lies below testdata, so that it is no part of the catalogue.
package causes
