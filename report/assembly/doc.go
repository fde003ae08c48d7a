// Package assembly compares the machine code of functions: whether two are the
// same, which instructions of one stand in the place of which of the other, and
// what a function's instructions do. Package explain asks it for its rules, the
// page for showing two functions side by side.
//
// It works on listings of the record and reads the assembler syntax of amd64
// and arm64 that go tool objdump prints. Of what it does not understand it says
// nothing: an instruction is then of no class and a jump leads nowhere.
package assembly
