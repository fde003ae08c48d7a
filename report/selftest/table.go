package selftest

import (
	"fmt"
	"strconv"
)

// A row is a line of the table: what is counted, and what either way comes to.
type row struct{ What, Ours, Peer string }

// none stands where nothing was tried.
const none = "–"

// table sets both ways side by side.
func (r *Result) table() []row {
	f, g := r.FalseVerdicts, r.Peer.FalseVerdicts
	rows := []row{
		{fmt.Sprintf("the same code called different, %s a pair, machine left alone", seconds(f.Seconds)), f.QuietTrials.String(), g.QuietTrials.String()},
		{fmt.Sprintf("the same code called different, %s a pair, beside a neighbour", seconds(f.Seconds)), f.NeighbourTrials.String(), g.NeighbourTrials.String()},
	}
	for _, p := range r.Power {
		what := fmt.Sprintf("%s, %s more work, found in %s a pair", p.Arm, percent(p.Effect), seconds(p.Seconds))
		if p.Neighbour {
			what += ", beside a neighbour"
		}
		line := row{what, p.found(), none}
		for _, q := range r.Peer.Power {
			if q.Arm == p.Arm && q.Effect == p.Effect && q.Neighbour == p.Neighbour && q.Seconds == p.Seconds {
				line.Peer = q.found()
			}
		}
		rows = append(rows, line)
	}
	return append(rows, row{"intervals that hold the truth", r.CoverageTrials.String(), "it makes none"})
}

// String writes a count and its share, as in "3 of 60 (5%, 2–14%)".
func (t Trials) String() string {
	if t.Of == 0 {
		return none
	}
	return fmt.Sprintf("%d of %d (%s, %s–%s)", t.Found, t.Of, percent(*t.rate()), percent(t.Low), percent(t.High))
}

func (p Power) found() string {
	text := p.Trials.String()
	if p.Wrong > 0 {
		text += fmt.Sprintf(", and %d the wrong way", p.Wrong)
	}
	return text
}

// sentences say in a line each what the figures come to.
func (r *Result) sentences() []string {
	var list []string
	for _, kind := range []string{"steady", "allocating", "goroutines"} {
		list = append(list, r.sees(kind))
	}
	return list
}

// sees says what is the smallest difference that is found nine times in ten
// on a kind of work, and in how long.
func (r *Result) sees(kind string) string {
	var best *Power
	for i := range r.Power {
		p := &r.Power[i]
		if p.Arm != kind || p.Neighbour || p.Rate < 0.9 {
			continue
		}
		if best == nil || p.Effect < best.Effect || p.Effect == best.Effect && p.Seconds < best.Seconds {
			best = p
		}
	}
	if best == nil {
		return fmt.Sprintf("%s: none of the differences is found nine times in ten.", kind)
	}
	return fmt.Sprintf("%s: a true %s is found in %d of %d comparisons of %s.", kind, percent(best.Effect), best.Found, best.Of, seconds(best.Seconds))
}

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', digits(100*v), 64) + "%" }

// digits keeps two of them, and none behind whole numbers.
func digits(v float64) int {
	switch {
	case v >= 9.95 || v == float64(int(v)):
		return 0
	case v >= 0.095:
		return 1
	}
	return 2
}

func seconds(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) + " s" }
