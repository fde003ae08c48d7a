// Package disasm collects the machine code of the functions in which a
// benchmark spent its time, with the CPU samples on the instructions. It is
// one of the collectors of the evidence pass; what it returns is
// assembly/<arm>.json of the record.
//
//  1. Hot picks the functions from an arm's CPU profile.
//  2. Run takes them apart with go tool objdump, and has the source lines
//     that the instructions name. Arms that share a binary share the call,
//     which takes longer to read the binary than to print a function.
//  3. Weigh puts the samples of one arm's profile on its functions.
//
// Code that was inlined is part of the machine code of its caller. All of
// this therefore goes by the functions that exist in the binary: of the
// frames that a profile has for one address, the outermost.
package disasm
