package explain

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// ofProgram chooses the entries of code that does its own work: measured code
// and the libraries that it calls, but not what the runtime does for them.
func ofProgram(e *cost.Entry) bool {
	return (e.Kind == cost.User || e.Kind == cost.Library) && workOf(e) == noWork
}

// A body is the machine code of a function, with what its instructions do.
type body struct {
	*results.Listing
	classes []assembly.Class
}

// bodies are the functions of an arm whose machine code the record has and
// that do the program's own work, those with the most samples first.
func bodies(s Side, a *Arm) []body {
	ran := symbols(a)
	var list []body
	for i := range a.Listings {
		l := &a.Listings[i]
		if len(l.Instructions) > 0 && (ran[l.Function] > 0 || s.Measured(l.Function)) {
			list = append(list, body{l, assembly.Classes(*l)})
		}
	}
	return list
}

// symbols are the functions of an arm's binary that do the program's own work,
// with the samples of that work.
func symbols(a *Arm) map[string]int64 {
	ran := map[string]int64{}
	for e := range entries(a.CPU, ofProgram) {
		ran[e.Symbol] += e.Samples
	}
	return ran
}

// inPlaceOf chooses what a mechanism in some functions of More costs: the
// program's own work in these functions, in both arms, and in the functions
// that only Less has, since these do in Less what the others do in More.
func (s Side) inPlaceOf(functions map[string]bool) func(*cost.Entry) bool {
	ran := symbols(s.More)
	return func(e *cost.Entry) bool {
		return ofProgram(e) && (functions[e.Symbol] || ran[e.Symbol] == 0)
	}
}

// A spot is some instructions that belong together, from an index to another.
// At is the one that they are named after.
type spot struct{ at, from, to int }

// spotsOf finds the instructions of a class, each with so many before and
// behind it that its samples may lie on: a processor tells of a slow
// instruction where the next one waits for it.
func spotsOf(c assembly.Class, before, behind int) func(*body) []spot {
	return func(b *body) []spot {
		var spots []spot
		for i, class := range b.classes {
			if class&c != 0 {
				spots = append(spots, spot{i, max(0, i-before), min(i+1+behind, len(b.classes))})
			}
		}
		return spots
	}
}

// samplesIn is the samples on the instructions of a spot.
func (b *body) samplesIn(s spot) (samples int64) {
	for _, in := range b.Instructions[s.from:s.to] {
		samples += in.Samples
	}
	return samples
}

// A weight is what spots weigh in the functions of an arm.
type weight struct {
	// running is how many of them run again and again: in a loop of a
	// function with samples, or with samples themselves.
	running int

	// samples lie on their instructions, total in the functions that have
	// running ones.
	samples, total int64

	// functions have running ones.
	functions map[string]bool

	// body and at are where the one with the most samples is; body is nil
	// where none runs.
	body *body
	at   int
}

// weigh finds spots in functions and weighs them.
func weigh(list []body, find func(*body) []spot) weight {
	w := weight{functions: map[string]bool{}}
	most := int64(-1)
	for i := range list {
		b := &list[i]
		if b.Samples == 0 {
			continue
		}
		counted := map[int]bool{} // spots may overlap
		for _, s := range find(b) {
			samples := b.samplesIn(s)
			for n := s.from; n < s.to; n++ {
				if !counted[n] {
					counted[n] = true
					w.samples += b.Instructions[n].Samples
				}
			}
			if samples == 0 && b.classes[s.at]&assembly.Loop == 0 {
				continue
			}
			w.running++
			if !w.functions[b.Function] {
				w.functions[b.Function] = true
				w.total += b.Samples
			}
			if samples > most {
				most, w.body, w.at = samples, b, s.at
			}
		}
	}
	return w
}

// A contrast is what spots weigh in both arms, and what they cost More beyond
// Less, in nanoseconds per operation.
type contrast struct {
	more, less weight
	extra      cost.Estimate
}

// contrast weighs spots on both sides. It reports false where More has no more
// of them, where they surely cost it no more, and where the record does not
// have the machine code of both.
func (s Side) contrast(find func(*body) []spot) (contrast, bool) {
	more, less := bodies(s, s.More), bodies(s, s.Less)
	c := contrast{more: weigh(more, find), less: weigh(less, find)}
	c.extra = s.sampled(c.more.samples, c.less.samples)
	return c, len(less) > 0 && c.more.running > c.less.running && s.notable(c.extra)
}

