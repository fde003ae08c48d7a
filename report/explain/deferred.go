package explain

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/symbol"
)

// deferred finds calls that are deferred, and panics.
//
// It takes from the CPU profile what the runtime does for deferred calls, what is
// allocated at defer statements, and what the functions cost that hold the
// arguments of a deferred call; and the samples on the instructions of defer
// statements. What the compiler said of such a statement agrees, that it is
// open-coded, stack-allocated or heap-allocated, and so do calls of
// runtime.deferproc in the machine code. What the deferred function itself does is
// not part of it.
//
// It says nothing where this does not surely cost more.
var deferred = Rule{Name: "defer", Find: findDeferred}

func findDeferred(s Side) []Finding {
	lines := s.deferLines()
	wraps := func(e *cost.Entry) bool {
		w := workOf(e)
		return w == workDefer || w == workAllocation && lines[e.Site.Function][e.Site.Line] ||
			e.Kind == cost.User && strings.Contains(e.Function, ".deferwrap")
	}
	f := Finding{
		Claims:    wraps,
		Place:     s.place(wraps),
		Mechanism: "Calls are deferred: each is recorded, and made when the function returns.",
	}
	amount := s.Extra(wraps)
	if c, ok := s.contrast(deferSpots(lines)); ok {
		inPlace := s.inPlaceOf(c.more.functions)
		amount = added(amount, c.extra)
		f.Claims = func(e *cost.Entry) bool { return wraps(e) || inPlace(e) }
		f.Amount = &amount
		f.Place = c.more.body.where(c.more.at)
	}
	if !s.notable(amount) {
		return nil
	}
	var e Evidence
	if panics := s.Extra(isPanic); panics.Value > 0.5*amount.Value {
		f.Mechanism = "Each operation panics, which unwinds the stack through the deferred calls, and recovers."
	}
	e.Agree(fmt.Sprintf("CPU profile: %s beyond what %s spends, on defer statements and the runtime's part in them", perOp(amount.Value), s.Less.Name))
	for _, function := range s.More.functionsAt(f.Place) {
		if d := nearest(s.More.defersOf(function), f.Place.Line); d != nil {
			e.Agree(fmt.Sprintf("compiler: %s defer in %s at %s:%d", d.Text, symbol.Short(function), base(f.Place.File), d.Line))
			break
		}
	}
	e.Agree(s.callsText(workDefer, isWork(workDefer), f.Place))
	e.Put(&f)
	return []Finding{f}
}

// isPanic chooses the entries of raising a panic.
func isPanic(e *cost.Entry) bool {
	pkg, name := symbol.Package(e.Via), symbol.Name(e.Via)
	return workOf(e) == workDefer && pkg == "runtime" && (strings.HasPrefix(name, "gopanic") || strings.HasPrefix(name, "panic") || strings.HasPrefix(name, "goPanic"))
}

// defersOf are the defer statements of a function, by what the compiler said.
func (a *Arm) defersOf(function string) []results.Decision {
	return decided(a, map[string]bool{function: true}, results.Defer)
}

// nearest is the decision whose line is nearest to a line, nil where there is
// none.
func nearest(decisions []results.Decision, line int) *results.Decision {
	var best *results.Decision
	for i := range decisions {
		d := &decisions[i]
		if best == nil || max(d.Line-line, line-d.Line) < max(best.Line-line, line-best.Line) {
			best = d
		}
	}
	return best
}

// deferLines are the lines of the defer statements that the compiler spoke of,
// by function.
func (s Side) deferLines() map[string]map[int]bool {
	lines := map[string]map[int]bool{}
	for _, arm := range []*Arm{s.More, s.Less} {
		for e := range entries(arm.CPU, func(*cost.Entry) bool { return true }) {
			for _, function := range []string{e.Site.Function, e.Symbol} {
				if _, known := lines[function]; known || function == "" {
					continue
				}
				lines[function] = map[int]bool{}
				for _, d := range arm.defersOf(function) {
					lines[function][d.Line] = true
				}
			}
		}
	}
	return lines
}

// deferSpots finds the instructions of defer statements.
func deferSpots(lines map[string]map[int]bool) func(*body) []spot {
	return func(b *body) []spot {
		var spots []spot
		for i := range b.Instructions {
			in := &b.Instructions[i]
			if lines[b.Function][in.Line] && in.File == base(b.File) {
				spots = append(spots, spot{i, i, i + 1})
			}
		}
		return spots
	}
}
