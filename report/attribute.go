package report

import (
	"fmt"
	"math"

	"github.com/assay-bench/assay/report/attribution"
	"github.com/assay-bench/assay/report/format"
)

// attribution shares the headline's ratio out among the factors that arms
// name: in the first build, by the metric that decides. It is nil where arms
// name none, and where they cannot be compared.
func (b *builder) attribution() *attribution.Attribution {
	a, err := b.attribute()
	if a == nil || err != nil {
		return nil
	}
	to, from := b.headlineSide(a.To), b.headlineSide(a.From)
	if doubt := b.doubtOf(to, from, b.primaries[b.out.Headline]); doubt != "" {
		a.Note += fmt.Sprintf(" None of it is settled: %s.", doubt)
	}
	return a
}

// noteAttribution says why there is no attribution where there should be one.
func (b *builder) noteAttribution() []string {
	if _, err := b.attribute(); err != nil {
		return []string{fmt.Sprintf("What each change is worth cannot be told: %v.", err)}
	}
	return nil
}

func (b *builder) attribute() (*attribution.Attribution, error) {
	var arms []attribution.Arm
	for _, arm := range b.in.Asked.Arms {
		if len(arm.Factors) > 0 {
			arms = append(arms, attribution.Arm{
				Name: arm.Name, Factors: arm.Factors,
				Rounds: b.series[b.headlineSide(arm.Name)].byRound(b.primaries[b.out.Headline]),
			})
		}
	}
	return attribution.New(arms, b.out.Baseline, b.in.Asked.Target)
}

// headlineSide is an arm under the headline's workload in the first build.
func (b *builder) headlineSide(arm string) side {
	return side{arm, b.out.Headline, b.firstBuild()}
}

// byRound has the values of a metric by the number of the round. None is
// there for a series that does not report it.
func (s *series) byRound(metric string) map[int]float64 {
	if !s.reports(metric) {
		return nil
	}
	c := s.columns[metric]
	values := make(map[int]float64, len(s.rounds))
	for i, round := range s.rounds {
		if !c.missing[i] {
			values[round] = c.values[i]
		}
	}
	return values
}

// worthTitle stands above worth.
const worthTitle = "What each change is worth"

// shownRemainder is how large a remainder is worth a word: half a percent.
const shownRemainder = 0.005

// worth says in a sentence each what each change makes of the headline's
// ratio, and what they come to together.
func (x *Experiment) worth() []string {
	a := x.Attribution
	if a == nil {
		return nil
	}
	var list []string
	for i := range a.Factors {
		list = append(list, worthOf(&a.Factors[i], a.Orders))
	}
	whole := fmt.Sprintf("In all, from %s to %s: %s.", x.armLabel(a.From), x.armLabel(a.To), ratioText(a.Whole))
	if math.Abs(math.Log(a.Remainder)) >= shownRemainder {
		whole += fmt.Sprintf(" Medians do not quite add up: %s remains.", format.Ratio(a.Remainder))
	}
	list = append(list, whole)
	for _, i := range a.Interactions {
		if i.Ratio.Low > 1 || i.Ratio.High < 1 {
			list = append(list, fmt.Sprintf("%s and %s interact: together they come to %s of what they are worth one by one.", i.Factor, i.With, ratioText(i.Ratio)))
		}
	}
	for _, c := range a.Besides {
		list = append(list, fmt.Sprintf("Besides: %s, %s instead of %s, from %s to %s: %s.",
			c.Factor, c.ToLevel, c.FromLevel, x.armLabel(c.Against), x.armLabel(c.Arm), ratioText(c.Ratio)))
	}
	return append(list, a.Note)
}

// worthOf tells one change, as in "clock, time.Since instead of time.Now:
// 0.53× (0.52–0.54), 17.5% of the way".
func worthOf(s *attribution.Share, orders int) string {
	text := fmt.Sprintf("%s, %s instead of %s: %s", s.Factor, s.ToLevel, s.FromLevel, ratioText(s.Ratio))
	if s.Share != nil {
		text += fmt.Sprintf(", %s of the way", format.Share(*s.Share))
	}
	if s.Ratio.Low <= 1 && 1 <= s.Ratio.High {
		text += ", which cannot be told from nothing"
	}
	if orders > 1 && s.AddOneIn != nil {
		text += fmt.Sprintf("; %s by itself", ratioText(*s.AddOneIn))
	}
	if orders > 1 && s.LeaveOneOut != nil {
		text += fmt.Sprintf("; %s on top of the others", ratioText(*s.LeaveOneOut))
	}
	return text + "."
}

// ratioText is a ratio and its interval, as in "0.53× (0.52–0.54)".
func ratioText(r attribution.Ratio) string {
	return fmt.Sprintf("%s (%s)", format.Ratio(r.Estimate), format.Interval(r.Low, r.High))
}
