package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// sharedLine finds a cache line that the processors of More take from each
// other, and those of Less do not: because several write the same variable, or
// variables that lie in the same 64 bytes.
//
// It looks for functions that have nearly the same code in both arms, but for
// addresses and offsets, and of which one write of memory costs More at least
// half as much again: a locked instruction, or a store that is not to the
// stack. It compares the layouts of the types whose methods these functions
// are, or of two types of the package that have the same fields, one of them
// with padding that shows in Less's code. It accounts for all that is spent in
// these functions.
//
// It says nothing where the run had one processor, or where More spends hardly
// more processor time than wall time, since then no two worked at once. Without
// a layout that differs, it only suspects.
var sharedLine = Rule{Name: "shared-line", Find: findSharedLine}

const (
	// cacheLine is the size of a cache line in bytes, on most processors.
	cacheLine = 64

	// timesSlower is how many times as much a write must cost.
	timesSlower = 1.5

	// leastAlike is the share of instructions that must have a counterpart.
	leastAlike = 0.6

	// leastParallel is how much more processor time than wall time there is
	// where several processors work at once.
	leastParallel = 1.3
)

func findSharedLine(s Side) []Finding {
	if s.Procs < 2 || s.parallel() < leastParallel {
		return nil
	}
	var best *contention
	functions := map[string]bool{}
	for _, p := range pairedBodies(s) {
		if c, ok := s.contend(p); ok {
			functions[p.A.Function], functions[p.B.Function] = true, true
			if best == nil || c.extra.Value > best.extra.Value {
				best = &c
			}
		}
	}
	if best == nil {
		return nil
	}
	claims := func(e *cost.Entry) bool { return functions[e.Symbol] }
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	instruction := best.more.Instructions[best.at]
	f := Finding{
		Mechanism: fmt.Sprintf("Processors take a cache line from each other that %s writes; in %s each has its own.",
			symbol.Short(best.more.Function), s.Less.Name),
		Place:  best.more.where(best.at),
		Claims: claims,
	}
	var e Evidence
	e.Agree(fmt.Sprintf("machine code: %q in %s costs %s against %s for the same instruction in %s; %s of the function's instructions have a counterpart",
		instruction.Text, symbol.Short(best.more.Function), perOp(best.cost), perOp(best.lessCost), s.Less.Name, format.Share(best.alike)))
	e.Agree(s.layoutText(best))
	e.Put(&f)
	return []Finding{f}
}

// parallel is how many processors worked at a time in More: processor time per
// wall time, as the benchmark printed them, or else as it was profiled. It is
// zero where the record does not tell.
func (s Side) parallel() float64 {
	for unit, cpu := range s.More.Values {
		per, ok := strings.CutPrefix(unit, "cpu-ns/")
		if wall := s.More.Values["ns/"+per]; ok && wall > 0 {
			return cpu / wall
		}
	}
	wall := s.More.Values["ns/op"]
	if s.More.CPU == nil || wall <= 0 {
		return 0
	}
	return s.More.CPU.Total().Value / wall
}

// A bodyPair is a function of More and the one in its place in Less.
type bodyPair struct {
	A, B body
	same bool
}

// pairedBodies pairs the functions that do the program's own work in both arms.
func pairedBodies(s Side) []bodyPair {
	listings := func(list []body) []results.Listing {
		var of []results.Listing
		for _, b := range list {
			of = append(of, *b.Listing)
		}
		return of
	}
	var pairs []bodyPair
	for _, p := range assembly.Pair(listings(bodies(s, s.More)), listings(bodies(s, s.Less))) {
		if p.A != nil && p.B != nil {
			pairs = append(pairs, bodyPair{
				body{p.A, assembly.Classes(*p.A)}, body{p.B, assembly.Classes(*p.B)}, p.Same,
			})
		}
	}
	return pairs
}

// A contention is a write of memory that costs much more in one of two
// functions that are nearly the same.
type contention struct {
	more, less body
	at         int // in more

	// cost and lessCost are nanoseconds per operation.
	cost, lessCost float64

	extra cost.Estimate
	alike float64
}

// contend finds the write of a function that costs More the most beyond
// what its counterpart costs Less.
func (s Side) contend(p bodyPair) (contention, bool) {
	c := contention{more: p.A, less: p.B}
	common := 0
	all := s.sampled(p.A.Samples, p.B.Samples)
	i, j := -1, -1
	for _, row := range assembly.Align(*p.A.Listing, *p.B.Listing) {
		if row.A != nil {
			i++
		}
		if row.B != nil {
			j++
		}
		if row.A == nil || row.B == nil {
			continue
		}
		common++
		if !p.A.sharedWrite(i) || !p.B.sharedWrite(j) {
			continue
		}
		more, less := p.A.around(i), p.B.around(j)
		if extra := s.sampled(more, less); extra.Value > c.extra.Value {
			c.at, c.extra = i, extra
			c.cost, c.lessCost = perOperation(s.More.CPU, more), perOperation(s.Less.CPU, less)
		}
	}
	c.alike = float64(common) / float64(max(len(p.A.Instructions), len(p.B.Instructions), 1))
	return c, c.alike >= leastAlike && c.extra.Above() && c.extra.Value >= 0.5*all.Value &&
		c.cost >= timesSlower*c.lessCost
}

// sharedWrite reports whether an instruction writes memory that other
// goroutines may have to do with.
func (b *body) sharedWrite(i int) bool {
	text := b.Instructions[i].Text
	return b.classes[i]&(assembly.Locked|assembly.Store) != 0 &&
		!strings.Contains(text, "(SP)") && !strings.Contains(text, "(RSP)")
}

