package compiler

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// diagnostics are the compiler flags that make it say what Parse reads: the
// inliner's and the escape analysis's decisions with their reasons, and from
// its back end defer statements, write barriers, and the bounds and nil checks
// that remain. For want of a way to have the function named with these, two
// passes of the back end print how long they took, and with that the function.
// -m also keeps the compiler from working on several functions at once, so that
// what it says of each stays together.
const diagnostics = "-m=2 -d=wb=1,nil=1,defer=1,ssa/check_bce/debug=1,ssa/check_bce/time=1,ssa/writebarrier/time=1"

// marks are in the lines by which the back end names a function:
//
//	lib/lib.go:45:41: 	check_bce	TIME(ns)	14578	(*List[go.shape.int]).At
//
// Defer statements and bounds checks come before the first, write barriers
// before the second, and nil checks after both, when code is generated.
var marks = []string{"\tcheck_bce\tTIME(ns)\t", "\twritebarrier\tTIME(ns)\t"}

// cutMark returns the function that a line with a mark names.
func cutMark(line string) (function string, ok bool) {
	for _, mark := range marks {
		if _, fields, found := strings.Cut(line, mark); found {
			_, function, ok = strings.Cut(fields, "\t")
			return function, ok
		}
	}
	return "", false
}

// cutPosition takes "file:line:column: text" apart. The column may be
// missing and is then zero.
func cutPosition(line string) (name string, at position, text string, ok bool) {
	name, text, ok = strings.Cut(line, ": ")
	if !ok {
		return "", position{}, "", false
	}
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(name, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(name[i+1:])
		if err != nil || n < 0 {
			break
		}
		name, numbers = name[:i], append(numbers, n)
	}
	switch len(numbers) {
	case 1:
		at = position{line: numbers[0]}
	case 2:
		at = position{line: numbers[1], column: numbers[0]}
	}
	return name, at, text, name != "" && at.line > 0
}

// A place is a position in a file.
type place struct {
	file string
	position
}

// A saying is one thing that the compiler said of a place.
type saying struct {
	file *file
	position
	kind results.DecisionKind

	// function is the function's name without its package, empty when the
	// compiler did not say.
	function string

	text string
	flow []string
}

func (s *saying) place() place { return place{s.file.name, s.position} }

// deferred are the ways in which the compiler makes a defer statement.
var deferred = []string{"open-coded", "stack-allocated", "heap-allocated"}

// read understands what was said of a place; nil when it is not a decision
// that is kept.
func read(text string) *saying {
	if callee, ok := strings.CutPrefix(text, "inlining call to "); ok {
		return &saying{kind: results.InlinedCall, text: callee}
	}
	if name, ok := strings.CutPrefix(text, "moved to heap: "); ok {
		return &saying{kind: results.MovedToHeap, text: name}
	}
	if name, ok := strings.CutPrefix(text, "leaking param: "); ok {
		return &saying{kind: results.Leaks, text: name}
	}
	if name, ok := strings.CutPrefix(text, "leaking param content: "); ok {
		return &saying{kind: results.Leaks, text: "content of " + name}
	}
	if check, ok := strings.CutPrefix(text, "Found "); ok && (check == "IsInBounds" || check == "IsSliceInBounds") {
		return &saying{kind: results.BoundsCheck, text: check}
	}
	if text == "write barrier" {
		return &saying{kind: results.WriteBarrier, text: text}
	}
	if text == "generated nil check" {
		return &saying{kind: results.NilCheck, text: text}
	}
	if how, ok := strings.CutSuffix(text, " defer"); ok && slices.Contains(deferred, how) {
		return &saying{kind: results.Defer, text: how}
	}
	if subject, ok := strings.CutSuffix(text, " does not escape"); ok {
		return &saying{kind: results.StaysLocal, text: subject}
	}
	if subject, ok := strings.CutSuffix(text, " escapes to heap"); ok {
		return &saying{kind: results.Escapes, text: subject}
	}
	explained, ok := strings.CutSuffix(text, ":")
	if !ok {
		return nil
	}
	if subject, ok := strings.CutPrefix(explained, "parameter "); ok {
		subject, rest, ok := strings.Cut(subject, " leaks to ")
		derefs := strings.LastIndex(rest, " with derefs=")
		if !ok || derefs < 0 {
			return nil
		}
		// Where it leaks to can be "{storage for func literal}".
		function := strings.LastIndex(rest[:derefs], " for ")
		if function < 0 {
			return nil
		}
		return &saying{
			kind:     results.Leaks,
			function: rest[function+len(" for ") : derefs],
			text:     subject + " to " + rest[:function] + rest[derefs:],
		}
	}
	const escapes = " escapes to heap in "
	if i := strings.LastIndex(explained, escapes); i >= 0 {
		return &saying{kind: results.Escapes, function: explained[i+len(escapes):], text: explained[:i]}
	}
	return nil
}

// unrepeated joins what the compiler says twice: escapes and leaks first with
// the function and the path, then in short. A value that escapes by several
// paths is explained several times. Only the short form says whether it is a
// variable, which then lives on the heap.
func unrepeated(said []*saying) []*saying {
	var kept []*saying
	escapes := map[place][]*saying{}
	leaks := map[place]bool{}
	for _, s := range said {
		at := s.place()
		switch {
		case s.function != "" && s.kind == results.Escapes:
			escapes[at] = append(escapes[at], s)
		case s.function != "" && s.kind == results.Leaks:
			leaks[at] = true
		case s.kind == results.MovedToHeap || s.kind == results.Escapes:
			explained := escapes[at]
			i := slices.IndexFunc(explained, func(e *saying) bool {
				// The short form has "append" for "append(a, b)".
				return s.kind == results.Escapes || e.text == s.text
			})
			if i >= 0 {
				first := *explained[i]
				escapes[at] = slices.DeleteFunc(explained, func(e *saying) bool {
					same := e.function == first.function && e.text == first.text
					if same {
						e.kind = s.kind
					}
					return same
				})
				continue
			}
		case s.kind == results.Leaks && leaks[at]:
			continue
		}
		kept = append(kept, s)
	}
	return kept
}
