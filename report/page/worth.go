package page

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-bench/assay/report/attribution"
	"github.com/assay-bench/assay/report/format"
)

// A worthSection shares a ratio out among the changes that make it: a
// waterfall from the baseline to the last arm, and tables.
type worthSection struct {
	Lead string
	Unit string

	// Bars are the waterfall. Ticks are places on its scale in percent.
	Bars  []worthBar
	Ticks []worthTick
	Label string

	Rows             []worthRow
	Whole, Remainder worthRow

	Interactions []worthRow
	Besides      []worthRow
	Note         string
}

// A worthBar is one change, or all of them. Places and widths are in percent of
// the scale; the interval is that of where the bar ends.
type worthBar struct {
	Label, Detail, Text, Tone string

	// From is where the change begins.
	From        float64
	Left, Width float64

	// Low is where the interval begins, Span how wide it is.
	Low, Span float64
}

// A worthTick is a value on the scale.
type worthTick struct {
	Text string
	At   float64
}

// A worthRow is a change in a table.
type worthRow struct {
	Name, Detail, Tone string

	Ratio, Interval, Share string
	First, Last            string

	Sort, SortShare, SortFirst, SortLast string
}

// newWorth is nil where arms are not made of factors.
func newWorth(s *subject) *worthSection {
	a := s.x.Attribution
	if a == nil || len(a.Factors) == 0 {
		return nil
	}
	w := &worthSection{
		Unit: s.primaryUnit(), Note: a.Note,
		Lead: fmt.Sprintf("From %s to %s: what each change multiplies %s by. Beside each other on a log scale, the changes add up to the whole.",
			s.arm(a.From), s.arm(a.To), s.primaryUnit()),
	}
	better := s.metric(s.primaryUnit()).Better
	for i := range a.Factors {
		f := &a.Factors[i]
		row := newWorthRow(f.Factor, levels(f.FromLevel, f.ToLevel), &f.Ratio, better)
		row.Share, row.SortShare = format.None, ""
		if f.Share != nil {
			row.Share, row.SortShare = format.Share(*f.Share), sortKey(f.Share)
		}
		row.First, row.SortFirst = ratioOf(f.AddOneIn)
		row.Last, row.SortLast = ratioOf(f.LeaveOneOut)
		w.Rows = append(w.Rows, row)
	}
	w.Whole = newWorthRow("in all", levels(s.arm(a.From), s.arm(a.To)), &a.Whole, better)
	w.Remainder = worthRow{Name: "remainder", Detail: "medians do not quite add up", Ratio: format.Ratio(a.Remainder)}
	for i := range a.Interactions {
		x := &a.Interactions[i]
		row := newWorthRow(x.Factor+" with "+x.With, "", &x.Ratio, "")
		if x.Combinations > 1 {
			row.Detail = "average over " + plural(x.Combinations, "combination")
		}
		w.Interactions = append(w.Interactions, row)
	}
	for i := range a.Besides {
		c := &a.Besides[i]
		detail := fmt.Sprintf("%s, from %s to %s", levels(c.FromLevel, c.ToLevel), s.arm(c.Against), s.arm(c.Arm))
		w.Besides = append(w.Besides, newWorthRow(c.Factor, detail, &c.Ratio, better))
	}
	w.draw(s, a, better)
	return w
}

// levels says what a factor changes from and to.
func levels(from, to string) string { return from + " → " + to }

func newWorthRow(name, detail string, r *attribution.Ratio, better string) worthRow {
	return worthRow{
		Name: name, Detail: detail, Tone: ratioTone(r, better),
		Ratio: format.Ratio(r.Estimate), Interval: format.Interval(r.Low, r.High), Sort: sortKey(&r.Estimate),
	}
}

// ratioTone is the colour of a change: none where it may be none.
func ratioTone(r *attribution.Ratio, better string) string {
	switch {
	case !(r.Low > 1 || r.High < 1):
		return "same"
	case better == "":
		return "other"
	case (r.Estimate < 1) == (better == "lower"):
		return "faster"
	}
	return "slower"
}

// ratioOf writes a ratio that may not exist.
func ratioOf(r *attribution.Ratio) (text, sort string) {
	if r == nil {
		return format.None, ""
	}
	return format.Ratio(r.Estimate), sortKey(&r.Estimate)
}

// leastTick is the distance of ticks, in percent, below which their labels
// would run into each other on a telephone.
const leastTick = 14

// draw makes the bars: each begins where the one before it ended.
func (w *worthSection) draw(s *subject, a *attribution.Attribution, better string) {
	values := []float64{1, a.Whole.Estimate, a.Whole.Low, a.Whole.High}
	at := 1.0
	for _, f := range a.Factors {
		values = append(values, at*f.Ratio.Low, at*f.Ratio.High)
		at *= f.Ratio.Estimate
		values = append(values, at)
	}
	sc := newScale(values...)
	where := func(v float64) float64 {
		p, ok := place(v)
		if !ok {
			return 0
		}
		return percent((p - sc.Low) / (sc.High - sc.Low))
	}
	tick := func(v float64) {
		at := where(v)
		if !slices.ContainsFunc(w.Ticks, func(t worthTick) bool { return math.Abs(t.At-at) < leastTick }) {
			w.Ticks = append(w.Ticks, worthTick{Text: tickText(v) + "×", At: at})
		}
	}
	tick(1)
	for _, t := range sc.Ticks {
		tick(t.Value)
	}
	bar := func(label, detail, text, tone string, from, to, low, high float64) {
		one, other := where(from), where(to)
		w.Bars = append(w.Bars, worthBar{
			Label: label, Detail: detail, Text: text, Tone: tone,
			Left: min(one, other), Width: round(math.Abs(one - other)),
			Low: where(low), Span: round(where(high) - where(low)), From: one,
		})
	}
	at = 1.0
	for i := range a.Factors {
		f, row := &a.Factors[i], &w.Rows[i]
		text := row.Ratio
		if f.Share != nil {
			text += ", " + row.Share
		}
		bar(row.Name, row.Detail, text, row.Tone, at, at*f.Ratio.Estimate, at*f.Ratio.Low, at*f.Ratio.High)
		at *= f.Ratio.Estimate
	}
	bar("in all", w.Whole.Detail, w.Whole.Ratio, ratioTone(&a.Whole, better), 1, a.Whole.Estimate, a.Whole.Low, a.Whole.High)
	w.Label = fmt.Sprintf("Waterfall from %s to %s", s.arm(a.From), s.arm(a.To))
	for _, b := range w.Bars {
		w.Label += fmt.Sprintf("; %s %s", b.Label, b.Text)
	}
	w.Label += "."
}
