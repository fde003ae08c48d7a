package explain

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/symbol"
)

// notInlined finds small functions that More calls often because the compiler
// did not inline them, where Less has the work inlined or makes no call for it.
//
// It looks for functions with samples and without loops, of up to 150
// instructions, that other machine code calls directly in a loop or with
// samples around the call, and of which the compiler says that it cannot inline
// them, and why. It accounts for what the function and its callers cost beyond
// what Less has in their place.
//
// It says nothing where Less calls the function too, or where each call that only
// More makes has one that only Less makes to stand for it; where the function cannot be inlined because of a
// defer, go or select statement, which are mechanisms of their own, or because
// it is recursive; and where the compiler's decisions or the machine code of
// either arm are not recorded.
var notInlined = Rule{Name: "not-inlined", Find: findNotInlined}

// mostInstructions is how long a function can be whose call is a notable part
// of what it costs. The compiler's budget of 80 makes some 40 to 100.
const mostInstructions = 150

func findNotInlined(s Side) []Finding {
	more, less := bodies(s, s.More), bodies(s, s.Less)
	if len(less) == 0 {
		return nil
	}
	ofMore, ofLess := calls(s.More, more), calls(s.Less, less)
	// Calls that are only in one of the arms may stand for each other.
	alone, instead := s.without(s.More, ofMore, ofLess), s.without(s.Less, ofLess, ofMore)
	functions := map[string]bool{}
	var callee, caller *body
	var call int
	var reason string
	for i := range more {
		f := &more[i]
		sites := ofMore[f.Function]
		if f.Samples == 0 || len(sites) == 0 || ofLess[f.Function] != nil ||
			len(f.Instructions) > mostInstructions || f.has(assembly.Loop) {
			continue
		}
		why, ok := whyNotInlined(s, f.Function)
		if !ok {
			continue
		}
		functions[f.Function] = true
		for _, site := range sites {
			functions[site.body.Function] = true
		}
		if callee == nil { // the one with the most samples comes first
			callee, caller, call, reason = f, sites[0].body, sites[0].at, why
		}
	}
	if callee == nil || alone <= instead {
		return nil
	}
	claims := s.inPlaceOf(functions)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{
		Mechanism: fmt.Sprintf("%s is called in %s and not inlined (%s), where %s makes no such call.",
			symbol.Short(callee.Function), symbol.Short(caller.Function), reason, s.Less.Name),
		Place:  caller.where(call),
		Claims: claims,
	}
	var e Evidence
	e.Agree(fmt.Sprintf("inlining: cannot inline %s: %s", symbol.Short(callee.Function), reason))
	e.Agree(inlinedText(s))
	where := "in"
	if caller.classes[call]&assembly.Loop != 0 {
		where = "in a loop of"
	}
	e.Agree(fmt.Sprintf("machine code: CALL %s %s %s at %s; no such call in %s",
		symbol.Short(callee.Function), where, symbol.Short(caller.Function), at(f.Place), s.Less.Name))
	own := func(e *cost.Entry) bool { return e.Symbol == callee.Function }
	e.Agree(fmt.Sprintf("CPU profile: %s in %s itself", perOp(s.More.CPU.Sum(own).Value), symbol.Short(callee.Function)))
	e.Put(&f)
	return []Finding{f}
}

// A site is a call instruction.
type site struct {
	body *body
	at   int
}

// calls are the direct calls that run in some functions of an arm, of others
// than the runtime's, by callee: those in loops, and those of functions that
// have samples or around which there are some.
func calls(a *Arm, list []body) map[string][]site {
	reached := map[string]bool{}
	for e := range entries(a.CPU, anyWork) {
		reached[e.Symbol], reached[e.Via] = true, true
	}
	sites := map[string][]site{}
	for i := range list {
		b := &list[i]
		for _, spot := range spotsOf(assembly.DirectCall, 4, 2)(b) {
			target := b.Instructions[spot.at].Target
			if target == b.Function || libraryOr(target, "") == "" {
				continue
			}
			if reached[target] || b.classes[spot.at]&assembly.Loop != 0 || b.samplesIn(spot) > 0 {
				sites[target] = append(sites[target], site{b, spot.at})
			}
		}
	}
	return sites
}

// without is how many functions of the program one arm calls and the other does
// not.
func (s Side) without(a *Arm, called, other map[string][]site) int {
	n, ran := 0, symbols(a)
	for callee := range called {
		if other[callee] == nil && (ran[callee] > 0 || s.Measured(callee)) {
			n++
		}
	}
	return n
}

// whyNotInlined is why the calls of a function are not inlined in More. It
// reports false where the compiler could have inlined it or did not say, and
// for reasons that are mechanisms of their own.
func whyNotInlined(s Side, function string) (reason string, ok bool) {
	for _, said := range s.More.Decisions(function) {
		if said.Inline == nil {
			continue
		}
		if said.Inline.Can {
			return "", false
		}
		reason := said.Inline.Reason
		for _, other := range []string{"DEFER", "GO", "SELECT", "recursive"} {
			if strings.Contains(reason, other) {
				return "", false
			}
		}
		if said.Inline.Cost > 0 && !strings.Contains(reason, "cost") {
			reason = fmt.Sprintf("%s, cost %d", reason, said.Inline.Cost)
		}
		return reason, true
	}
	// A build may inline nothing, and say nothing then.
	for _, said := range s.Less.Decisions(function) {
		if said.Inline != nil && said.Inline.Can && wasInlined(s.Less, function) {
			return "this build inlines nothing", true
		}
	}
	return "", false
}

// wasInlined reports whether a function ran as a part of others.
func wasInlined(a *Arm, function string) bool {
	for range entries(a.CPU, func(e *cost.Entry) bool { return e.Function == function && e.Symbol != function }) {
		return true
	}
	return false
}

// inlinedText names a call that the compiler inlined in what Less runs, of
// which More runs no such thing. It is empty where there is none.
func inlinedText(s Side) string {
	callees := map[string]bool{}
	for _, b := range bodies(s, s.More) {
		for _, d := range decided(s.More, map[string]bool{b.Function: true}, results.InlinedCall) {
			callees[d.Text] = true
		}
	}
	for _, b := range bodies(s, s.Less) {
		for _, d := range decided(s.Less, map[string]bool{b.Function: true}, results.InlinedCall) {
			// Much of the harness is inlined too.
			if !callees[d.Text] && b.hasLine(d.Line) && !strings.HasPrefix(d.Text, "testing.") {
				return fmt.Sprintf("inlining: %s is inlined into %s, which %s runs", d.Text, symbol.Short(b.Function), s.Less.Name)
			}
		}
	}
	return ""
}

// hasLine reports whether a line of a function's own file runs: whether there is
// an instruction of it in a loop or with samples.
func (b *body) hasLine(line int) bool {
	for i, in := range b.Instructions {
		runs := in.Samples > 0 || b.classes[i]&assembly.Loop != 0
		if runs && in.Line == line && b.where(i).File == b.File {
			return true
		}
	}
	return false
}
