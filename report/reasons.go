package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/format"
)

// reasonsTitle stands above reasons.
const reasonsTitle = "Why"

// mostReasons is how many findings of a comparison are told where there is
// little room. The others are counted.
const mostReasons = 3

// reasons says for each arm of the headline why it differs, a sentence each:
// what the findings account for, and what nothing accounts for.
func (x *Experiment) reasons() []string {
	var list []string
	for i := range x.Comparisons {
		c := &x.Comparisons[i]
		if c.Workload == x.Headline && c.Cost != nil && len(c.Findings) > 0 {
			list = append(list, x.reason(c))
		}
	}
	return list
}

func (x *Experiment) reason(c *Comparison) string {
	subject := x.armLabel(c.Arm)
	if c.Arm == c.Against {
		subject += ", " + x.buildLabel(c.Build)
	}
	var parts []string
	counted := 0
	for i := range c.Findings {
		f := &c.Findings[i]
		switch {
		case len(parts) < mostReasons:
			parts = append(parts, findingText(f))
		default:
			counted++
		}
	}
	text := subject + ": " + strings.Join(parts, " ")
	if counted > 0 {
		text += " " + count(counted, "more finding", "more findings") + " on the page."
	}
	if c.Unexplained != nil && accounts(c.Findings) {
		text += fmt.Sprintf(" Unexplained: %s of %s.",
			format.Value(*c.Unexplained, "ns/op"), format.Value(c.Cost.Measured.Value, "ns/op"))
	}
	return text
}

// accounts reports whether any finding accounts for a part of a difference.
func accounts(findings []explain.Finding) bool {
	for i := range findings {
		if findings[i].NsPerOp != 0 {
			return true
		}
	}
	return false
}

// findingText is a finding in a sentence, with its rule and what it accounts
// for before it.
func findingText(f *explain.Finding) string {
	head := f.Rule
	if f.NsPerOp != 0 {
		sign := "+"
		if f.NsPerOp < 0 {
			sign = "−"
		}
		head += " " + sign + format.Value(math.Abs(f.NsPerOp), "ns/op")
	}
	if f.Strength == explain.Suspected {
		head += ", suspected"
	}
	return fmt.Sprintf("[%s] %s", head, f.Mechanism)
}
