package format

import (
	"math"
	"strconv"
)

// Ratio writes the ratio of an arm to the baseline, as in "0.027×", "0.253×",
// "1.007×", "1.47×" and "36.9×".
func Ratio(r float64) string {
	if !finite(r) {
		return None
	}
	return fixed(r, ratioDecimals(r)) + "×"
}

// Times writes a ratio as a factor of at least 1, whichever side is larger:
// both 0.0271 and 36.9 are "36.9×". The caller says which way, as in "36.9×
// faster".
func Times(r float64) string {
	if !finite(r) || r <= 0 {
		return None
	}
	if r < 1 {
		r = 1 / r
	}
	switch {
	case r < nearOne:
		return fixed(r, 3) + "×"
	case r < 1.995:
		return fixed(r, 2) + "×"
	case r < 99.95:
		return fixed(r, 1) + "×"
	}
	return fixed(r, 0) + "×"
}

// Interval writes the bounds of a ratio, as in "0.026–0.028" and "1.003–1.010".
// Both bounds have the decimals of the larger one, and more where it takes more
// to tell them apart or to keep the lower one from being written as zero. Bounds
// near 1 that are closer than 0.02 have three.
func Interval(low, high float64) string {
	if !finite(low) || !finite(high) {
		return None
	}
	digits := ratioDecimals(low)
	if math.Abs(high) >= 1 {
		digits = boundDecimals(high)
	}
	if near := math.Abs(high - low); digits == 2 && near > 0 && near < 0.02 {
		digits = 3
	}
	alike := func() bool {
		return low != high && fixed(low, digits) == fixed(high, digits)
	}
	vanishes := func() bool {
		return low != 0 && math.Abs(low)*math.Pow10(digits) < 0.5
	}
	for digits < 5 && (alike() || vanishes()) {
		digits++
	}
	return fixed(low, digits) + "–" + fixed(high, digits)
}

// Share writes a share from 0 to 1 as a percentage, as in "12.3%".
func Share(s float64) string {
	if !finite(s) {
		return None
	}
	percent := math.Abs(s) * 100
	sign := ""
	if s < 0 {
		sign = "-"
	}
	switch {
	case percent == 0:
		return "0%"
	case percent < 0.01:
		return sign + "<0.01%"
	case percent < 0.095:
		return sign + strconv.FormatFloat(percent, 'f', 2, 64) + "%"
	case percent < 99.95:
		return sign + strconv.FormatFloat(percent, 'f', 1, 64) + "%"
	}
	return sign + fixed(percent, 0) + "%"
}

// nearOne is the ratio below which two decimals hide how far it is from 1.
const nearOne = 1.0195

// ratioDecimals keeps three decimals below 1 and just above it, so that ratios
// that stand in a column line up, and two significant digits below 0.01.
func ratioDecimals(r float64) int {
	r = math.Abs(r)
	switch {
	case r >= nearOne:
		return boundDecimals(r)
	case r == 0:
		return 0
	case r >= 0.00995:
		return 3
	}
	return min(1-int(math.Floor(math.Log10(r))), 9)
}

// boundDecimals is how many decimals a ratio above 1 has for three significant
// digits.
func boundDecimals(r float64) int {
	switch {
	case r >= 99.95:
		return 0
	case r >= 9.995:
		return 1
	}
	return 2
}
