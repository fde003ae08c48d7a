package explain

import (
	"iter"
	"math"
	"slices"

	"github.com/assay-bench/assay/report/cost"
)

// leastWaiting is the share of the difference below which what is left of it
// beside processor time is not taken for waiting: timing and profiles come
// from different processes.
const leastWaiting = 0.1

// A ledger knows what of the two profiles has been accounted for, and what of
// the time in which an arm waited.
type ledger struct {
	pair *Pair

	// taken is the share of an entry that is accounted for already, from 0
	// to 1.
	taken map[*cost.Entry]float64

	// waited is what Arm takes longer as timed and does not spend on a
	// processor, less what is accounted for already.
	waited cost.Estimate
}

func newLedger(p *Pair) *ledger {
	l := &ledger{pair: p, taken: map[*cost.Entry]float64{}}
	if p.Arm.CPU != nil && p.Against.CPU != nil {
		l.waited = added(p.Difference, cost.Difference(p.Against.CPU, p.Arm.CPU, nil))
	}
	return l
}

// amount is what a finding accounts for beyond what was taken already, in the
// direction of its side.
func (l *ledger) amount(c *candidate) cost.Estimate {
	left := l.left(c)
	if c.Amount != nil && c.Amount.Value < left.Value {
		return *c.Amount
	}
	return left
}

// left is what there is to account for of what a finding claims. Entries of
// which the same share is left are one estimate.
func (l *ledger) left(c *candidate) cost.Estimate {
	if c.Claims == nil {
		if c.side.More != l.pair.Arm {
			return l.waited.Negative()
		}
		return l.waited
	}
	var shares []float64
	for e := range l.claimed(c) {
		if share := 1 - l.taken[e]; share > 0 && !slices.Contains(shares, share) {
			shares = append(shares, share)
		}
	}
	slices.Sort(shares)
	var left cost.Estimate
	for _, share := range shares {
		extra := c.side.Extra(func(e *cost.Entry) bool { return c.Claims(e) && 1-l.taken[e] == share })
		left = added(left, scaled(extra, share))
	}
	return left
}

// claimed yields the entries of both arms that a finding claims.
func (l *ledger) claimed(c *candidate) iter.Seq[*cost.Entry] {
	return func(yield func(*cost.Entry) bool) {
		for _, arm := range []*Arm{l.pair.Arm, l.pair.Against} {
			if arm.CPU == nil {
				continue
			}
			for i := range arm.CPU.Entries {
				if e := &arm.CPU.Entries[i]; c.Claims(e) && !yield(e) {
					return
				}
			}
		}
	}
}

// take accounts for an amount. Where a finding gets only a part of what its
// entries differ by, that part is taken of each of them, and the rest stays
// for others.
func (l *ledger) take(c *candidate, amount cost.Estimate) {
	if c.Claims == nil {
		known := amount.Value
		if c.side.More != l.pair.Arm {
			known = -known
		}
		l.waited = added(l.waited, exactly(-known))
		return
	}
	part := 1.0
	if left := l.left(c); amount.Value < left.Value {
		part = amount.Value / left.Value
	}
	for e := range l.claimed(c) {
		l.taken[e] += part * (1 - l.taken[e])
	}
}

// notable reports whether an amount is worth a word.
func (l *ledger) notable(c *candidate, amount cost.Estimate) bool {
	if c.Claims == nil {
		return amount.Above() && amount.Value >= leastWaiting*math.Abs(l.pair.Difference.Value)
	}
	return c.side.notable(amount)
}

// notable reports whether an amount of processor time, in nanoseconds per
// operation, is worth a word: surely there, and not too small a part of what
// there is.
func (s Side) notable(amount cost.Estimate) bool {
	if s.More.CPU == nil || !amount.Above() {
		return false
	}
	total := s.More.CPU.Total().Value
	return amount.Value >= leastOfDifference*math.Abs(s.Difference.Value) && amount.Value >= leastOfTotal*total
}

// added is the sum of two independent estimates. The distances of their bounds
// add up as the sides of a right angle do.
func added(a, b cost.Estimate) cost.Estimate {
	value := a.Value + b.Value
	return cost.Estimate{
		Value: value,
		Low:   value - math.Hypot(a.Value-a.Low, b.Value-b.Low),
		High:  value + math.Hypot(a.High-a.Value, b.High-b.Value),
	}
}

// scaled is a part of an estimate.
func scaled(e cost.Estimate, part float64) cost.Estimate {
	return cost.Estimate{Value: part * e.Value, Low: part * e.Low, High: part * e.High}
}

// exactly is an estimate of what was not sampled but counted.
func exactly(value float64) cost.Estimate {
	return cost.Estimate{Value: value, Low: value, High: value}
}
