package selftest

import (
	"fmt"
	"slices"
)

// A row of the summary is what is counted, and what either way comes to.
type row struct{ What, Ours, Peer string }

// none stands where nothing was tried.
const none = "–"

// summary sets both ways side by side.
func (r *Result) summary() []row {
	f, g := r.FalseVerdicts, r.Peer.FalseVerdicts
	of := fmt.Sprintf("the same code called different, %s a pair", seconds(f.Seconds))
	return []row{
		{of + ", machine left alone", f.QuietTrials.String(), g.QuietTrials.String()},
		{of + ", beside a neighbour", f.NeighbourTrials.String(), g.NeighbourTrials.String()},
		{"intervals that hold the truth", r.CoverageTrials.String(), "it makes none"},
	}
}

// A line of the table is one kind of work and effect, with a cell for each
// length, ours first, and one for the peer.
type line struct {
	Work, Does string
	Same       bool
	Cells      []cell
}

// A cell is what was found, and a word on what was called wrong besides.
type cell struct {
	Trials
	But string
}

// columns head the cells of a line.
func (r *Result) columns() []string {
	var list []string
	for _, s := range r.seconds() {
		list = append(list, "assay, "+seconds(s))
	}
	return append(list, "go test, "+seconds(r.FalseVerdicts.Seconds))
}

// seconds are the lengths of windows, ascending.
func (r *Result) seconds() []float64 {
	var list []float64
	for _, t := range slices.Concat(r.Same, r.Power) {
		list = append(list, t.Seconds)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A class is what pairs have in common that differ in length.
type class struct {
	arm       string
	effect    float64
	neighbour bool
}

func (t Tally) class() class { return class{t.Arm, t.Effect, t.Neighbour} }

// lines are the table: for each kind of work the same code, and then the
// effects.
func (r *Result) lines() []line {
	lengths := r.seconds()
	cells := map[class][]cell{}
	var order []class
	for _, t := range slices.Concat(r.Same, r.Power) {
		if cells[t.class()] == nil {
			cells[t.class()] = make([]cell, len(lengths)+1)
			order = append(order, t.class())
		}
		cells[t.class()][slices.Index(lengths, t.Seconds)] = t.cell()
	}
	for _, t := range slices.Concat(r.Peer.Same, r.Peer.Power) {
		if c := cells[t.class()]; c != nil {
			c[len(lengths)] = t.cell()
		}
	}
	// The order of the record is that of experiments, and then of arms.
	works := map[string]int{}
	for _, s := range order {
		if _, ok := works[s.work()]; !ok {
			works[s.work()] = len(works)
		}
	}
	slices.SortStableFunc(order, func(a, b class) int { return works[a.work()] - works[b.work()] })
	var list []line
	for _, s := range order {
		list = append(list, line{Work: s.work(), Does: does(s.effect), Same: s.effect == 0, Cells: cells[s]})
	}
	return list
}

func (s class) work() string { return work(s.arm, s.neighbour) }

// work names an experiment.
func work(kind string, neighbour bool) string {
	if neighbour {
		return kind + ", beside a neighbour"
	}
	return kind
}

// does says how much of the work an arm does.
func does(effect float64) string {
	if effect == 0 {
		return "the same"
	}
	return percent(effect) + " more"
}

func (t Tally) cell() cell {
	c := cell{Trials: t.Trials}
	if t.Effect > 0 && t.Faster > 0 {
		c.But = fmt.Sprintf("%d called faster", t.Faster)
	}
	return c
}

// String is as in "19 of 19".
func (c cell) String() string {
	switch {
	case c.Of == 0:
		return none
	case c.But != "":
		return c.count() + ", " + c.But
	}
	return c.count()
}

func (t Trials) count() string { return fmt.Sprintf("%d of %d", t.Found, t.Of) }

// String is as in "3 of 60 (5%; 1.7–13.7%)": a count, its rate, and where that
// lies.
func (t Trials) String() string {
	if t.Of == 0 {
		return none
	}
	return fmt.Sprintf("%s (%s; %s)", t.count(), percent(*t.rate()), t.reach())
}

// reach is where the rate lies with 95% confidence.
func (t Trials) reach() string { return number(100*t.Low) + "–" + percent(t.High) }
