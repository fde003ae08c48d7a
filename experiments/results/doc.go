// Package results is the record of a run: its layout on disk, how it is
// written and how it is read. It is the only package that knows the names of
// the files.
//
//	results/<UTC time>/               and results/latest pointing at the newest
//	  run.json                        Run: what was asked, on what machine, with which seed
//	  <experiment>/
//	    experiment.yaml               as run
//	    rounds.txt                    one benchmark line a timed process, in the order of running
//	    cells.jsonl                   Process: a line for each process, timed or not
//	    peer.txt                      Peer: what go test measured, in a record that measures assay itself
//	    profiles/<arm>/               cpu.pprof allocs.pprof mutex.pprof block.pprof wall.pprof trace.out
//	    profiles/<arm>/<workload>/    the same under other workloads than the headline's
//	    compiler/<build>.json         Compiler: inlining, escape, checks that remain, by function
//	    assembly/<arm>.json           Assembly: the hot functions, instruction by instruction
//	    assembly/<arm>/<workload>.json  the same under other workloads
//	    structs/<build>.json          Structs: how struct types lie in memory
//	  report/                         what report made of it
//
// rounds.txt is in the Go benchmark format and serves benchstat as it is.
// What benchstat would take for a reason to split tables (the round, the
// position in it, the number of the process) therefore stands in comments of
// the form "# round: 3", which this package reads as configuration.
//
// The record is append-only while a run goes on. A run that is killed leaves
// what it had, and Open reads it: whatever is missing or torn becomes a
// Problem, never an error that hides the rest.
package results
