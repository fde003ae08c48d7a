package explain

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// entries yields the entries of a profile that keep chooses.
func entries(p *cost.Profile, keep func(*cost.Entry) bool) iter.Seq[*cost.Entry] {
	return func(yield func(*cost.Entry) bool) {
		if p == nil {
			return
		}
		for i := range p.Entries {
			if e := &p.Entries[i]; keep(e) && !yield(e) {
				return
			}
		}
	}
}

// extraBy is how many nanoseconds per operation one profile has beyond another
// in the entries that keep chooses, by a key of theirs.
func extraBy[K comparable](more, less *cost.Profile, keep func(*cost.Entry) bool, key func(*cost.Entry) K) map[K]float64 {
	extra := map[K]float64{}
	for e := range entries(more, keep) {
		extra[key(e)] += perOperation(more, e.Samples)
	}
	for e := range entries(less, keep) {
		extra[key(e)] -= perOperation(less, e.Samples)
	}
	return extra
}

// perOperation is what samples of a profile come to, in nanoseconds per
// operation.
func perOperation(p *cost.Profile, samples int64) float64 {
	if p.Operations <= 0 {
		return 0
	}
	return float64(samples) * p.Period / p.Operations
}

// largest is the key with the largest figure above zero. Of equal figures it
// is the one whose key comes first.
func largest[K comparable](figures map[K]float64, compare func(a, b K) int) (key K, figure float64) {
	for k, v := range figures {
		if v > figure || v > 0 && v == figure && compare(k, key) < 0 {
			key, figure = k, v
		}
	}
	return key, figure
}

// place is where in measured code More spends the most processor time beyond
// Less, of the entries that keep chooses. It is the zero Place where it
// spends no more anywhere, or nobody asked for it.
func (s Side) place(keep func(*cost.Entry) bool) cost.Place {
	return placeIn(s.More.CPU, s.Less.CPU, keep)
}

// placeIn is place for profiles of any kind.
func placeIn(more, less *cost.Profile, keep func(*cost.Entry) bool) cost.Place {
	extra := extraBy(more, less, keep, func(e *cost.Entry) cost.Place { return e.Site })
	delete(extra, cost.Place{})
	place, _ := largest(extra, comparePlaces)
	return place
}

func comparePlaces(a, b cost.Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Function, b.Function))
}

// cpuText says what both arms spend on something, and in which function most
// of the difference lies, where there is one.
func (s Side) cpuText(doing string, keep func(*cost.Entry) bool) string {
	text := fmt.Sprintf("CPU profile: %s of %s against %s in %s", perOp(s.More.CPU.Sum(keep).Value),
		doing, perOp(s.Less.CPU.Sum(keep).Value), s.Less.Name)
	extra := extraBy(s.More.CPU, s.Less.CPU, keep, func(e *cost.Entry) string { return e.Function })
	if function, v := largest(extra, strings.Compare); v > 0.5*s.Extra(keep).Value {
		text += ", most of it in " + function
	}
	return text
}

// wallText says for how long the goroutines of both arms were inside
// something, running or not. It is empty where the wall-clock profile is
// lacking or does not show that More was there longer.
func (s Side) wallText(doing string, keep func(*cost.Entry) bool) string {
	if s.More.Wall == nil || s.Less.Wall == nil || !cost.Difference(s.More.Wall, s.Less.Wall, keep).Above() {
		return ""
	}
	return fmt.Sprintf("wall-clock profile: %s of %s against %s in %s", perOp(s.More.Wall.Sum(keep).Value),
		doing, perOp(s.Less.Wall.Sum(keep).Value), s.Less.Name)
}

// blockText says how often and how long goroutines waited, of the waits that
// keep chooses. It is empty where the block profile is lacking or does not
// show that those of More waited more often.
func (s Side) blockText(what string, keep func(*cost.Amount) bool) string {
	more, less := chosen(s.More.Block, keep), chosen(s.Less.Block, keep)
	count, ns := totals(more)
	lessCount, lessNs := totals(less)
	if !exceeds(count, lessCount, leastEvents) {
		return ""
	}
	text := fmt.Sprintf("block profile: %s %s per operation, %s, against %s, %s, in %s",
		format.Number(count), what, perOp(ns), format.Number(lessCount), perOp(lessNs), s.Less.Name)
	if place := placeOf(more, less); place.Line > 0 {
		text += ", most of it at " + at(place)
	}
	return text
}

