package assembly

import (
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// A Row is one line of two functions side by side. One of A and B is nil
// where the other function has nothing in that place. They point into the
// listings that were aligned.
type Row struct {
	A, B *results.Instruction

	// Same says that the two do the same, but for where jumps lead. Two that
	// are not have at least the mnemonic in common.
	Same bool
}

// What it is worth when two instructions stand side by side.
const (
	wholeText    = 3 // and are the same
	mnemonicOnly = 1 // and have only the mnemonic in common
)

// mostCells bounds the memory and the time of an alignment: the product of
// the two functions' instructions.
const mostCells = 4000 * 4000

// Align sets the instructions of two functions side by side, so that as much
// as possible of what is alike stands in one row. It has all instructions of
// both, in their order.
//
// It finds the best alignment of functions of up to some 4,000 instructions
// (Needleman and Wunsch, 1970). In larger ones it first looks for basic
// blocks that are the same, and aligns what is left between them. Where that
// is too much too, it stands one after the other.
func Align(a, b results.Listing) []Row {
	words := map[string]int{}
	al := aligner{
		a: a.Instructions, b: b.Instructions,
		ofA:   wordsOf(a, normal(a, aliases{}.with(a.Function, self), false), words),
		ofB:   wordsOf(b, normal(b, aliases{}.with(b.Function, self), false), words),
		cells: mostCells,
	}
	al.align(span{0, len(al.a)}, span{0, len(al.b)}, true)
	return al.rows
}

// A word is an instruction as numbers: two are equal where the texts are.
type word struct{ text, mnemonic int }

func wordsOf(l results.Listing, texts []string, known map[string]int) []word {
	number := func(s string) int {
		n, ok := known[s]
		if !ok {
			n = len(known)
			known[s] = n
		}
		return n
	}
	words := make([]word, len(l.Instructions))
	for i := range words {
		mnemonic, _ := split(texts[i])
		// The blank keeps it apart from a text without operands.
		words[i] = word{number(texts[i]), number(" " + mnemonic)}
	}
	return words
}

// worth is what it is worth when two instructions stand in a row; zero where
// they must not.
func worth(a, b word) int {
	switch {
	case a.text == b.text:
		return wholeText
	case a.mnemonic == b.mnemonic:
		return mnemonicOnly
	}
	return 0
}

// A span is a part of a function, from an index to another.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// An aligner is the state of Align.
type aligner struct {
	a, b     []results.Instruction
	ofA, ofB []word

	// cells is how much may still be spent.
	cells int

	rows []Row
}

// align aligns a part of each function. Parts that are too large are taken
// apart by blocks, if that is allowed.
func (al *aligner) align(a, b span, blocks bool) {
	for a.len() > 0 && b.len() > 0 && al.ofA[a.from].text == al.ofB[b.from].text {
		al.row(a.from, b.from)
		a.from++
		b.from++
	}
	ends := 0
	for a.len() > 0 && b.len() > 0 && al.ofA[a.to-1].text == al.ofB[b.to-1].text {
		a.to--
		b.to--
		ends++
	}
	switch {
	case a.len() == 0 || b.len() == 0:
		al.apart(a, b)
	case a.len() <= al.cells/b.len():
		al.cells -= a.len() * b.len()
		worths := func(i, j int) int { return worth(al.ofA[a.from+i], al.ofB[b.from+j]) }
		for _, step := range best(a.len(), b.len(), worths) {
			al.step(a.from+step.i, b.from+step.j, step.move)
		}
	case blocks:
		al.byBlocks(a, b)
	default:
		al.apart(a, b)
	}
	for i := range ends {
		al.row(a.to+i, b.to+i)
	}
}

// byBlocks aligns basic blocks that are the same, and then what is left
// between them.
func (al *aligner) byBlocks(a, b span) {
	blocksA, blocksB := blocksOf(al.a, a), blocksOf(al.b, b)
	if len(blocksA) > al.cells/len(blocksB) {
		al.apart(a, b)
		return
	}
	al.cells -= len(blocksA) * len(blocksB)
	worths := func(i, j int) int {
		x, y := blocksA[i], blocksB[j]
		if x.len() != y.len() {
			return 0
		}
		for n := range x.len() {
			if al.ofA[x.from+n].text != al.ofB[y.from+n].text {
				return 0
			}
		}
		return x.len()
	}
	for _, step := range best(len(blocksA), len(blocksB), worths) {
		if step.move != both {
			continue
		}
		x, y := blocksA[step.i], blocksB[step.j]
		al.align(span{a.from, x.from}, span{b.from, y.from}, false)
		for n := range x.len() {
			al.row(x.from+n, y.from+n)
		}
		a.from, b.from = x.to, y.to
	}
	al.align(a, b, false)
}

// blocksOf divides a part of a function behind its jumps, calls and returns.
func blocksOf(code []results.Instruction, s span) []span {
	var blocks []span
	for i := s.from; i < s.to; i++ {
		in := &code[i]
		if in.Branch || in.Call != "" || strings.HasPrefix(in.Text, "RET") || i == s.to-1 {
			blocks = append(blocks, span{s.from, i + 1})
			s.from = i + 1
		}
	}
	return blocks
}

func (al *aligner) row(i, j int) {
	al.rows = append(al.rows, Row{&al.a[i], &al.b[j], al.ofA[i].text == al.ofB[j].text})
}

// apart sets parts in rows of their own.
func (al *aligner) apart(a, b span) {
	for i := a.from; i < a.to; i++ {
		al.step(i, 0, onlyA)
	}
	for j := b.from; j < b.to; j++ {
		al.step(0, j, onlyB)
	}
}

func (al *aligner) step(i, j int, m move) {
	switch m {
	case both:
		al.row(i, j)
	case onlyA:
		al.rows = append(al.rows, Row{A: &al.a[i]})
	case onlyB:
		al.rows = append(al.rows, Row{B: &al.b[j]})
	}
}

// A move is a step of an alignment: it takes one of both sequences, or of one.
type move uint8

const (
	both move = iota
	onlyA
	onlyB
)

// A step is a move and the indices of what it takes.
type step struct {
	i, j int
	move move
}

// best returns the steps that set two sequences side by side so that what
// stands together is worth the most.
func best(n, m int, worth func(i, j int) int) []step {
	moves := make([]move, (n+1)*(m+1))
	last, row := make([]int, m+1), make([]int, m+1)
	for j := range m {
		moves[j+1] = onlyB
	}
	for i := 1; i <= n; i++ {
		row[0] = 0
		moves[i*(m+1)] = onlyA
		for j := 1; j <= m; j++ {
			most, taken := last[j], onlyA
			if row[j-1] > most {
				most, taken = row[j-1], onlyB
			}
			if w := worth(i-1, j-1); w > 0 && last[j-1]+w >= most {
				most, taken = last[j-1]+w, both
			}
			row[j], moves[i*(m+1)+j] = most, taken
		}
		last, row = row, last
	}
	var steps []step
	for i, j := n, m; i > 0 || j > 0; {
		taken := moves[i*(m+1)+j]
		if taken != onlyB {
			i--
		}
		if taken != onlyA {
			j--
		}
		steps = append(steps, step{i, j, taken})
	}
	slices.Reverse(steps)
	return steps
}
