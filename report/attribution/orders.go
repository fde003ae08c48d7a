package attribution

import "slices"

// orders are the orders in which changes can be made with an arm at every
// step.
type orders struct {
	// groups are the changes: a bit for each factor of one. There are several
	// bits where no arm tells the factors apart.
	groups []uint64

	// steps are those of all orders, by the points that they lead to.
	steps []step

	// count is the number of orders.
	count float64
}

// A step makes one change. It leads from one point to another, by their
// indices.
type step struct {
	from, to int
	group    uint64

	// share is the part of the orders that take the step.
	share float64
}

// findOrders finds the orders of so many factors, joining factors into one
// change where no order exists without that.
func findOrders(points []*point, factors int) *orders {
	o := &orders{}
	for i := range factors {
		o.groups = append(o.groups, 1<<i)
	}
	for {
		o.steps = o.between(points)
		o.weigh(len(points))
		if o.count > 0 {
			return o
		}
		o.join(points)
	}
}

// between lists the steps between points.
func (o *orders) between(points []*point) []step {
	var steps []step
	for to, q := range points {
		for from, p := range points[:to] {
			if p.changes&^q.changes == 0 && slices.Contains(o.groups, q.changes&^p.changes) {
				steps = append(steps, step{from: from, to: to, group: q.changes &^ p.changes})
			}
		}
	}
	return steps
}

// weigh counts the orders and those that take each step: as many as there are
// ways to it from the first point, times the ways from it to the last one.
func (o *orders) weigh(points int) {
	before, after := make([]float64, points), make([]float64, points)
	before[0], after[points-1] = 1, 1
	for _, s := range o.steps {
		before[s.to] += before[s.from]
	}
	for _, s := range slices.Backward(o.steps) {
		after[s.from] += after[s.to]
	}
	o.count = after[0]
	for i := range o.steps {
		s := &o.steps[i]
		if o.count > 0 {
			s.share = before[s.from] * after[s.to] / o.count
		}
	}
}

// join makes one change of factors that change together. Of all chains of
// points those with the most steps tell most factors apart; what changes
// together in any of these becomes one.
func (o *orders) join(points []*point) {
	last := len(points) - 1
	leaps := o.leaps(points)
	// The most steps from the first point to each, and from each to the last.
	before, after := make([]int, len(points)), make([]int, len(points))
	for _, l := range leaps {
		before[l.to] = max(before[l.to], before[l.from]+1)
	}
	for _, l := range slices.Backward(leaps) {
		after[l.from] = max(after[l.from], after[l.to]+1)
	}
	for _, l := range leaps {
		if before[l.from]+1+after[l.to] == before[last] {
			o.groups = joined(o.groups, l.group)
		}
	}
}

// leaps lists the pairs of points of which the second has all changes of the
// first and more, by the second. Points that split a change are left out.
func (o *orders) leaps(points []*point) []step {
	var leaps []step
	for to, q := range points {
		for from, p := range points[:to] {
			if p.changes&^q.changes == 0 && o.whole(p) && o.whole(q) {
				leaps = append(leaps, step{from: from, to: to, group: q.changes &^ p.changes})
			}
		}
	}
	return leaps
}

// whole reports whether a point has each change as a whole or not at all.
func (o *orders) whole(p *point) bool {
	return !slices.ContainsFunc(o.groups, func(g uint64) bool { return p.changes&g != 0 && p.changes&g != g })
}

// joined makes one group of all that have a bit among these.
func joined(groups []uint64, changes uint64) []uint64 {
	var one uint64
	var list []uint64
	for _, g := range groups {
		if g&changes != 0 {
			one |= g
		} else {
			list = append(list, g)
		}
	}
	return append(list, one)
}

// path is the order whose arms are listed first.
func (o *orders) path(points []*point) []step {
	var path []step
	for at := 0; at < len(points)-1; {
		var next *step
		for i := range o.steps {
			s := &o.steps[i]
			if s.from == at && s.share > 0 && (next == nil || points[s.to].place < points[next.to].place) {
				next = s
			}
		}
		path = append(path, *next)
		at = next.to
	}
	return path
}
