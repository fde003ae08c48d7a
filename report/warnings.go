package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/stats"
)

// warnings collects what the figures themselves give reason to doubt. Those
// that keep verdicts from being settled come first.
func (b *builder) warnings() []Warning {
	return slices.Concat(
		b.warnControl(),
		b.warnRounds(),
		b.warnQuiet(),
		b.warnModes(),
		b.warnDrift(),
		b.warnAutocorrelation(),
		b.warnLayout(),
	)
}

// sortedWarnings are those that keep verdicts from being settled, and the
// others.
func (x *Experiment) sortedWarnings() (unsettling, others []Warning) {
	for _, w := range x.Warnings {
		if w.Settles {
			others = append(others, w)
		} else {
			unsettling = append(unsettling, w)
		}
	}
	return unsettling, others
}

// warnControl tells of controls that failed: in the metric that decides, and
// then of no other in the same place, since nothing there is settled.
func (b *builder) warnControl() []Warning {
	var list []Warning
	for _, c := range b.out.Comparisons {
		if !c.Control || !b.differsFromItself(floorKey{c.Workload, c.Build, c.Metric}) {
			continue
		}
		lost := "nothing that was measured here is settled"
		if !c.Primary {
			if b.differsFromItself(floorKey{c.Workload, c.Build, b.primaries[c.Workload]}) {
				continue
			}
			lost = "nothing that is said of " + c.Metric + " here is settled"
		}
		list = append(list, Warning{
			Kind: ControlFailed, Workload: c.Workload, Build: c.Build, Metric: c.Metric,
			Text: b.placed(c.Workload, c.Build, fmt.Sprintf("the control failed: %s. It is the same code, so what causes this may cause any other difference, and %s.",
				b.differsBy(c), lost)),
		})
	}
	return list
}

// warnRounds tells of comparisons with too few rounds for an interval. A short
// run has too few for all of them, and that is told once.
func (b *builder) warnRounds() []Warning {
	var few []Comparison
	compared := 0
	for _, c := range b.out.Comparisons {
		if !c.Primary || c.Control || c.N == 0 {
			continue
		}
		compared++
		if c.N < minRounds(c) {
			few = append(few, c)
		}
	}
	if len(few) == 0 {
		return nil
	}
	worst := slices.MaxFunc(few, func(x, y Comparison) int { return minRounds(x) - x.N - (minRounds(y) - y.N) })
	w := Warning{Kind: TooFewRounds}
	takes := fmt.Sprintf("it takes %d rounds", minRounds(worst))
	if worst.Together > 1 {
		takes = fmt.Sprintf("where %d intervals are to hold together with %s confidence, it takes %d rounds", worst.Together, percent(stats.Level), minRounds(worst))
	} else {
		takes += " for an interval that holds with " + percent(stats.Level) + " confidence"
	}
	if len(few) == compared {
		w.Text = fmt.Sprintf("Too few rounds to settle anything: %s, and there are %d. The intervals shown are ranges.", takes, worst.N)
		return []Warning{w}
	}
	var names []string
	for _, c := range few {
		names = append(names, b.compared(c)+b.where(c.Workload, c.Build))
	}
	w.Text = fmt.Sprintf("Of %d comparisons, %d have too few rounds to be settled: %s. For the first of them, %s, and there are %d.",
		compared, len(few), firstOf(names), takes, worst.N)
	if len(few) == 1 {
		w.Text = b.placed(worst.Workload, worst.Build, fmt.Sprintf("the ratio of %s has too few rounds to be settled: %s, and there are %d.", b.compared(worst), takes, worst.N))
		w.Arm, w.Workload, w.Build, w.Metric = worst.Arm, worst.Workload, worst.Build, worst.Metric
	}
	return []Warning{w}
}

// minRounds is the fewest rounds that can settle a comparison.
func minRounds(c Comparison) int { return stats.MinRounds(stats.Simultaneous(c.Together)) }

// unquiet is the share of processes that may be disturbed, although they were
// run again, before the run as a whole is called so.
const unquiet = 0.2

