package assembly

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// A flow is where control goes in a function.
type flow struct {
	code []results.Instruction

	// next are the instructions that can follow each one, by index; -1 where
	// there is none. The second is where a jump leads.
	next [][2]int
}

func newFlow(l results.Listing) flow {
	f := flow{code: l.Instructions, next: make([][2]int, len(l.Instructions))}
	index := make(map[uint64]int, len(f.code))
	for i := range f.code {
		index[f.code[i].Address] = i
	}
	for i := range f.code {
		f.next[i] = [2]int{-1, -1}
		if i+1 < len(f.code) && !f.ends(i) {
			f.next[i][0] = i + 1
		}
		if to, ok := destination(l, i, index); ok {
			f.next[i][1] = to
		}
	}
	return f
}

// destination is the index of the instruction that a jump leads to. It fails
// for what is no jump, and for one that leaves the function.
func destination(l results.Listing, i int, index map[uint64]int) (int, bool) {
	in := &l.Instructions[i]
	if !in.Branch {
		return 0, false
	}
	if strings.HasSuffix(in.Text, " "+l.Function+"(SB)") {
		return 0, true
	}
	operand := lastOperand(in.Text)
	if words, ok := strings.CutSuffix(operand, "(PC)"); ok {
		// On arm64 an instruction is a word of four bytes.
		n, err := strconv.ParseInt(words, 0, 32)
		to, known := index[in.Address+uint64(4*n)]
		return to, known && err == nil
	}
	address, err := strconv.ParseUint(operand, 0, 64)
	to, known := index[address]
	return to, known && err == nil
}

// lastOperand is what stands behind the last blank of an instruction.
func lastOperand(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// ends reports whether control never goes from an instruction to the next.
func (f *flow) ends(i int) bool {
	in := &f.code[i]
	mnemonic, _, _ := strings.Cut(in.Text, " ")
	return mnemonic == "RET" || mnemonic == "JMP" || mnemonic == "UNDEF" || mnemonic == "UD2" ||
		in.Call == "direct" && neverReturns(in.Target)
}

// neverReturns reports whether a function of the runtime does not return to
// where it was called. One that grows the stack returns, to the beginning.
func neverReturns(function string) bool {
	return slices.ContainsFunc([]string{
		"runtime.panic", "runtime.goPanic", "runtime.gopanic", "runtime.throw", "runtime.fatal", "runtime.morestack",
	}, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}

// panics reports whether a jump leads to a call of a function that panics
// because of an index out of range.
func (f *flow) panics(i int) bool {
	// Arguments are put in place before the call.
	const most = 8
	at := f.next[i][1]
	for n := 0; at >= 0 && n < most; n++ {
		in := &f.code[at]
		switch {
		case in.Call != "":
			return in.Call == "direct" && isBoundsPanic(in.Target)
		case in.Branch || f.ends(at):
			return false
		}
		at = f.next[at][0]
	}
	return false
}

func isBoundsPanic(function string) bool {
	return slices.ContainsFunc([]string{
		"runtime.panicBounds", "runtime.panicIndex", "runtime.panicSlice", "runtime.panicExtend",
		"runtime.goPanicIndex", "runtime.goPanicSlice",
	}, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}

// loops reports for each instruction whether control can come back to it.
// These are the strongly connected components of the graph, found by Tarjan's
// algorithm. It does not recurse, since a function may be long.
func (f *flow) loops() []bool {
	n := len(f.code)
	in := make([]bool, n)
	number, low := make([]int, n), make([]int, n) // from 1 in the order of visits; 0: not yet
	open := make([]bool, n)                       // on stack
	var stack []int
	type visit struct{ at, edge int }
	count := 0
	for root := range n {
		if number[root] != 0 {
			continue
		}
		path := []visit{{root, 0}}
		for len(path) > 0 {
			v := &path[len(path)-1]
			at := v.at
			if v.edge == 0 {
				count++
				number[at], low[at], open[at] = count, count, true
				stack = append(stack, at)
			}
			if v.edge < 2 {
				to := f.next[at][v.edge]
				v.edge++
				switch {
				case to < 0:
				case number[to] == 0:
					path = append(path, visit{to, 0})
				case open[to]:
					low[at] = min(low[at], number[to])
					in[at] = in[at] || to == at
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				from := path[len(path)-1].at
				low[from] = min(low[from], low[at])
			}
			if low[at] == number[at] {
				first := len(stack) - 1
				for stack[first] != at {
					first--
				}
				for _, member := range stack[first:] {
					open[member] = false
					in[member] = in[member] || len(stack)-first > 1
				}
				stack = stack[:first]
			}
		}
	}
	return in
}
