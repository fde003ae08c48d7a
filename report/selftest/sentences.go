package selftest

import (
	"fmt"
	"strconv"
)

// sentences say what the figures come to.
func (r *Result) sentences() []string {
	list := []string{r.different()}
	for _, c := range r.Conditions {
		list = append(list, r.sees(c.Arm, c.Neighbour))
	}
	return list
}

// different says how often the same code was called different.
func (r *Result) different() string {
	f, g := r.FalseVerdicts, r.Peer.FalseVerdicts
	if f.QuietTrials.Of+f.NeighbourTrials.Of == 0 {
		return "There was no time for a comparison of the same code with itself."
	}
	text := fmt.Sprintf("The same code was called different in %s comparisons of %s on the machine left alone, and in %s beside a neighbour",
		f.QuietTrials.count(), seconds(f.Seconds), f.NeighbourTrials.count())
	if g.QuietTrials.Of+g.NeighbourTrials.Of > 0 {
		text += fmt.Sprintf("; by go test and the Mann-Whitney test in %s, and in %s", g.QuietTrials.count(), g.NeighbourTrials.count())
	}
	return text + "."
}

// enough is the rate from which a difference counts as seen, and few the
// number of comparisons that say nothing of a rate.
const (
	enough = 0.9
	few    = 4
)

// sees says what is the smallest difference that is found nine times in ten
// on a kind of work and in how long, and how the one below it fared.
func (r *Result) sees(kind string, neighbour bool) string {
	var list []*Tally
	for i := range r.Power {
		if t := &r.Power[i]; t.Arm == kind && t.Neighbour == neighbour && t.Of > few {
			list = append(list, t)
		}
	}
	var seen, missed *Tally
	for _, t := range list {
		if *t.Rate >= enough && (seen == nil || t.Effect < seen.Effect || t.Effect == seen.Effect && t.Seconds < seen.Seconds) {
			seen = t
		}
	}
	for _, t := range list {
		if seen != nil && t.Effect >= seen.Effect {
			continue
		}
		if missed == nil || t.Effect > missed.Effect || t.Effect == missed.Effect && t.Seconds > missed.Seconds {
			missed = t
		}
	}
	found := func(t *Tally) string {
		return fmt.Sprintf("in %s comparisons of %s", t.count(), seconds(t.Seconds))
	}
	text := "there were too few comparisons"
	switch {
	case seen != nil && missed != nil:
		text = fmt.Sprintf("a true %s is found %s, a true %s %s", percent(seen.Effect), found(seen), percent(missed.Effect), found(missed))
	case seen != nil:
		text = fmt.Sprintf("a true %s is found %s", percent(seen.Effect), found(seen))
	case missed != nil:
		text = fmt.Sprintf("none of the differences is found nine times in ten, a true %s %s", percent(missed.Effect), found(missed))
	}
	return work(kind, neighbour) + ": " + text + "."
}

func percent(v float64) string { return number(100*v) + "%" }

// number keeps two digits, and none behind whole numbers.
func number(v float64) string {
	digits := 2
	switch {
	case v >= 9.95 || v == float64(int(v)):
		digits = 0
	case v >= 0.095:
		digits = 1
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

func seconds(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) + " s" }
