package selftest

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// withNeighbour is the end of the name of an experiment beside a neighbour.
const withNeighbour = "-neighbour"

// lengths are the lengths of windows, in multiples of what go test took for a
// pair.
var lengths = []float64{1, 3, 6}

// New reads a record. ok is false when it is not that of a self-test.
func New(record *results.Record) (result *Result, ok bool) {
	if !record.Run.SelfTest {
		return nil, false
	}
	r := &Result{Verified: []Verified{}}
	r.Power, r.Peer.Power = []Power{}, []Power{}
	unit := pairSeconds(record)
	ours, theirs := counter{seconds: unit}, counter{seconds: unit}
	for i := range record.Experiments {
		x := &record.Experiments[i]
		kind, beside := strings.CutSuffix(x.Asked.Name, withNeighbour)
		s := read(x)
		r.Verified = append(r.Verified, s.verify(kind, beside)...)
		for _, arm := range s.arms() {
			truth := s.truth(arm)
			for _, length := range lengths {
				windows := s.windows(arm, length*unit)
				p := Power{Arm: kind, Effect: effect(arm), Neighbour: beside, Seconds: length * unit}
				for _, w := range windows {
					outcome, ratio, interval := w.judge()
					p.count(outcome)
					if length == 1 && interval {
						ours.hold(ratio.Low <= truth && truth <= ratio.High)
					}
				}
				ours.add(&r.Score, p, len(windows), arm, length == 1)
			}
		}
		for _, arm := range peerArms(x.Peers) {
			p := Power{Arm: kind, Effect: effect(arm), Neighbour: beside, Seconds: unit}
			outcomes := judgePeers(x.Peers, arm)
			for _, outcome := range outcomes {
				p.count(outcome)
			}
			theirs.add(&r.Peer, p, len(outcomes), arm, true)
		}
	}
	ours.finish(&r.Score)
	theirs.finish(&r.Peer)
	return r, true
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
	// What a person reads: two digits.
	seconds := stats.Summarize(list).Median
	unit := math.Pow(10, math.Floor(math.Log10(seconds))-1)
	return math.Round(seconds/unit) * unit
}

// A counter adds up pairs of the same code, and intervals.
type counter struct {
	seconds          float64
	quiet, neighbour [2]int // false verdicts, and pairs
	held, intervals  int
}

// count notes what a window came to.
func (p *Power) count(o stats.Outcome) {
	switch o {
	case stats.Higher:
		p.Found++
	case stats.Lower:
		p.Wrong++
	}
}

func (c *counter) hold(held bool) {
	c.intervals++
	if held {
		c.held++
	}
}

// add files the count of one arm: the same code under false verdicts, where
// each is one, and the others under power.
func (c *counter) add(s *Score, p Power, of int, arm string, shortest bool) {
	switch {
	case of == 0:
	case arm == same && shortest:
		pairs := &c.quiet
		if p.Neighbour {
			pairs = &c.neighbour
		}
		pairs[0] += p.Found + p.Wrong
		pairs[1] += of
	case arm != same:
		p.Trials = trials(p.Found, of)
		p.Rate = *p.Trials.rate()
		s.Power = append(s.Power, p)
	}
}

func (c *counter) finish(s *Score) {
	f := &s.FalseVerdicts
	f.Seconds = c.seconds
	f.QuietTrials, f.NeighbourTrials = trials(c.quiet[0], c.quiet[1]), trials(c.neighbour[0], c.neighbour[1])
	f.Quiet, f.Neighbour = f.QuietTrials.rate(), f.NeighbourTrials.rate()
	s.CoverageTrials = trials(c.held, c.intervals)
	s.Coverage = s.CoverageTrials.rate()
}

// verify gives the ratio of every arm over all rounds.
func (s series) verify(kind string, beside bool) []Verified {
	list := []Verified{}
	for _, arm := range s.arms() {
		r, err := stats.Compare(s.pairs(arm), stats.Level)
		if err != nil {
			continue
		}
		list = append(list, Verified{Arm: kind, Effect: effect(arm), Neighbour: beside, Ratio: r.Estimate, Low: r.Low, High: r.High, Rounds: r.N})
	}
	return list
}

// truth is the ratio that an interval has to hold: 1 for the same code, and
// else that of the whole record.
func (s series) truth(arm string) float64 {
	if arm == same {
		return 1
	}
	r, err := stats.Compare(s.pairs(arm), stats.Level)
	if err != nil {
		return 1 + effect(arm)
	}
	return r.Estimate
}

// pairs are all rounds of an arm.
func (s series) pairs(arm string) []stats.Pair {
	var pairs []stats.Pair
	for _, round := range s.rounds {
		x, okX := s.values[arm][round]
		y, okY := s.values[baseline][round]
		if okX && okY {
			pairs = append(pairs, stats.Pair{Arm: x, Against: y})
		}
	}
	return pairs
}

// peerArms are the arms that go test ran, besides the baseline.
func peerArms(peers []results.Peer) []string {
	s := series{values: map[string]map[int]float64{}}
	for _, p := range peers {
		s.values[p.Cell.Arm] = nil
	}
	return s.arms()
}

// judgePeers takes the Mann-Whitney test for each time that go test ran both
// sides, as benchstat does: different where p is below 0.05, and then by the
// medians.
func judgePeers(peers []results.Peer, arm string) []stats.Outcome {
	sides := map[int]map[string][]float64{}
	var order []int
	for _, p := range peers {
		if sides[p.Replicate] == nil {
			sides[p.Replicate] = map[string][]float64{}
			order = append(order, p.Replicate)
		}
		if v, ok := p.Values[metric]; ok {
			sides[p.Replicate][p.Cell.Arm] = append(sides[p.Replicate][p.Cell.Arm], v)
		}
	}
	var outcomes []stats.Outcome
	for _, replicate := range order {
		x, y := slices.Clone(sides[replicate][arm]), slices.Clone(sides[replicate][baseline])
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		a, b := benchmath.NewSample(x, &benchmath.DefaultThresholds), benchmath.NewSample(y, &benchmath.DefaultThresholds)
		outcome := stats.Undecided
		if benchmath.AssumeNothing.Compare(a, b).P < benchmath.DefaultThresholds.CompareAlpha {
			outcome = stats.Higher
			if stats.Summarize(x).Median < stats.Summarize(y).Median {
				outcome = stats.Lower
			}
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes
}