// callsText says where the machine code of More calls for a work: functions
// that are known for it, and those through which the entries that keep
// chooses left the measured code. It is empty where the record does not have
// the machine code of both, or More has no more such calls than Less, in loops
// or in all.
func (s Side) callsText(w work, keep func(*cost.Entry) bool, near cost.Place) string {
	if len(s.More.Listings) == 0 || len(s.Less.Listings) == 0 {
		return ""
	}
	via := map[string]int64{}
	for e := range entries(s.More.CPU, keep) {
		via[e.Via] += e.Samples
	}
	asks := func(in *results.Instruction) bool {
		return in.Target != "" && (via[in.Target] > 0 || askedFor(in.Target) == w)
	}
	more, less, where := s.counted(asks)
	if len(more) <= len(less) {
		return ""
	}
	isNear := func(in *results.Instruction) bool { return in.Line == near.Line && in.File == base(near.File) }
	shown := more[0]
	for _, in := range more {
		if isNear(in) && !isNear(shown) || isNear(in) == isNear(shown) && via[in.Target] > via[shown.Target] {
			shown = in
		}
	}
	return fmt.Sprintf("machine code: CALL %s at %s:%d, %s in %s against %s in %s",
		shown.Target, shown.File, shown.Line, times(len(more)), where, times(len(less)), s.Less.Name)
}

// counted are the instructions of both arms that keep chooses: all of the hot
// code, or where More has no more of them, those in loops.
func (s Side) counted(keep func(*results.Instruction) bool) (more, less []*results.Instruction, where string) {
	more, less = s.More.instructions(keep), s.Less.instructions(keep)
	if len(more) == 0 || len(more) > len(less) {
		return more, less, "the hot code"
	}
	if a, b := s.More.looped(keep), s.Less.looped(keep); len(a) > len(b) {
		return a, b, "loops of the hot code"
	}
	return more, less, "the hot code"
}

// instructions are those of an arm's hot code that keep chooses.
func (a *Arm) instructions(keep func(*results.Instruction) bool) []*results.Instruction {
	var list []*results.Instruction
	for i := range a.Listings {
		for j := range a.Listings[i].Instructions {
			if in := &a.Listings[i].Instructions[j]; keep(in) {
				list = append(list, in)
			}
		}
	}
	return list
}

// looped are those of an arm's hot code that keep chooses and that lie in loops.
func (a *Arm) looped(keep func(*results.Instruction) bool) []*results.Instruction {
	var list []*results.Instruction
	for i := range a.Listings {
		l := &a.Listings[i]
		if !slices.ContainsFunc(l.Instructions, func(in results.Instruction) bool { return keep(&in) }) {
			continue
		}
		for j, class := range assembly.Classes(*l) {
			if in := &l.Instructions[j]; class&assembly.Loop != 0 && keep(in) {
				list = append(list, in)
			}
		}
	}
	return list
}

// callsAt are the calls of named functions that the hot code has for a line.
func (a *Arm) callsAt(p cost.Place) []*results.Instruction {
	return a.instructions(func(in *results.Instruction) bool {
		return in.Target != "" && in.Line == p.Line && in.File == base(p.File)
	})
}

// leastPrinted is the least by which figures of benchmarks differ that print
// whole numbers, such as bytes per operation.
const leastPrinted = 0.5

// benchmarkText says what the benchmarks printed under the units of a kind of
// figure, such as "B/op" of "B", and whether More has more of any. It is
// empty where they printed none.
func (s Side) benchmarkText(kinds ...string) (text string, more bool) {
	var ours, theirs []string
	for _, kind := range kinds {
		for _, unit := range s.units(kind) {
			v, other := s.More.Values[unit], s.Less.Values[unit]
			more = more || exceeds(v, other, leastPrinted)
			ours = append(ours, format.Value(v, unit))
			theirs = append(theirs, format.Value(other, unit))
		}
	}
	if len(ours) == 0 {
		return "", false
	}
	return fmt.Sprintf("benchmark: %s against %s in %s", strings.Join(ours, " and "), strings.Join(theirs, " and "), s.Less.Name), more
}

// units are the units of a kind that both benchmarks printed.
func (s Side) units(kind string) []string {
	var list []string
	for unit := range s.More.Values {
		if _, both := s.Less.Values[unit]; both && strings.HasPrefix(unit, kind+"/") {
			list = append(list, unit)
		}
	}
	slices.Sort(list)
	return list
}

// perOp writes nanoseconds per operation.
func perOp(v float64) string { return format.Value(v, "ns/op") }

// times writes how often something is there.
func times(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// at writes a place, as in "list.go:12".
func at(p cost.Place) string {
	if p.File == "" || p.Line <= 0 {
		return symbol.Short(p.Function)
	}
	return fmt.Sprintf("%s:%d", base(p.File), p.Line)
}

// base is the last element of a path, on whatever system it was written.
func base(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }
