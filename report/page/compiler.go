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

	// Direct and Indirect count calls. A body that was inlined has no
	// machine code of its own to count them in.
	Direct, Indirect string

	CalledBy, Inline string
}

// newBodies lists the bodies of a build: the first of each arm, which is the
// one that matters most, and then the others.
func newBodies(s *subject) []buildGroup[[]bodyRow] {
	return byBuild(s, s.x.Bodies, func(b *report.Body) string { return b.Build }, func(bodies []*report.Body) [][]bodyRow {
		var first, others []bodyRow
		seen := map[string]bool{}
		for _, b := range bodies {
			row := bodyRow{
				Label: s.arm(b.Arm), Name: shorten(b.Function), Shape: b.Shape,
				Flat: format.Share(b.Flat), Sort: sortKey(&b.Flat),
				CalledBy: b.CalledBy, Inline: b.Inline,
			}
			if b.CalledBy != "inlined" {
				row.Direct, row.Indirect = format.Count(int64(b.Direct)), format.Count(int64(b.Indirect))
			}
			if seen[b.Arm] {
				others = append(others, row)
			} else {
				first = append(first, row)
			}
			seen[b.Arm] = true
		}
		if len(first) == 0 {
			return nil
		}
		return [][]bodyRow{first, others}
	})
}

// An armDecisions is what the compiler decided for one arm.
type armDecisions struct {
	Label     string
	Base      bool
	Open      bool
	Summary   string
	Functions []functionDecisions

	count int // of decisions
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
func newDecisions(s *subject) []buildGroup[armDecisions] {
	groups := byBuild(s, s.x.Decisions, func(a *report.ArmDecisions) string { return a.Build }, func(list []*report.ArmDecisions) []armDecisions {
		var arms []armDecisions
		for _, a := range list {
			if len(a.Functions) > 0 {
				arms = append(arms, newArmDecisions(s, a))
			}
		}
		slices.SortStableFunc(arms, func(a, b armDecisions) int { return a.rank() - b.rank() })
		return arms
	})
	if len(groups) > 0 {
		groups[0].Items[0].Open = true
	}
	return groups
}

func newArmDecisions(s *subject, a *report.ArmDecisions) armDecisions {
	out := armDecisions{Label: s.arm(a.Arm), Base: a.Arm == s.x.Baseline && a.Build == s.allBuilds()[0]}
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
		out.count += len(list)
		out.Functions = append(out.Functions, fd)
	}
	// Functions with something to say come first.
	slices.SortStableFunc(out.Functions, func(a, b functionDecisions) int {
		return min(len(b.Decisions), 1) - min(len(a.Decisions), 1)
	})
	functions := " in " + plural(len(out.Functions), "function")
	switch {
	case out.Base:
		out.Summary = plural(out.count, "decision") + functions
	case out.count == 0:
		out.Summary = "nothing that the baseline does not have," + functions
	default:
		out.Summary = plural(out.count, "decision") + " that the baseline does not have," + functions
	}
	return out
}

// rank orders arms: those with decisions of their own, those without, the
// baseline.
func (a *armDecisions) rank() int {
	switch {
	case a.Base:
		return 2
	case a.count == 0:
		return 1
	}
	return 0
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
