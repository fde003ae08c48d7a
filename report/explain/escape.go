package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/symbol"
)

// An escape is a value that the compiler puts on the heap.
type escape struct {
	decision *results.Decision
	function string
	file     string
}

// escapeAt finds the value that is allocated at a place, nil where the
// compiler did not speak of it. A profile has the line of the allocation and
// the compiler that of the value, which may begin a line or two earlier. Where a
// line both appends and makes a value, the CPU profile tells which allocates.
func (a *Arm) escapeAt(p cost.Place) *escape {
	const near = 2
	var best *escape
	distance := 2 * (near + 1)
	grows := a.grows(p)
	for _, function := range a.functionsAt(p) {
		for _, f := range a.Decisions(function) {
			if f.File != "" && p.File != "" && base(f.File) != base(p.File) {
				continue
			}
			for i := range f.Decisions {
				d := &f.Decisions[i]
				if d.Kind != results.Escapes && d.Kind != results.MovedToHeap {
					continue
				}
				away := 2 * max(d.Line-p.Line, p.Line-d.Line)
				if strings.HasPrefix(d.Text, "append") != grows {
					away++
				}
				if away < distance {
					best, distance = &escape{d, function, base(p.File)}, away
				}
			}
		}
	}
	return best
}

// grows reports whether what is allocated at a place is mostly slices that
// grow.
func (a *Arm) grows(p cost.Place) bool {
	var all, grown int64
	for e := range entries(a.CPU, func(e *cost.Entry) bool { return e.Site == p && workOf(e) == workAllocation }) {
		all += e.Samples
		if strings.HasPrefix(e.Via, "runtime.growslice") {
			grown += e.Samples
		}
	}
	return 2*grown > all
}

// functionsAt are the functions that the code of a place lies in: the one
// that the source has it in, and those that it was inlined into.
func (a *Arm) functionsAt(p cost.Place) []string {
	if p.Function == "" {
		return nil
	}
	list := []string{p.Function}
	for e := range entries(a.CPU, func(e *cost.Entry) bool { return e.Site == p }) {
		if !slices.Contains(list, e.Symbol) && e.Symbol != "" {
			list = append(list, e.Symbol)
		}
	}
	return list
}

// text tells the escape as a sentence.
func (x *escape) text() string {
	what := "escapes to the heap"
	if x.decision.Kind == results.MovedToHeap {
		what = "is moved to the heap"
	}
	text := fmt.Sprintf("escape analysis: %s %s in %s at %s:%d",
		oneLine(x.decision.Text), what, symbol.Short(x.function), x.file, x.decision.Line)
	if why := x.why(); why != "" {
		text += ": it " + why
	}
	return text
}

// why says by which path the value escapes, such as "is assigned to l.head
// and returned". It is empty where the compiler did not say, or in words that
// tell nothing.
func (x *escape) why() string {
	var steps []string
	for _, flow := range x.decision.Flow {
		_, notes, _ := strings.Cut(flow, ": from ")
		for _, note := range strings.Split(notes, ", from ") {
			if step := tellNote(note); step != "" && !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
	}
	const most = 3 // the last ones lead to the heap
	steps = steps[max(0, len(steps)-most):]
	if len(steps) < 2 {
		return strings.Join(steps, "")
	}
	last := len(steps) - 1
	return strings.Join(steps[:last], ", ") + " and " + steps[last]
}

// tellNote tells one step of a path that the compiler gives as
// "l.head = n (assign) at list.go:13:9".
func tellNote(note string) string {
	code, _, _ := cutLast(note, " at ")
	code, why, ok := cutLast(code, " (")
	if !ok {
		return ""
	}
	switch why = strings.TrimSuffix(why, ")"); why {
	case "assign", "assign-pair":
		to, _, stored := strings.Cut(code, " = ")
		if !stored {
			return "" // a new variable tells nothing
		}
		return "is assigned to " + oneLine(to)
	case "return":
		return "is returned"
	case "call parameter":
		return "is passed to " + oneLine(callee(code))
	case "captured by a closure":
		return "is captured by a closure"
	case "interface-converted":
		return "is converted to an interface"
	case "send":
		return "is sent to a channel"
	case "key of map put", "map literal key", "map literal value":
		return "is put into a map"
	case "array literal element", "slice-literal-element", "struct literal element":
		return "is part of a literal"
	case "appended slice...", "appendee slice", "copied slice":
		return "is copied to a slice"
	case "non-constant size":
		return "has a size that is known only when it runs"
	case "too large for stack", "too aligned for stack":
		return "is " + strings.Replace(why, "for stack", "for the stack", 1)
	}
	return ""
}

// callee is what a call calls: the code before its last list of arguments.
func callee(call string) string {
	depth := 0
	for i := len(call) - 1; i > 0; i-- {
		switch call[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return call[:i]
			}
		}
	}
	return call
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// oneLine shortens code to what can stand in a sentence.
func oneLine(code string) string {
	const most = 60
	runes := []rune(strings.Join(strings.Fields(code), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}
