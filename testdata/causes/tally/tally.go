package tally

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/testdata/causes"
)

// experiment is the name of the bank in a record: that of its folder.
const experiment = "causes"

// least is the share of the planted causes that have to come first.
const least = 0.95

// A Tally has a row for each pair of the bank, in its order.
type Tally []Row

// Read concludes from the record in a folder. It fails where there is no
// record, or none of the bank.
func Read(dir string) (Tally, error) {
	record, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	rep := report.New(record)
	for i := range rep.Experiments {
		if x := &rep.Experiments[i]; x.Name == experiment {
			return Of(x, causes.Pairs), nil
		}
	}
	return nil, fmt.Errorf("the record %s has no experiment %s", record.Dir, experiment)
}

// Of takes the pairs up one by one. The rows share memory with the report.
func Of(x *report.Experiment, pairs []causes.Pair) Tally {
	var t Tally
	for _, p := range pairs {
		t = append(t, Row{Pair: p, Comparison: comparisonOf(x, p.Name)})
	}
	return t
}

// comparisonOf finds the comparison of a pair's arms, and nil where there is
// none.
func comparisonOf(x *report.Experiment, pair string) *report.Comparison {
	for i := range x.Comparisons {
		c := &x.Comparisons[i]
		if c.Primary && !c.Control && slices.Contains(strings.Fields(c.Workload), "pair="+pair) {
			return c
		}
	}
	return nil
}

// First counts the pairs whose planted cause comes first, of those that have
// one.
func (t Tally) First() (n, of int) {
	for _, r := range t {
		if r.Pair.Cause == "" {
			continue
		}
		of++
		if r.OK() {
			n++
		}
	}
	return n, of
}

// Without counts the pairs without a cause of which something is claimed, or
// nothing is known, of those that have none.
func (t Tally) Without() (claimed, of int) {
	for _, r := range t {
		if r.Pair.Cause != "" {
			continue
		}
		of++
		if !r.OK() {
			claimed++
		}
	}
	return claimed, of
}

// Passed reports whether assay does as well as it is expected to: it names
// nearly all causes, and claims none where there is none.
func (t Tally) Passed() bool {
	first, planted := t.First()
	claimed, _ := t.Without()
	return float64(first) >= least*float64(planted) && claimed == 0
}
