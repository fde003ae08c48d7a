// Package profiler runs experiments and writes the record of what they show.
// It is the middle of the pipeline: it reads what experiments found, and
// report reads what it wrote. It draws no conclusion.
//
// Run goes through these steps:
//
//  1. prepare: build one test binary for each package and build configuration,
//     keep what the compiler decided meanwhile (profiler/compiler), and run
//     every benchmark once to learn which cells there are and how many
//     iterations each takes. Link each binary again with its functions in
//     other orders, its layouts.
//  2. time: run one cell in one fresh process at a time, nothing else running,
//     in the order of profiler/plan, a round after the other, until precision,
//     the number of rounds or the budget ends it. A process warms up first.
//     What it does then is one observation. Rounds rotate over the layouts,
//     and what something disturbed is run again in its block.
//  3. gather: run the cells of the headline again, one kind of profile a
//     process, take the hot functions apart (profiler/disasm), and read how
//     struct types lie in memory (profiler/structs). Nothing of this is timed.
//
// profiler/toolchain knows the go command, profiler/cell runs a process, and
// profiler/host tells what else the machine did meanwhile. A benchmark that
// fails, hangs or prints nonsense costs its own cell and nothing else.
package profiler