// around is the samples on an instruction and on those beside it: a write is
// seen where the next instruction waits for it, and where the line is read
// before it.
func (b *body) around(i int) int64 {
	return b.samplesIn(spot{i, max(0, i-1), min(i+3, len(b.Instructions))})
}

// layoutText says how the layouts of the types differ that the two functions
// of a contention have to do with. It is empty where none is known to.
func (s Side) layoutText(c *contention) string {
	more, less, ok := s.layouts(c)
	if !ok {
		return ""
	}
	text := fmt.Sprintf("type layout: %s has %s", symbol.Short(more.Name), format.Bytes(more.Size))
	if gap := largestStep(more); gap > 0 {
		text += fmt.Sprintf(" with its fields %s apart at most", format.Bytes(gap))
	}
	text += fmt.Sprintf("; %s has %s", symbol.Short(less.Name), format.Bytes(less.Size))
	if gap := largestStep(less); gap > 0 {
		text += fmt.Sprintf(" with fields %s apart", format.Bytes(gap))
	}
	return text
}

// layouts are two types of which Less's keeps apart what More's has in one
// cache line: the types that the functions are methods of, or else two types of
// the package with the same fields.
func (s Side) layouts(c *contention) (more, less results.Struct, ok bool) {
	more, ofMore := receiver(s.More, c.more.Function)
	less, ofLess := receiver(s.Less, c.less.Function)
	if ofMore && ofLess && roomier(less, more) {
		return more, less, true
	}
	pkg := symbol.Package(c.more.Function)
	pkgOfLess := symbol.Package(c.less.Function)
	strides := numbers(&c.less)
	for _, less := range s.Less.Structs {
		if owner := symbol.Package(less.Name); owner != pkgOfLess || !shows(less, strides, numbers(&c.more)) {
			continue
		}
		for _, more := range s.More.Structs {
			if owner := symbol.Package(more.Name); owner == pkg && sameFields(more, less) && roomier(less, more) {
				return more, less, true
			}
		}
	}
	return more, less, false
}

// receiver is the struct type that a function is a method of.
func receiver(a *Arm, function string) (results.Struct, bool) {
	pkg, name := symbol.Package(symbol.Generic(function)), symbol.Name(symbol.Generic(function))
	parts := strings.Split(strings.ReplaceAll(name, "[...]", ""), ".")
	if len(parts) < 2 {
		return results.Struct{}, false
	}
	typ := pkg + "." + strings.Trim(parts[0], "(*)")
	i := slices.IndexFunc(a.Structs, func(t results.Struct) bool {
		return strings.ReplaceAll(symbol.Generic(t.Name), "[...]", "") == typ
	})
	if i < 0 {
		return results.Struct{}, false
	}
	return a.Structs[i], true
}

// roomier reports whether a type keeps things apart that lie closer in
// another: its fields, or its values where they lie in a row.
func roomier(t, than results.Struct) bool {
	apart, near := largestStep(t), largestStep(than)
	return apart >= cacheLine && near < cacheLine || t.Size >= cacheLine && than.Size < cacheLine ||
		t.Size > than.Size && t.Size%cacheLine == 0 && than.Size%cacheLine != 0
}

// largestStep is the largest distance between the beginnings of two fields
// that follow each other, padding not counted as a field.
func largestStep(t results.Struct) int64 {
	most := int64(0)
	fields := fieldsOf(t)
	for i := 1; i < len(fields); i++ {
		most = max(most, fields[i].Offset-fields[i-1].Offset)
	}
	return most
}

// fieldsOf are the fields of a type without padding.
func fieldsOf(t results.Struct) []results.Field {
	return slices.DeleteFunc(slices.Clone(t.Fields), func(f results.Field) bool {
		// The padding of a field that is a struct itself is "field._".
		return f.Name == "_" || strings.HasSuffix(f.Name, "._") || f.Size == 0
	})
}

// sameFields reports whether two types have the same fields in the same order,
// but for padding.
func sameFields(a, b results.Struct) bool {
	return a.Name != b.Name && slices.EqualFunc(fieldsOf(a), fieldsOf(b), func(f, g results.Field) bool { return f.Name == g.Name && f.Type == g.Type })
}

// shows reports whether the size of a type, or how far its fields are apart,
// stands in some code and not in other.
func shows(t results.Struct, in, notIn map[int64]bool) bool {
	candidates := []int64{t.Size}
	for _, f := range fieldsOf(t) {
		candidates = append(candidates, f.Offset)
	}
	return slices.ContainsFunc(candidates, func(n int64) bool { return n >= cacheLine && in[n] && !notIn[n] })
}

// number is a constant or an offset in an instruction.
var number = regexp.MustCompile(`\$?0x[0-9a-f]+|\$[0-9]+|\b[0-9]+\(`)

// numbers are the constants and offsets in a function's instructions, and what
// shifts to the left multiply by.
func numbers(b *body) map[int64]bool {
	found := map[int64]bool{}
	for i := range b.Instructions {
		in := &b.Instructions[i]
		if in.Branch || in.Call != "" {
			continue
		}
		for _, text := range number.FindAllString(in.Text, -1) {
			n, err := strconv.ParseInt(strings.Trim(text, "$("), 0, 64)
			if err != nil {
				continue
			}
			found[n] = true
			if n > 0 && n < 32 && (strings.HasPrefix(in.Text, "SHL") || strings.HasPrefix(in.Text, "LSL")) {
				found[1<<n] = true
			}
		}
	}
	return found
}
