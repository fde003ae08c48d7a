package page

import (
	"fmt"
	"slices"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A bodyRow says which function ran for an arm.
type bodyRow struct {
	Label string
	Name  name
	Shape string
	Flat  string
	Sort  string

	Direct, Indirect int

	CalledBy, Inline string
}

func newBodies(s *subject) []bodyRow {
	var rows []bodyRow
	for _, b := range s.x.Bodies {
		rows = append(rows, bodyRow{
			Label: s.inBuild(b.Arm, b.Build), Name: shorten(b.Function), Shape: b.Shape,
			Flat: format.Share(b.Flat), Sort: sortKey(&b.Flat),
			Direct: b.Direct, Indirect: b.Indirect,
			CalledBy: b.CalledBy, Inline: b.Inline,
		})
	}
	return rows
}

// An armDecisions is what the compiler decided for one arm.
type armDecisions struct {
	Label     string
	Base      bool
	Open      bool
	Summary   string
	Functions []functionDecisions
}

// A functionDecisions is what it decided in one function.
type functionDecisions struct {
	Name      name
	Place     string
	Inline    string
	Decisions []decision
}

// A decision is one thing that it decided.
type decision struct {
	Kind  string
	Weigh bool
	Place string
	Text  string
	Flow  []string
}

// newDecisions lists the arms with decisions of their own first, the baseline
// last. Where an arm differs in nothing, it says so.
func newDecisions(s *subject) []armDecisions {
	var arms, base []armDecisions
	for _, a := range s.x.Decisions {
		if len(a.Functions) == 0 {
			continue
		}
		out := armDecisions{Label: s.inBuild(a.Arm, a.Build), Base: a.Arm == s.x.Baseline && a.Build == s.allBuilds()[0]}
		count := 0
		for _, f := range a.Functions {
			fd := functionDecisions{Name: shorten(f.Function), Place: placeOf(f.File, f.Line), Inline: f.Inline}
			list := slices.Clone(f.Decisions)
			slices.SortStableFunc(list, func(a, b results.Decision) int {
				return decisionRank(a.Kind) - decisionRank(b.Kind)
			})
			for _, d := range list {
				fd.Decisions = append(fd.Decisions, decision{
					Kind: decisionName(d.Kind), Weigh: decisionRank(d.Kind) < 3,
					Place: fmt.Sprintf("%d:%d", d.Line, d.Column), Text: d.Text, Flow: d.Flow,
				})
			}
			count += len(list)
			out.Functions = append(out.Functions, fd)
		}
		// Functions with something to say come first.
		slices.SortStableFunc(out.Functions, func(a, b functionDecisions) int {
			return min(len(b.Decisions), 1) - min(len(a.Decisions), 1)
		})
		functions := plural(len(out.Functions), "function")
		switch {
		case out.Base:
			out.Summary = plural(count, "decision") + " in " + functions
			base = append(base, out)
		case count == 0:
			out.Summary = "nothing that the baseline does not have, in " + functions
			arms = append(arms, out)
		default:
			out.Summary = plural(count, "decision") + " that the baseline does not have, in " + functions
			arms = append(arms, out)
		}
	}
	differs := func(a armDecisions) int {
		for _, f := range a.Functions {
			if len(f.Decisions) > 0 {
				return 0
			}
		}
		return 1
	}
	slices.SortStableFunc(arms, func(a, b armDecisions) int { return differs(a) - differs(b) })
	arms = append(arms, base...)
	if len(arms) > 0 {
		arms[0].Open = true
	}
	return arms
}

// decisionRank orders decisions by what they tend to cost.
func decisionRank(k results.DecisionKind) int {
	order := []results.DecisionKind{
		results.MovedToHeap, results.Escapes, results.BoundsCheck,
		results.Leaks, results.InlinedCall, results.StaysLocal,
	}
	if i := slices.Index(order, k); i >= 0 {
		return i
	}
	return len(order)
}

// decisionName is what people call a kind of decision.
func decisionName(k results.DecisionKind) string {
	switch k {
	case results.MovedToHeap:
		return "moved to heap"
	case results.Escapes:
		return "escapes"
	case results.BoundsCheck:
		return "bounds check"
	case results.Leaks:
		return "parameter leaks"
	case results.InlinedCall:
		return "inlined call"
	case results.StaysLocal:
		return "stays on stack"
	}
	return string(k)
}

// newFlags lists the builds with the flags that made them.
func newFlags(s *subject) []report.Build {
	flags := slices.Clone(s.x.Builds)
	for i := range flags {
		flags[i].Label = s.build(flags[i].Name)
	}
	return flags
}
