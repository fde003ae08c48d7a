// Package structs reads how the struct types of a binary lie in memory: the
// offset and the size of each field, and the size that the allocator gives a
// value. It is one of the collectors of the evidence pass; what it returns is
// structs/<build>.json of the record.
//
// The linker writes DWARF for the types that the code of a binary uses, for
// each instantiation of a generic type by itself. Read goes through it once.
// It needs no debugger and no toolchain, and works on binaries of other
// systems and architectures.
package structs
