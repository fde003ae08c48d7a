package assembly

import (
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// A Class is something that an instruction does. An instruction can be of
// several classes, and of none.
type Class uint16

// The classes.
const (
	DirectCall   Class = 1 << iota // calls the function that it names
	IndirectCall                   // calls what a register or a variable points to
	Branch                         // jumps
	Locked                         // takes the cache line for itself
	Load                           // reads memory
	Store                          // writes memory
	Division                       // divides integers
	BoundsCheck                    // jumps to where an index out of range panics
	NilCheck                       // reads memory only for a nil pointer to fault
	WriteBarrier                   // asks whether pointers are marked, or has one marked
	Copy                           // is part of a Move
	Loop                           // lies in a loop
)

// Classes says for each instruction of a function of which classes it is. A
// class stands for itself: an instruction can be tested for it with &.
func Classes(l results.Listing) []Class {
	f := newFlow(l)
	loops := f.loops()
	classes := make([]Class, len(l.Instructions))
	for i := range classes {
		c := classOf(&l.Instructions[i])
		if c&Branch != 0 && f.panics(i) {
			c |= BoundsCheck
		}
		if loops[i] {
			c |= Loop
		}
		classes[i] = c
	}
	for _, m := range Moves(l) {
		for i := m.From; i < m.To; i++ {
			classes[i] |= Copy
		}
	}
	return classes
}

// classOf is what an instruction tells of itself.
func classOf(in *results.Instruction) Class {
	var c Class
	switch in.Call {
	case "direct":
		c |= DirectCall
	case "indirect":
		c |= IndirectCall
	}
	if in.Branch {
		c |= Branch
	}
	if in.Locked {
		c |= Locked
	}
	if strings.HasPrefix(in.Target, "runtime.gcWriteBarrier") || strings.HasPrefix(in.Text, "CMPL runtime.writeBarrier(SB)") {
		c |= WriteBarrier
	}
	mnemonic, operands := split(in.Text)
	if slices.Contains(divisions, mnemonic) {
		c |= Division
	}
	if isNilCheck(mnemonic, operands) {
		return c | NilCheck
	}
	if in.Call == "" && !in.Branch {
		c |= memory(mnemonic, operands)
	}
	return c
}

// divisions are the instructions that divide integers, of amd64 and then of
// arm64.
var divisions = []string{
	"DIVB", "DIVW", "DIVL", "DIVQ", "IDIVB", "IDIVW", "IDIVL", "IDIVQ",
	"SDIV", "SDIVW", "UDIV", "UDIVW",
}

// isNilCheck recognises the two forms that the compiler has for a nil check:
// on amd64 a test whose result nobody looks at, on arm64 a load into the
// assembler's own register.
func isNilCheck(mnemonic string, operands []string) bool {
	if len(operands) != 2 {
		return false
	}
	return mnemonic == "TESTB" && operands[0] == "AL" && isMemory(operands[1]) ||
		mnemonic == "MOVB" && isMemory(operands[0]) && !strings.Contains(operands[0], "(SB)") && operands[1] == "R27"
}

// readOnly begin the instructions that do not write their last operand, which
// all others do.
var readOnly = []string{"CMPB", "CMPW", "CMPL", "CMPQ", "TEST", "UCOMIS", "COMIS", "VUCOMIS", "BTL", "BTQ", "PUSH", "PREFETCH", "NOP", "MUL", "IMULQ", "DIV", "IDIV"}

// replaced begin the instructions that write a last operand which they do not
// read.
var replaced = []string{"MOV", "VMOV", "FMOV", "SET", "POP"}

// memory says whether an instruction reads or writes memory.
func memory(mnemonic string, operands []string) Class {
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(mnemonic, prefix) }
	switch {
	case hasPrefix("LEA"), hasPrefix("NOP"), hasPrefix("ADR"):
		return 0
	case hasPrefix("LD"), hasPrefix("FLD"), hasPrefix("CAS"), hasPrefix("SWP"):
		// On arm64 the operands are registers in parentheses too.
		if hasPrefix("LDP") || hasPrefix("LDX") || hasPrefix("LDAX") || hasPrefix("LDAR") || hasPrefix("FLD") {
			return Load
		}
		return Load | Store
	case hasPrefix("ST"), hasPrefix("FST"):
		return Store
	}
	var c Class
	for i, operand := range operands {
		switch {
		case !isMemory(operand):
		case i < len(operands)-1, slices.ContainsFunc(readOnly, hasPrefix):
			c |= Load
		case slices.ContainsFunc(replaced, hasPrefix):
			c |= Store
		default:
			c |= Load | Store
		}
	}
	return c
}

// isMemory reports whether an operand names memory, as 0x8(AX) does. An
// address of arm64 that is made of the program counter does not.
func isMemory(operand string) bool {
	return strings.HasSuffix(operand, ")") && !strings.HasSuffix(operand, "(PC)") && !strings.HasPrefix(operand, "$")
}

// split takes an instruction apart: its mnemonic, without a prefix, and its
// operands.
func split(text string) (mnemonic string, operands []string) {
	for _, prefix := range []string{"LOCK ", "REP; ", "REPNE; "} {
		text = strings.TrimPrefix(text, prefix)
	}
	mnemonic, rest, _ := strings.Cut(text, " ")
	depth, from := 0, 0
	for i := range len(rest) {
		switch rest[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth <= 0 {
				operands = append(operands, strings.TrimSpace(rest[from:i]))
				from = i + 1
			}
		}
	}
	if last := strings.TrimSpace(rest[from:]); last != "" {
		operands = append(operands, last)
	}
	return mnemonic, operands
}
