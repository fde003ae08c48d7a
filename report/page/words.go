package page

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// tone is the class of the style sheet, and the name of the colour, in which
// a verdict is shown.
func tone(v report.Verdict) string {
	switch v {
	case report.Faster, report.Better:
		return "faster"
	case report.Slower, report.Worse:
		return "slower"
	case report.Lower, report.Higher:
		return "other"
	case report.Same:
		return "same"
	}
	return "doubt"
}

// mark says in a character what colour says too.
func (s *subject) mark(c *report.Comparison) string {
	switch {
	case c.Verdict == report.Same:
		return "="
	case c.Verdict == report.Undecided:
		return "?"
	case c.Ratio != nil && *c.Ratio > 1, c.Ratio == nil && !s.isZero(c):
		return "▲"
	}
	return "▼"
}

// inWords says what a ratio comes to, as in "36.9× faster".
func inWords(c *report.Comparison) string {
	switch {
	case c.Verdict == report.Same:
		return "the same"
	case c.Verdict == report.Undecided:
		return "undecided"
	case c.Ratio == nil:
		return string(c.Verdict)
	case *c.Ratio == 0:
		return "down to nothing"
	case c.Verdict == report.Faster || c.Verdict == report.Slower:
		return format.Times(*c.Ratio) + " " + string(c.Verdict)
	case *c.Ratio < 1:
		return format.Times(*c.Ratio) + " lower"
	}
	return format.Times(*c.Ratio) + " higher"
}

// ratioText writes a ratio. One that does not exist may still be decided,
// when one side is zero in every round.
func (s *subject) ratioText(c *report.Comparison) string {
	switch {
	case c.Ratio != nil:
		return format.Ratio(*c.Ratio)
	case c.Verdict == report.Undecided || c.Verdict == "":
		return format.None
	case c.Verdict == report.Same:
		return "0 = 0"
	case s.isZero(c):
		return "0×"
	}
	return "from 0"
}

// isZero reports whether the arm's own figure is zero.
func (s *subject) isZero(c *report.Comparison) bool {
	f := s.figure(c.Arm, c.Workload, c.Build, c.Metric, c.Control)
	return f != nil && f.Median == 0
}

// intervalText writes an interval that may not exist.
func intervalText(c *report.Comparison) string {
	if c.Low == nil || c.High == nil {
		return format.None
	}
	return format.Interval(*c.Low, *c.High)
}

// An answerPart is a piece of the answer: a ratio with its word, or what
// stands between.
type answerPart struct {
	Text string
	Tone string
}

var answerRatio = regexp.MustCompile(`\d[\d.,]*×(?: (?:cheaper|faster|slower|dearer|lower|higher|better|worse|less|more))?`)

// answerParts sets the ratios of an answer apart, so that the eye finds them.
func answerParts(answer string) []answerPart {
	var parts []answerPart
	end := 0
	for _, at := range answerRatio.FindAllStringIndex(answer, -1) {
		if at[0] > end {
			parts = append(parts, answerPart{Text: answer[end:at[0]]})
		}
		text := answer[at[0]:at[1]]
		part := answerPart{Text: text, Tone: "ratio"}
		switch _, word, _ := strings.Cut(text, " "); word {
		case "cheaper", "faster", "better":
			part.Tone = "faster"
		case "slower", "dearer", "worse":
			part.Tone = "slower"
		}
		parts = append(parts, part)
		end = at[1]
	}
	if end < len(answer) {
		parts = append(parts, answerPart{Text: answer[end:]})
	}
	return parts
}

// A name is a symbol as the page shows it, with the whole of it for a reader
// who points at it.
type name struct {
	Short, Full string
}

// shorten leaves import paths out of a symbol's name, then type arguments,
// then its middle, as far as it takes to fit a line.
func shorten(full string) name {
	const fits, most = 64, 96
	short := symbol.Short(full)
	if len([]rune(short)) > fits {
		open, end := strings.IndexByte(short, '['), strings.LastIndexByte(short, ']')
		if open >= 0 && end > open {
			short = short[:open] + "[…]" + short[end+1:]
		}
	}
	if r := []rune(short); len(r) > most {
		short = string(r[:most/2]) + "…" + string(r[len(r)-most/2:])
	}
	return name{Short: short, Full: full}
}

// clip cuts text that is too long for its place.
func clip(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// wholeShare writes a share for a sentence: 95% rather than 95.0%.
func wholeShare(s float64) string {
	return strings.Replace(format.Share(s), ".0%", "%", 1)
}

// levelText writes the confidence of one interval, with as many digits as it
// takes to tell it from certainty.
func levelText(confidence float64) string {
	digits := 1
	for miss := 1 - confidence; miss > 0 && miss < 0.005 && digits < 6; miss *= 10 {
		digits++
	}
	return strings.TrimSuffix(strconv.FormatFloat(100*confidence, 'f', digits, 64), ".0") + "%"
}

// ordinal writes a number as in "every 2nd".
func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return strconv.Itoa(n) + "st"
	case n%10 == 2 && n%100 != 12:
		return strconv.Itoa(n) + "nd"
	case n%10 == 3 && n%100 != 13:
		return strconv.Itoa(n) + "rd"
	}
	return strconv.Itoa(n) + "th"
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		return format.Count(int64(n)) + " " + noun + "es"
	}
	return format.Count(int64(n)) + " " + noun + "s"
}
