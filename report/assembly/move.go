package assembly

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// A Move is code that copies a block of memory.
type Move struct {
	// From is the index of the first instruction, To that of the one behind
	// the last.
	From, To int

	// Bytes is how much is copied; zero where the code does not tell.
	Bytes int64
}

// smallest is how many bytes make a Move. Less is what any assignment does.
const smallest = 64

// Moves finds the blocks of 64 bytes and more that a function copies, in the
// order in which they stand. The compiler makes pairs of a wide load and a wide
// store for that, where there are many a loop of four such pairs, and on amd64
// a repeated instruction for what is larger still. Where pointers are copied or
// the size is not known, it calls the runtime.
func Moves(l results.Listing) []Move {
	code := l.Instructions
	var moves []Move
	for i := 0; i < len(code); {
		if strings.HasPrefix(code[i].Text, "REP; MOVS") {
			moves = append(moves, Move{i, i + 1, constant(code, i, "CX") * repeated(code[i].Text)})
			i++
			continue
		}
		if slices.Contains(copying, code[i].Target) {
			// The third argument of memmove is the size.
			n := max(constant(code, i, "CX"), constant(code, i, "R2"))
			if code[i].Target != "runtime.memmove" {
				n = 0
			}
			if n == 0 || n >= smallest {
				moves = append(moves, Move{i, i + 1, n})
			}
			i++
			continue
		}
		m := run(code, i)
		if m.Bytes >= smallest {
			if counter, to, ok := copyLoop(l, m); ok {
				// What is left over follows the loop.
				rest := run(code, to)
				m.Bytes = m.Bytes*constant(code, m.From, counter) + rest.Bytes
				m.To = rest.To
			}
			moves = append(moves, m)
		}
		i = max(i+1, m.To)
	}
	return moves
}

// run is the pairs of loads and stores that stand one after the other from an
// instruction on.
func run(code []results.Instruction, from int) Move {
	m := Move{From: from, To: from}
	for m.To+1 < len(code) {
		n := pair(code[m.To].Text, code[m.To+1].Text)
		if n == 0 {
			break
		}
		m.Bytes += n
		m.To += 2
	}
	return m
}

// copying are the functions of the runtime that code calls to copy a block.
var copying = []string{"runtime.memmove", "runtime.typedmemmove", "runtime.wbMove", "runtime.duffcopy"}

// repeated is how many bytes an instruction moves each time it is repeated.
func repeated(text string) int64 {
	mnemonic, _ := split(text)
	switch mnemonic {
	case "MOVSQ":
		return 8
	case "MOVSL", "MOVSD":
		return 4
	case "MOVSW":
		return 2
	}
	return 1
}

// pair is how many bytes a load and the store behind it copy; zero where they
// do not.
func pair(load, store string) int64 {
	width := wide(load)
	if width == 0 || wide(store) == 0 {
		return 0
	}
	_, from := split(load)
	_, to := split(store)
	if len(from) != 2 || len(to) != 2 || from[1] != to[0] || !isMemory(from[0]) || !isMemory(to[1]) {
		return 0
	}
	return width
}

// wide is how many bytes a wide load or store moves; zero for others.
func wide(text string) int64 {
	mnemonic, _, _ := strings.Cut(text, " ")
	switch mnemonic {
	case "MOVUPS", "MOVDQU", "MOVAPS", "MOVDQA", "LDP", "STP", "FMOVQ":
		return 16
	case "VMOVDQU", "FLDPQ", "FSTPQ":
		return 32
	}
	return 0
}

// copyLoop says whether pairs are the body of a loop that copies, and returns
// the register that counts and the end of the loop. On amd64 it is
//
//	MOVL $n, R; …pairs…; ADDQ $64, source; ADDQ $64, target; DECL R; JNE pairs
//
// and on arm64 much the same with SUB and CBNZ.
func copyLoop(l results.Listing, m Move) (counter string, to int, ok bool) {
	// Between the pairs and the jump are two additions and the count.
	const most = 5
	code := l.Instructions
	for i := m.To; i < min(m.To+most, len(code)); i++ {
		mnemonic, operands := split(code[i].Text)
		if len(operands) > 0 && (strings.HasPrefix(mnemonic, "DEC") || strings.HasPrefix(mnemonic, "SUB")) {
			counter = operands[len(operands)-1]
		}
		if code[i].Branch {
			start := map[uint64]int{code[m.From].Address: m.From}
			_, back := destination(l, i, start)
			return counter, i + 1, back && counter != ""
		}
		if code[i].Call != "" {
			break
		}
	}
	return "", 0, false
}

// constant is the number that was last put in a register before an
// instruction; zero where it is not one, or was put there too far away.
func constant(code []results.Instruction, before int, register string) int64 {
	const far = 12
	for i := before - 1; i >= max(0, before-far) && code[i].Call == ""; i-- {
		mnemonic, operands := split(code[i].Text)
		if len(operands) == 0 || operands[len(operands)-1] != register {
			continue
		}
		number, isNumber := strings.CutPrefix(operands[0], "$")
		n, err := strconv.ParseInt(number, 0, 64)
		if !strings.HasPrefix(mnemonic, "MOV") || !isNumber || err != nil || n < 0 || n > 1<<40 {
			return 0
		}
		return n
	}
	return 0
}
