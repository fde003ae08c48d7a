package selftest

import (
	"math"

	"golang.org/x/perf/benchmath"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// A replicate is what go test measured when it ran every arm once, by arm.
type replicate map[string][]float64

// replicates are in the order of running.
func replicates(peers []results.Peer) []replicate {
	var list []replicate
	number := 0
	for _, p := range peers {
		v, ok := p.Values[metric]
		if !ok {
			continue
		}
		if p.Replicate != number {
			number = p.Replicate
			list = append(list, replicate{})
		}
		of := list[len(list)-1]
		of[p.Cell.Arm] = append(of[p.Cell.Arm], v)
	}
	return list
}

// judge takes the Mann-Whitney test of two arms, as benchstat does: they
// differ where p is below 0.05, and then as the medians do. ok is false when
// one of them is missing.
func (r replicate) judge(arm, against string) (outcome stats.Outcome, ok bool) {
	if len(r[arm]) == 0 || len(r[against]) == 0 {
		return stats.Undecided, false
	}
	// Samples sort their values, which are judged more than once.
	sample := func(arm string) *benchmath.Sample {
		return benchmath.NewSample(append([]float64(nil), r[arm]...), &benchmath.DefaultThresholds)
	}
	x, y := sample(arm), sample(against)
	if benchmath.AssumeNothing.Compare(x, y).P >= x.Thresholds.CompareAlpha {
		return stats.Undecided, true
	}
	if stats.Summarize(x.Values).Median < stats.Summarize(y.Values).Median {
		return stats.Lower, true
	}
	return stats.Higher, true
}

// pairSeconds is how long go test took for a pair, the median of all, or ten
// seconds where it did not run.
func pairSeconds(record *results.Record) float64 {
	var list []float64
	for _, x := range record.Experiments {
		for _, p := range x.Peers {
			if p.Seconds > 0 {
				list = append(list, 2*p.Seconds)
			}
		}
	}
	if len(list) == 0 {
		return 10
	}
	// What a person reads: whole seconds, or the first digit or two of few.
	seconds, per := stats.Summarize(list).Median, 1.0
	for seconds*per < 5 {
		per *= 10
	}
	return math.Round(seconds*per) / per
}
