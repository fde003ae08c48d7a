package explain

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// largeCopy finds copies of large values or of blocks of memory that More makes
// and Less does not.
//
// It looks for blocks of 64 bytes and more that machine code copies, in loops or
// with samples on them, and for what the runtime spends on copying where
// measured code asks for a copy and for nothing else. It accounts for the
// samples on the copying instructions and for that time of the runtime. Where a
// struct type has the size of what is copied, it says so.
//
// It says nothing where Less copies as many blocks, or where the machine code
// of either arm is not recorded. What is copied to grow a slice or to make a
// string belongs to other rules.
var largeCopy = Rule{Name: "large-copy", Find: findLargeCopy}

func findLargeCopy(s Side) []Finding {
	more, less := bodies(s, s.More), bodies(s, s.Less)
	if len(less) == 0 {
		return nil
	}
	c := contrast{more: weigh(more, moves), less: weigh(less, moves)}
	called := s.Extra(copies)
	inline := s.sampled(c.more.samples, c.less.samples)
	c.extra = added(inline, called)
	if c.more.running == 0 || c.more.running <= c.less.running && !called.Above() || !s.notable(c.extra) {
		return nil
	}
	inPlace := s.inPlaceOf(c.more.functions)
	size := c.more.body.moved(c.more.at)
	what := "blocks of memory"
	if size > 0 {
		what = format.Bytes(size) + " at a time"
	}
	f := Finding{
		Mechanism: fmt.Sprintf("%s copies %s, where %s copies %s.",
			functionsText(c.more.functions, c.more.body.Function), what, s.Less.Name, c.fewer("none", "less")),
		Place:  c.more.body.where(c.more.at),
		Claims: func(e *cost.Entry) bool { return inPlace(e) || copies(e) },
		Amount: &c.extra,
	}
	var e Evidence
	e.Agree(c.codeText(s, "copy of a block", "copies of blocks"))
	if t, ok := typeOfSize(s.More, c.more.body.Function, size); ok {
		e.Agree(fmt.Sprintf("type layout: a %s has %s", symbol.Short(t.Name), format.Bytes(t.Size)))
	}
	if called.Above() {
		e.Agree(s.cpuText("copying memory", copies))
	}
	e.Agree(c.sampleText("the copies"))
	e.Put(&f)
	return s.worth(f)
}

// moves finds the copies of blocks in a function.
func moves(b *body) []spot {
	var spots []spot
	for _, m := range assembly.Moves(*b.Listing) {
		// The last store waits for the others.
		spots = append(spots, spot{m.From, m.From, min(m.To+1, len(b.classes))})
	}
	return spots
}

// moved is how many bytes the copy copies that begins at an instruction; zero
// where it is not known.
func (b *body) moved(from int) int64 {
	for _, m := range assembly.Moves(*b.Listing) {
		if m.From == from {
			return m.Bytes
		}
	}
	return 0
}

// copies chooses what the runtime copies for code that asks for just that.
func copies(e *cost.Entry) bool {
	if e.Kind != cost.Copying || e.Site.Function == "" {
		return false
	}
	for _, function := range []string{
		"runtime.memmove", "runtime.typedmemmove", "runtime.typedslicecopy", "runtime.wbMove", "runtime.duffcopy",
	} {
		if strings.HasPrefix(e.Via, function) {
			return true
		}
	}
	return false
}

// typeOfSize is the only struct type in the package of a function that has a
// size.
func typeOfSize(a *Arm, function string, size int64) (results.Struct, bool) {
	pkg := symbol.Package(function)
	var found results.Struct
	n := 0
	for _, t := range a.Structs {
		if owner := symbol.Package(t.Name); owner == pkg && t.Size == size {
			found = t
			n++
		}
	}
	return found, n == 1 && size > 0
}
