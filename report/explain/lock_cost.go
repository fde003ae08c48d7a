package explain

import (
	"fmt"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// lockCost finds locks and other atomic operations that cost time although hardly
// anybody waits.
//
// It takes from the CPU profile what package sync and sync/atomic cost, and the
// samples at instructions of measured code that take a cache line for themselves.
// Machine code that has more such instructions, or more calls that lock, agrees,
// and a mutex profile in which hardly anybody waits. Machine code that has as many
// disagrees.
//
// It says nothing where waiting at locks comes to a tenth of the difference, which
// is lock-wait, and where the operations do not surely cost more.
var lockCost = Rule{Name: "lock-cost", Find: findLockCost}

func findLockCost(s Side) []Finding {
	waited, known := s.lockWaits()
	if waited.notable(s) || !known && s.slowLocks() {
		return nil
	}
	var found []Finding
	claims := isWork(workLocks)
	if s.notable(s.Extra(claims)) {
		f := Finding{
			Claims:    claims,
			Place:     s.place(claims),
			Mechanism: "Taking and releasing locks costs time although they are free.",
		}
		extra := extraBy(s.More.CPU, s.Less.CPU, claims, isAtomic)
		if extra[true] > extra[false] {
			f.Mechanism = "Atomic operations cost time although nobody waits."
		}
		var e Evidence
		e.Agree(s.cpuText("locks and atomic operations", claims))
		text, more := s.lockedCode()
		switch {
		case !more:
			e.Disagree(text)
		case known:
			e.Agree(fmt.Sprintf("mutex profile: hardly anybody waits, %s against %s in %s", perOp(waited.more), perOp(waited.less), s.Less.Name))
			fallthrough
		default:
			e.Agree(text)
		}
		e.Put(&f)
		found = append(found, f)
	}
	if c, ok := s.contrast(s.atomicSpots()); ok {
		f := Finding{
			Claims:    s.inPlaceOf(c.more.functions),
			Amount:    &c.extra,
			Place:     s.place(func(e *cost.Entry) bool { return ofProgram(e) && e.Symbol == c.more.body.Function }),
			Mechanism: "Atomic operations cost time although nobody waits.",
		}
		var e Evidence
		e.Agree(c.sampleText("instructions that take a cache line for themselves"))
		e.Agree(c.codeText(s, "instruction that takes a cache line for itself", "instructions that take a cache line for themselves"))
		e.Put(&f)
		found = append(found, f)
	}
	return found
}

// isAtomic reports whether an entry is of an atomic operation that measured
// code asked for itself.
func isAtomic(e *cost.Entry) bool {
	function := e.Via
	if askedFor(function) == noWork {
		function = e.Function
	}
	pkg := symbol.Package(function)
	return pkg == "sync/atomic" || pkg == "internal/runtime/atomic"
}

// lockedCode says what machine code shows of locks: instructions that take a
// cache line, and calls of functions that lock. It is empty where the record
// does not have the machine code of both.
func (s Side) lockedCode() (text string, more bool) {
	if len(s.More.Listings) == 0 || len(s.Less.Listings) == 0 {
		return "", false
	}
	locks := func(in *results.Instruction) bool {
		return in.Locked || in.Target != "" && askedFor(in.Target) == workLocks
	}
	ours, theirs, where := s.counted(locks)
	return fmt.Sprintf("machine code: %s in %s against %s in %s",
		numbered(len(ours), "atomic instruction or call of a lock", "atomic instructions and calls of locks"),
		where, format.Count(int64(len(theirs))), s.Less.Name), len(ours) > len(theirs)
}

// atomicSpots finds the instructions that take a cache line for themselves, as
// far as their samples lie on lines of measured code. Those that lie on lines of
// package sync belong to a lock that was inlined. A processor tells of such an
// instruction at the next one.
func (s Side) atomicSpots() func(*body) []spot {
	type line struct {
		symbol, file string
		line         int
	}
	own := map[line]bool{}
	for _, arm := range []*Arm{s.More, s.Less} {
		for e := range entries(arm.CPU, ofProgram) {
			own[line{e.Symbol, base(e.Site.File), e.Site.Line}] = true
		}
	}
	return func(b *body) []spot {
		measured := func(i int) bool {
			return i < len(b.Instructions) && own[line{b.Function, b.Instructions[i].File, b.Instructions[i].Line}]
		}
		var spots []spot
		for i := range b.Instructions {
			found := spot{i, i, i + 2}
			if !measured(i) {
				found.from++
			}
			if !measured(i + 1) {
				found.to--
			}
			if b.Instructions[i].Locked && found.from < found.to {
				spots = append(spots, found)
			}
		}
		return spots
	}
}
