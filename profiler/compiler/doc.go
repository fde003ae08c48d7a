// Package compiler collects what the Go compiler decided about the code of a
// test binary: what it can inline, what it inlined, what escapes to the heap
// and by which path, which bounds and nil checks remain, which stores take a
// write barrier, and how defer statements are made. The profiler builds with
// it what it measures; what it returns is compiler/<build>.json of the record.
//
// Run builds the test binary with the flags that make the compiler talk, which
// leave its code as it is, and hands what it says to Parse, which ties every
// decision to the function or the instantiation that it was made for.
// Functions are named as pprof names them, so that a report can join them with
// a profile.
//
// # What the compiler says, and of whom
//
// Each package is compiled on its own, and what is said of it stands under a
// header with its import path. Generic functions are compiled in the packages
// that use them, once a shape, so lib.(*List[go.shape.int]).Push can stand
// under several headers; it is one function in the binary and one here.
//
// Inlining verdicts, escapes and leaks name their function. What the back end
// says does not, but it can be made to name each function amid that, and is.
// Other decisions only have a place in the source.
// They belong to the function or closure that is declared around it. Where
// that has more than one shape in the package that is compiled, the decision
// stands under the generic name, as (*List[...]).Push. The names of closures
// come from their verdicts, which there are none of when inlining is off; the
// declared function around them then stands in.
//
// For every instantiation there is also a wrapper, such as (*List[int]).Push,
// which passes the dictionary to the shape's body. What is said of wrappers
// without naming them is left out: it repeats what the body has. So is what
// is said of code that the compiler generated.
package compiler
