// Package selftest measures assay with assay. It makes benchmarks of which the
// truth is known, starts a neighbour that disturbs them, and has package
// profiler time them as it times any other experiment:
//
//  1. subject.go writes the module: the same work for every arm, and so many
//     percent more of it.
//  2. neighbour.go is the program that spins beside the experiments that want
//     one.
//  3. peer.go runs the same binaries between the rounds as people run them
//     with go test, for comparison.
//  4. instructions.go counts, where valgrind is installed, how much more the
//     arms truly do.
//  5. run.go shares the time out.
//
// It concludes nothing. Package report/selftest reads all of it from the
// record.
package selftest
