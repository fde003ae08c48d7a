package page

import (
	"fmt"
	"math"
	"strconv"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A benchstatRow is a comparison as benchstat has it.
type benchstatRow struct {
	Label string

	// Arm and Against are medians with their ranges, Delta their difference
	// as benchstat writes it, P the p-value and Holm the corrected one.
	Arm, Against, Delta, P, Holm string

	SortArm, SortP, SortHolm string
}

// newBenchstat lists the comparisons of a ratio table, the control first.
func newBenchstat(s *subject, comparisons []*report.Comparison) []benchstatRow {
	var rows []benchstatRow
	add := func(control bool) {
		for _, c := range comparisons {
			b := c.Benchstat
			if b == nil || c.Control != control {
				continue
			}
			rows = append(rows, benchstatRow{
				Label:   s.side(c.Arm, c.Control),
				Arm:     medianText(b.Center, b.Low, b.High),
				Against: medianText(b.AgainstCenter, b.AgainstLow, b.AgainstHigh),
				Delta:   deltaText(b),
				P:       fmt.Sprintf("%.3f", b.P), Holm: fmt.Sprintf("%.3f", b.Holm),
				SortArm: sortKey(&b.Center), SortP: sortKey(&b.P), SortHolm: sortKey(&b.Holm),
			})
		}
	}
	add(true)
	add(false)
	return rows
}

// medianText writes a median as benchstat does: with the wider side of its
// interval in whole percent, and ∞ where there are too few values for one.
func medianText(center float64, low, high *float64) string {
	text := format.Number(center) + " ± "
	if low == nil || high == nil {
		return text + "∞"
	}
	if center == 0 {
		return text + "0%"
	}
	return text + strconv.Itoa(int(math.Round(100*max(*high/center-1, 1-*low/center)))) + "%"
}

// deltaText writes the difference of the medians, and ~ where benchstat takes
// it for chance.
func deltaText(b *report.Benchstat) string {
	switch {
	case b.P > 0.05:
		return "~"
	case b.Center == b.AgainstCenter:
		return "0.00%"
	case b.AgainstCenter == 0:
		return "?"
	}
	return fmt.Sprintf("%+.2f%%", 100*(b.Center/b.AgainstCenter-1))
}
