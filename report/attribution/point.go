package attribution

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// A point is a combination in which every factor is where it begins or where
// it ends.
type point struct {
	// changes has a bit for each changed factor, set where it is at its end.
	changes uint64

	// arms are those of this combination, of which name is the first; at the
	// ends of the way it is the baseline or the target. place is where the
	// first is listed.
	arms  []*Arm
	name  string
	place int

	// logs has the logarithm of what each round of the way measured. Of
	// several arms it is their mean.
	logs []float64
}

// findPoints sorts the arms that lie on the way into points.
func (w *way) findPoints() {
	known := map[uint64]*point{}
	for place, a := range w.arms {
		changes, others, ok := w.locate(a)
		if !ok || len(others) > 0 {
			continue
		}
		p := known[changes]
		if p == nil {
			p = &point{changes: changes, name: a.Name, place: place}
			known[changes] = p
			w.points = append(w.points, p)
		}
		p.arms = append(p.arms, a)
		if a == w.from || a == w.to {
			p.name = a.Name
		}
	}
	slices.SortStableFunc(w.points, func(p, q *point) int {
		return bits.OnesCount64(p.changes) - bits.OnesCount64(q.changes)
	})
}

// at is the point with these changes, nil where there is no arm of it.
func (w *way) at(changes uint64) *point {
	for _, p := range w.points {
		if p.changes == changes {
			return p
		}
	}
	return nil
}

func (w *way) first() *point { return w.points[0] }
func (w *way) last() *point  { return w.points[len(w.points)-1] }

// measure finds the rounds that all points have, and their logarithms.
func (w *way) measure() error {
	for _, round := range slices.Sorted(maps.Keys(w.from.Rounds)) {
		if !slices.ContainsFunc(w.points, func(p *point) bool { return len(p.measured(round)) == 0 }) {
			w.rounds = append(w.rounds, round)
		}
	}
	if len(w.rounds) == 0 {
		return fmt.Errorf("no round measured all arms from %s to %s", w.from.Name, w.to.Name)
	}
	for _, p := range w.points {
		for _, round := range w.rounds {
			sum, arms := 0.0, p.measured(round)
			for _, a := range arms {
				l, err := a.logarithm(round)
				if err != nil {
					return err
				}
				sum += l
			}
			p.logs = append(p.logs, sum/float64(len(arms)))
		}
	}
	return nil
}

// measured are the arms of a point that a round measured.
func (p *point) measured(round int) []*Arm {
	var list []*Arm
	for _, a := range p.arms {
		if _, ok := a.Rounds[round]; ok {
			list = append(list, a)
		}
	}
	return list
}
