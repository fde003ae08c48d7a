// Package toolchain asks the go command what the profiler has to know before
// it builds anything: where it is, which version it has, and which packages
// lie in a folder. The profiler begins with it.
package toolchain
