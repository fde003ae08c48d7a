package selftest

import (
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// lengths are the lengths of windows, in multiples of what go test took for a
// pair. The first is the one at which both are compared.
var lengths = []int{1, 3, 6}

// New reads a record. ok is false when it is not that of a self-test.
func New(record *results.Record) (result *Result, ok bool) {
	if !record.Run.SelfTest {
		return nil, false
	}
	r := &Result{Score: newScore(), Peer: newScore(), Verified: []Verified{}, Conditions: []Condition{}}
	unit := pairSeconds(record)
	held := map[Truth][2]int{} // intervals that hold a truth, and all
	for i := range record.Experiments {
		x := &record.Experiments[i]
		s := read(x)
		runs := replicates(x.Peers)
		r.Conditions = append(r.Conditions, s.condition(x, len(runs)))
		r.Verified = append(r.Verified, s.verify(x.Peers)...)
		for _, arm := range s.arms {
			for i, length := range lengths {
				seconds := float64(length) * unit
				judged := judgeAll(s.windows(arm, seconds))
				r.Score.add(s.tally(arm, seconds, judged))
				if i == 0 {
					s.cover(held, arm, judged)
				}
			}
			r.Peer.add(s.tally(arm, unit, judgePeers(runs, arm, s.baseline)))
		}
	}
	r.Score.sum(unit)
	r.Peer.sum(unit)
	r.Score.cover(held)
	r.Peer.cover(nil)
	return r, true
}

// newScore has empty lists and not none, which JSON tells apart.
func newScore() Score { return Score{Same: []Tally{}, Power: []Tally{}} }

func judgeAll(windows []window) []judgement {
	var list []judgement
	for _, w := range windows {
		list = append(list, w.judge())
	}
	return list
}

func judgePeers(runs []replicate, arm, against string) []judgement {
	var list []judgement
	for _, r := range runs {
		if outcome, ok := r.judge(arm, against); ok {
			list = append(list, judgement{outcome: outcome})
		}
	}
	return list
}

// condition says how the experiment was measured.
func (s *series) condition(x *results.Experiment, replicates int) Condition {
	c := Condition{Arm: s.kind, Neighbour: s.beside, Rounds: len(s.rounds), Replicates: replicates}
	for _, p := range x.Processes {
		if p.Pass != results.PassTiming {
			continue
		}
		c.Processes++
		if p.Disturbed != "" {
			c.Disturbed++
		}
		if p.Again {
			c.Again++
		}
	}
	return c
}

// tally counts what pairs of an arm and the baseline came to.
func (s *series) tally(arm string, seconds float64, list []judgement) Tally {
	t := Tally{Arm: s.kind, Effect: effect(arm), Neighbour: s.beside, Seconds: seconds}
	var widths []float64
	for _, j := range list {
		switch j.outcome {
		case stats.Higher:
			t.Slower++
		case stats.Lower:
			t.Faster++
		case stats.Same:
			t.Equal++
		default:
			t.Undecided++
		}
		if j.controlFailed {
			t.ControlFailed++
		}
		if j.interval {
			widths = append(widths, j.ratio.Width())
		}
	}
	found := t.Slower
	if t.Effect == 0 {
		found += t.Faster
	}
	t.Trials = trials(found, len(list))
	t.Rate = t.Trials.rate()
	if len(widths) > 0 {
		width := stats.Summarize(widths).Median
		t.Width = &width
	}
	return t
}

// cover holds the intervals of an arm against what is true, and against what
// the arm is asked for.
func (s *series) cover(held map[Truth][2]int, arm string, list []judgement) {
	hold := func(of Truth, truth float64) {
		n := held[of]
		for _, j := range list {
			if j.interval {
				n[1]++
				if j.ratio.Low <= truth && truth <= j.ratio.High {
					n[0]++
				}
			}
		}
		held[of] = n
	}
	if truth, of, ok := s.truth(arm, len(list)); ok {
		hold(of, truth)
	}
	if e := effect(arm); e != 0 {
		hold(Nominal, 1+e)
	}
}

// add files a tally.
func (s *Score) add(t Tally) {
	if t.Effect == 0 {
		s.Same = append(s.Same, t)
	} else {
		s.Power = append(s.Power, t)
	}
}

// sum adds up the pairs of the same code of one length.
func (s *Score) sum(seconds float64) {
	var quiet, neighbour Trials
	for _, t := range s.Same {
		switch {
		case t.Seconds != seconds:
		case t.Neighbour:
			neighbour.Found, neighbour.Of = neighbour.Found+t.Found, neighbour.Of+t.Of
		default:
			quiet.Found, quiet.Of = quiet.Found+t.Found, quiet.Of+t.Of
		}
	}
	quiet, neighbour = trials(quiet.Found, quiet.Of), trials(neighbour.Found, neighbour.Of)
	s.FalseVerdicts = FalseVerdicts{
		Quiet: quiet.rate(), Neighbour: neighbour.rate(),
		QuietTrials: quiet, NeighbourTrials: neighbour,
		Seconds: seconds,
	}
}

// cover fills in the coverage.
func (s *Score) cover(held map[Truth][2]int) {
	for _, of := range []Truth{SameCode, WholeRecord, Nominal} {
		t := trials(held[of][0], held[of][1])
		s.CoverageBy = append(s.CoverageBy, Coverage{Truth: of, Rate: t.rate(), Trials: t})
	}
	same, whole := held[SameCode], held[WholeRecord]
	s.CoverageTrials = trials(same[0]+whole[0], same[1]+whole[1])
	s.Coverage = s.CoverageTrials.rate()
}
