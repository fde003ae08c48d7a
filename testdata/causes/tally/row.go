package tally

import (
	"slices"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/testdata/causes"
)

// A Row is one pair and what the report says of it.
type Row struct {
	Pair causes.Pair

	// Comparison is that of the two arms in the metric that decides; nil
	// where the report has none.
	Comparison *report.Comparison
}

// First is the finding that comes first, and nil where there is none.
func (r Row) First() *explain.Finding {
	if r.Comparison == nil || len(r.Comparison.Findings) == 0 {
		return nil
	}
	return &r.Comparison.Findings[0]
}

// OK reports whether the report says what it should: first of all the planted
// cause, and that the arm pays for it that has it. Where nothing was planted,
// nothing may be claimed, of profiles in which something could be found.
func (r Row) OK() bool {
	if r.Pair.Cause == "" {
		return r.Comparison != nil && r.Comparison.Cost != nil && len(r.Claimed()) == 0
	}
	first := r.First()
	return first != nil && first.Rule == r.Pair.Cause && first.Side == r.Comparison.Arm
}

// Claimed names the rules of which something is established that is not true
// of the pair, in the order of the findings.
func (r Row) Claimed() []string {
	var rules []string
	if r.Comparison == nil {
		return nil
	}
	for _, f := range r.Comparison.Findings {
		if f.Strength == explain.Established && !r.accepts(f.Rule) && !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	return rules
}

// accepts reports whether a rule may find something in the pair. Where nothing
// was planted, the rules may that say just this.
func (r Row) accepts(rule string) bool {
	if r.Pair.Cause == "" {
		return causes.Unplanted[rule] != ""
	}
	return rule == r.Pair.Cause || slices.Contains(r.Pair.Also, rule)
}
