package explain

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report/cost"
)

// What is too little to speak of: less than this share of the difference, or
// of what the side spends in all.
const (
	leastOfDifference = 0.03
	leastOfTotal      = 0.01
)

// Explain asks all rules about a pair and ranks what they found by what it
// accounts for, the most first; but collecting garbage comes behind what makes
// it, unless it accounts for several times as much. What no finding accounts for is the rest of
// the measured difference, in nanoseconds per operation: the difference is
// the sum of all NsPerOp and of the rest.
//
// Where the timing found no difference, there is nothing to account for: only
// findings that account for none are returned, and the rest is zero.
func Explain(p *Pair) (findings []Finding, unexplained float64) {
	var found []candidate
	for _, rule := range Rules {
		for _, side := range p.sides() {
			for _, f := range rule.Find(side) {
				f.Rule, f.Side = rule.Name, side.More.Name
				found = append(found, candidate{f, side})
			}
		}
	}
	return rank(p, found)
}

// A candidate is a finding that has not been given its nanoseconds, and the
// side that it was found on.
type candidate struct {
	Finding
	side Side
}

// rank gives each finding what it accounts for. The one that claims the most
// comes first and gets all of it; each that follows gets what is left, and is
// dropped where that is too little to speak of.
func rank(p *Pair, found []candidate) (ranked []Finding, unexplained float64) {
	var idle []Finding
	found = slices.DeleteFunc(found, func(c candidate) bool {
		accounts := c.Claims != nil || c.Amount != nil
		if !accounts {
			idle = append(idle, c.Finding)
		}
		return !accounts
	})
	if !p.Settled {
		return unique(idle), 0
	}
	unexplained = p.Difference.Value
	l := newLedger(p)
	for len(found) > 0 {
		amounts := make([]cost.Estimate, len(found))
		for i := range found {
			amounts[i] = l.amount(&found[i])
		}
		best := strongest(found, amounts)
		f, amount := found[best], amounts[best]
		found = slices.Delete(found, best, best+1)
		if !l.notable(&f, amount) {
			continue
		}
		l.take(&f, amount)
		if f.side.More != p.Arm {
			amount = amount.Negative()
		}
		f.NsPerOp, f.Interval = amount.Value, [2]float64{amount.Low, amount.High}
		unexplained -= f.NsPerOp
		ranked = append(ranked, f.Finding)
	}
	slices.SortStableFunc(ranked, func(a, b Finding) int {
		return cmp.Compare(math.Abs(b.NsPerOp), math.Abs(a.NsPerOp))
	})
	behindCauses(ranked)
	return append(ranked, unique(idle)...), unexplained
}

// leastCause is the share of what a consequence accounts for that its cause
// must account for to come before it.
const leastCause = 0.25

// behindCauses moves what follows from allocating behind the first finding that
// allocates, unless that is too small a part of it: garbage is collected because
// it is made.
func behindCauses(ranked []Finding) {
	for i := len(ranked) - 1; i >= 0; i-- {
		f := ranked[i]
		if !f.follows {
			continue
		}
		for j := i + 1; j < len(ranked); j++ {
			cause := &ranked[j]
			if cause.Side == f.Side && cause.allocates() && cause.NsPerOp/f.NsPerOp >= leastCause {
				copy(ranked[i:], ranked[i+1:j+1])
				ranked[j] = f
				break
			}
		}
	}
}

// allocates reports whether allocating more is part of what was found.
func (f *Finding) allocates() bool {
	return slices.ContainsFunc(f.Agrees, func(text string) bool { return strings.HasPrefix(text, "allocation profile:") })
}

// strongest is the candidate that comes first: the one with the largest
// amount. Among those that come within a tenth of it, an established one goes
// before one that is suspected.
func strongest(found []candidate, amounts []cost.Estimate) int {
	best := 0
	for i := range found {
		if amounts[i].Value > amounts[best].Value {
			best = i
		}
	}
	near := 0.9 * amounts[best].Value
	for i := range found {
		if found[i].Strength != Established || amounts[i].Value < near {
			continue
		}
		if found[best].Strength != Established || amounts[i].Value > amounts[best].Value {
			best = i
		}
	}
	return best
}

// unique keeps one of the findings that a rule has of both sides.
func unique(list []Finding) []Finding {
	var kept []Finding
	for _, f := range list {
		if !slices.ContainsFunc(kept, func(k Finding) bool { return k.Rule == f.Rule }) {
			kept = append(kept, f)
		}
	}
	return kept
}