// warnQuiet tells of a machine that hardly got quiet.
func (b *builder) warnQuiet() []Warning {
	counted, disturbed := b.disturbed()
	if float64(disturbed) <= unquiet*float64(counted) {
		return nil
	}
	return []Warning{{
		Kind: NeverQuiet, Settles: true,
		Text: fmt.Sprintf("The machine was not quiet: %d of the %d timed processes that count were disturbed. Nothing of them is left out, and the intervals are wider for it.",
			disturbed, counted),
	}}
}

// disturbed counts the timed processes that the figures rest on, and those of
// them that something disturbed.
func (b *builder) disturbed() (counted, disturbed int) {
	for _, r := range b.out.Rounds {
		if r.Counts {
			counted++
			if r.Disturbed != "" {
				disturbed++
			}
		}
	}
	return counted, disturbed
}

// A finding is what a test found in one cell or in one comparison.
type finding struct {
	arm, workload, build, metric string

	// alone is the sentence where it is the only one, without the place and
	// beginning with a small letter; listed is how it stands in a list.
	alone, listed string
}

// chance is how often the tests for modes, drift and autocorrelation find
// something where there is nothing.
const chance = 0.01

// fold makes one warning a workload of what a test found. All of them are left
// out when there are not twice as many as chance alone finds: among hundreds
// of ratios, some few always look odd. head begins the sentence after the
// count, as in "of 21 ratios drift", and tail says what that means.
func (b *builder) fold(kind WarningKind, tested map[string]int, found []finding, head, tail string) []Warning {
	total := 0
	for _, n := range tested {
		total += n
	}
	if float64(len(found)) <= 2*chance*float64(total) {
		return nil
	}
	var list []Warning
	for _, workload := range b.out.Workloads {
		here := slices.Clone(found)
		here = slices.DeleteFunc(here, func(f finding) bool { return f.workload != workload })
		if len(here) == 0 {
			continue
		}
		w := Warning{Kind: kind, Workload: workload, Metric: here[0].metric, Settles: true}
		if len(here) == 1 {
			w.Arm, w.Build = here[0].arm, here[0].build
			w.Text = b.placed(workload, w.Build, here[0].alone)
			list = append(list, w)
			continue
		}
		var items []string
		for _, f := range here {
			item := f.listed
			if len(b.out.Builds) > 1 {
				item += " in build " + b.out.buildLabel(f.build)
			}
			items = append(items, item)
		}
		w.Text = b.placed(workload, "", fmt.Sprintf("%d of %d %s: %s. %s", len(here), tested[workload], head, firstOf(items), tail))
		list = append(list, w)
	}
	return list
}

// mostNamed is how many findings a folded warning names.
const mostNamed = 3

// firstOf names the first few of a list, and says how many more there are.
// Labels have commas of their own.
func firstOf(items []string) string {
	more := len(items) - mostNamed
	if more <= 1 {
		return strings.Join(items, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(items[:mostNamed], "; "), more)
}

// compared names the two sides of a comparison.
func (b *builder) compared(c Comparison) string {
	if c.Arm == c.Against {
		return fmt.Sprintf("%s in build %s to build %s", b.out.armLabel(c.Arm), b.out.buildLabel(c.Build), b.out.buildLabel(c.AgainstBuild))
	}
	return fmt.Sprintf("%s to %s", b.out.armLabel(c.Arm), b.out.armLabel(c.Against))
}

// placed says first of which workload and build a sentence is, where there are
// several. No build names none.
func (b *builder) placed(workload, build, sentence string) string {
	var parts []string
	if label := b.out.workloadLabel(workload); label != "" {
		parts = append(parts, "with "+label)
	}
	if len(b.out.Builds) > 1 && build != "" {
		parts = append(parts, "in build "+b.out.buildLabel(build))
	}
	if len(parts) > 0 {
		sentence = strings.Join(parts, " ") + ", " + sentence
	}
	return strings.ToUpper(sentence[:1]) + sentence[1:]
}

// signed writes a relative change, as in "+4.1%".
func signed(change float64) string {
	if change > 0 {
		return "+" + format.Share(change)
	}
	return format.Share(change)
}
