package selftest

import (
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/stats"
)

// longRun is how many windows a record must have for its own ratio to be the
// truth for each of them: an error of its own then hardly counts.
const longRun = 10

// truth is the ratio that an interval of an arm has to hold, given so many
// windows. ok is false where the record is too short to know it.
func (s *series) truth(arm string, windows int) (ratio float64, of Truth, ok bool) {
	if effect(arm) == 0 {
		return 1, SameCode, true
	}
	r, err := stats.Compare(s.pairs(arm), stats.Level)
	return r.Estimate, WholeRecord, err == nil && windows >= longRun
}

// verify says of every arm how much it truly differs.
func (s *series) verify(peers []results.Peer) []Verified {
	instructions := map[string]float64{}
	for _, p := range peers {
		if v, ok := p.Values["instructions/op"]; ok {
			instructions[p.Cell.Arm] = v
		}
	}
	var list []Verified
	for _, arm := range s.arms {
		r, err := stats.Compare(s.pairs(arm), stats.Level)
		if err != nil || r.Confidence < stats.Level {
			continue
		}
		v := Verified{
			Arm: s.kind, Effect: effect(arm), Neighbour: s.beside,
			Ratio: r.Estimate, Low: r.Low, High: r.High, Rounds: r.N,
		}
		if x, y := instructions[arm], instructions[s.baseline]; x > 0 && y > 0 {
			ratio := x / y
			v.Instructions = &ratio
		}
		list = append(list, v)
	}
	return list
}
