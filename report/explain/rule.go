package explain

import (
	"strings"

	"github.com/assay-bench/assay/report/cost"
)

// A Rule finds one mechanism.
type Rule struct {
	// Name is the slug by which findings name the rule.
	Name string

	// Find looks for the mechanism on the side that pays for it. It returns
	// findings without Rule, Side, NsPerOp and Interval, which Explain fills
	// in, and nil when it does not know.
	Find func(Side) []Finding
}

// Rules are all rules, in the order of their names.
var Rules = []Rule{
	allocation, boundsChecks, channel, clock, conversion, deferred, division,
	dynamicDispatch, gcPressure, goroutine, largeCopy, layout, lockCost, lockWait,
	maps, moreWork, notInlined, reflection, sameCode, sharedLine, syscall, timer,
	writeBarrier,
}

// OfKind chooses the entries of kinds of work.
func OfKind(kinds ...cost.Kind) func(*cost.Entry) bool {
	return func(e *cost.Entry) bool {
		for _, k := range kinds {
			if e.Kind == k {
				return true
			}
		}
		return false
	}
}

// artefacts counts the kinds of evidence: the words before the first colon.
func artefacts(evidence []string) int {
	kinds := map[string]bool{}
	for _, text := range evidence {
		kind, _, _ := strings.Cut(text, ":")
		kinds[kind] = true
	}
	return len(kinds)
}