// sampled is what samples of both arms differ by, in nanoseconds per operation.
// Samples come independently of each other, and so their number varies as its
// square root.
func (s Side) sampled(more, less int64) cost.Estimate {
	if s.More.CPU == nil || s.Less.CPU == nil {
		return cost.Estimate{}
	}
	a, b := perOperation(s.More.CPU, more), perOperation(s.Less.CPU, less)
	const deviations = 1.96 // of the normal distribution, for 95%
	within := deviations * math.Hypot(
		perOperation(s.More.CPU, 1)*math.Sqrt(float64(more)),
		perOperation(s.Less.CPU, 1)*math.Sqrt(float64(less)))
	return cost.Estimate{Value: a - b, Low: a - b - within, High: a - b + within}
}

// where is the place of an instruction. Code that was inlined has the place of
// what was inlined.
func (b *body) where(i int) cost.Place {
	in := &b.Instructions[i]
	file := b.File
	if !strings.HasSuffix("/"+file, "/"+in.File) {
		file = in.File
	}
	return cost.Place{Function: b.Function, File: file, Line: in.Line}
}

// source is the line of the source that an instruction is of, if it is known.
func (b *body) source(i int) string {
	in := &b.Instructions[i]
	return strings.TrimSpace(b.Source[fmt.Sprintf("%s:%d", in.File, in.Line)])
}

// codeText says what of a contrast the machine code shows.
func (c *contrast) codeText(s Side, one, many string) string {
	in := c.more.body
	where := "in"
	if in.classes[c.more.at]&assembly.Loop != 0 {
		where = "in a loop of"
	}
	less := "none"
	if c.less.running > 0 {
		less = format.Count(int64(c.less.running))
	}
	return fmt.Sprintf("machine code: %s, the heaviest %q %s %s at %s; %s in %s",
		numbered(c.more.running, one, many), in.Instructions[c.more.at].Text,
		where, symbol.Short(in.Function), at(in.where(c.more.at)), less, s.Less.Name)
}

// sampleText says how many samples of the functions lie on the spots.
func (c *contrast) sampleText(what string) string {
	if c.more.samples == 0 || c.more.total == 0 {
		return ""
	}
	return fmt.Sprintf("CPU profile: %s of the samples of %s lie on %s",
		percent(c.more.samples, c.more.total), functionsText(c.more.functions, c.more.body.Function), what)
}

// functionsText names one of some functions and counts the others.
func functionsText(functions map[string]bool, one string) string {
	if n := len(functions) - 1; n > 0 {
		return fmt.Sprintf("%s and %s", symbol.Short(one), numbered(n, "other", "others"))
	}
	return symbol.Short(one)
}

// decided lists what the compiler decided of one kind in functions of an arm.
func decided(a *Arm, functions map[string]bool, kind results.DecisionKind) []results.Decision {
	var list []results.Decision
	for f := range functions {
		for _, said := range a.Decisions(f) {
			for _, d := range said.Decisions {
				if d.Kind == kind {
					list = append(list, d)
				}
			}
		}
	}
	return list
}

// decidedText says in how many places of the functions of a contrast the
// compiler left something, and names the one at the heaviest spot if it is
// among them. It is empty where the compiler said nothing of the kind, and
// where it said as much of Less.
func (c *contrast) decidedText(s Side, artefact string, kind results.DecisionKind, one, many string) string {
	more, less := decided(s.More, c.more.functions, kind), decided(s.Less, c.less.functions, kind)
	if len(more) == 0 || len(more) <= len(less) {
		return ""
	}
	text := fmt.Sprintf("%s: %s in %s", artefact, numbered(len(more), one, many),
		functionsText(c.more.functions, c.more.body.Function))
	place := c.more.body.where(c.more.at)
	for _, d := range more {
		if d.Line == place.Line {
			text += ", among them that of " + at(place)
			break
		}
	}
	return text
}

// numbered writes a number with what is counted.
func numbered(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return format.Count(int64(n)) + " " + many
}

// percent is a share in percent.
func percent(part, of int64) string {
	return format.Share(float64(part) / float64(of))
}

// fewer chooses between words for an arm that has none and one that has fewer.
func (c *contrast) fewer(none, fewer string) string {
	if c.less.running == 0 {
		return none
	}
	return fewer
}

// has reports whether a function has an instruction of any of some classes.
func (b *body) has(c assembly.Class) bool {
	for _, class := range b.classes {
		if class&c != 0 {
			return true
		}
	}
	return false
}

// worth is a finding in a list, unless the functions that it claims surely cost
// no more: what its instructions cost may be saved elsewhere.
func (s Side) worth(f Finding) []Finding {
	if !s.notable(s.Extra(f.Claims)) {
		return nil
	}
	return []Finding{f}
}
