package report

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/report/format"
)

// difference tells one decided comparison, as in "worker takes 52.3 ns/send
// instead of 1.91 µs/send: 36.9× faster than goroutine per value
// (36.1–37.8)".
func (b *builder) difference(c Comparison) string {
	subject, object := b.subject(c), b.object(c)
	m, _ := b.metric(c.Metric)
	verb := "has"
	if m.isTime() {
		verb = "takes"
	}
	arm := b.figure(side{c.Arm, c.Workload, c.Build}, c.Metric)
	against := b.figure(side{c.Against, c.Workload, c.AgainstBuild}, c.Metric)
	absolute := ""
	if arm != nil && against != nil && agrees(c, arm.Median, against.Median) {
		absolute = fmt.Sprintf("%s %s %s instead of %s", subject, verb, format.Value(arm.Median, c.Metric), format.Value(against.Median, c.Metric))
	}
	switch {
	case c.Ratio == nil && absolute == "":
		return fmt.Sprintf("%s against %s has %s", subject, object, c.Why)
	case c.Ratio == nil: // decided by zeros
		return absolute + " for " + object
	case absolute == "":
		return fmt.Sprintf("%s is %s than %s %s", subject, times(c, m), object, span(c))
	}
	return fmt.Sprintf("%s: %s than %s %s", absolute, times(c, m), object, span(c))
}

// agrees reports whether two medians lie the way of the verdict. Medians over
// all rounds may lie otherwise than the median of ratios within rounds; only
// the latter is a verdict.
func agrees(c Comparison, arm, against float64) bool {
	if c.Ratio == nil {
		return arm != against
	}
	return arm < against == (*c.Ratio < 1)
}

// times writes a ratio as people say it, as in "36.9× faster".
func times(c Comparison, m Metric) string {
	word := "more"
	switch {
	case c.Verdict == Faster || c.Verdict == Slower:
		word = string(c.Verdict)
	case m.Better != "lower" && m.Better != "higher":
		word = string(c.Verdict)
	case *c.Ratio < 1:
		word = "less"
	}
	return format.Times(*c.Ratio) + " " + word
}

// span writes the interval the way round in which times writes the ratio.
func span(c Comparison) string {
	if *c.Ratio < 1 {
		return "(" + format.Interval(1 / *c.High, 1 / *c.Low) + ")"
	}
	return "(" + format.Interval(*c.Low, *c.High) + ")"
}

// subject and object name the sides of a comparison: by arm, and by build
// where builds are what is compared.
func (b *builder) subject(c Comparison) string {
	if c.Arm == c.Against {
		return b.out.buildLabel(c.Build)
	}
	return b.out.armLabel(c.Arm)
}

func (b *builder) object(c Comparison) string {
	if c.Arm == c.Against {
		return b.out.buildLabel(c.AgainstBuild)
	}
	return b.out.armLabel(c.Against)
}

func be(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func them(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// enumerate joins parts as in "a, b and c".
func enumerate(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
