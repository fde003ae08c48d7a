package disasm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// classify says what kind of instruction one is. Mnemonics of amd64 and arm64
// do not get in each other's way. Code is the instruction in hexadecimal.
func classify(i *results.Instruction, code string) {
	if i.Text == "?" {
		if text, ok := atomicText(code); ok {
			i.Text = text
		}
	}
	mnemonic, operands, _ := strings.Cut(i.Text, " ")
	switch {
	case mnemonic == "CALL":
		i.Call, i.Target = call(operands, code)
	case mnemonic == "LOCK":
		i.Locked = true
	case strings.HasPrefix(mnemonic, "XCHG"):
		// Exchanging with memory locks without being told to.
		i.Locked = strings.Contains(operands, "(")
	case hasAnyPrefix(mnemonic, exclusive):
		i.Locked = true
	case strings.HasPrefix(mnemonic, "J") || slices.Contains(branches, mnemonic):
		i.Branch = true
	}
}

// exclusive begin the arm64 instructions that take a cache line: the pairs of
// load-exclusive and store-exclusive, and the atomic ones.
var exclusive = []string{
	"LDXR", "LDAXR", "LDXP", "LDAXP", "STXR", "STLXR", "STXP", "STLXP",
	"CAS", "SWP", "LDADD", "LDCLR", "LDEOR", "LDOR", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN",
}

// branches are the jumps that do not begin with J.
var branches = []string{
	// arm64
	"BEQ", "BNE", "BCS", "BHS", "BCC", "BLO", "BMI", "BPL", "BVS", "BVC",
	"BHI", "BLS", "BGE", "BLT", "BGT", "BLE",
	"CBZ", "CBZW", "CBNZ", "CBNZW", "TBZ", "TBNZ",
	// amd64
	"LOOP", "LOOPE", "LOOPNE",
}

// call says what a call instruction does, and the symbol that it names.
func call(operand, code string) (kind, target string) {
	name, symbol := strings.CutSuffix(operand, "(SB)")
	switch {
	case strings.HasPrefix(code, "ff"):
		// On amd64 this calls what a variable points to, and the operand
		// names the variable.
		return "indirect", ""
	case symbol:
		// Some functions are entered in the middle: runtime.duffzero+294.
		if plus := strings.LastIndexByte(name, '+'); plus > 0 {
			if _, err := strconv.Atoi(name[plus+1:]); err == nil {
				name = name[:plus]
			}
		}
		return "direct", name
	case strings.HasPrefix(operand, "0x"), strings.HasSuffix(operand, "(PC)"):
		return "direct", ""
	}
	return "indirect", ""
}

func hasAnyPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}
