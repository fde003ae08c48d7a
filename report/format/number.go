package format

import (
	"math"
	"strconv"
	"strings"
)

// Number writes v with three significant digits, as in "0.0523", "52.3" and
// "1,906", but with no more than five decimals. Whole numbers have none.
func Number(v float64) string {
	switch {
	case !finite(v):
		return None
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return Count(int64(v))
	case math.Abs(v) >= 1e15 || math.Abs(v) < 0.5e-5:
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	return fixed(v, min(decimals(v), mostDecimals))
}

// mostDecimals keeps small figures, such as an allocation in a thousand calls,
// from being all zeros and no more precise for it.
const mostDecimals = 5

// Count writes n with commas between thousands.
func Count(n int64) string {
	return group(strconv.FormatInt(n, 10))
}

// decimals is how many decimals it takes to write v with three significant
// digits.
func decimals(v float64) int {
	v = math.Abs(v)
	if v == 0 {
		return 0
	}
	digits := 2 - int(math.Floor(math.Log10(v)))
	if digits < 0 {
		return 0
	}
	// 9.999 is written as 10.0, not as 10.00.
	if digits > 0 && math.Round(v*math.Pow10(digits)) >= 1000 {
		digits--
	}
	return digits
}

// fixed writes v with so many decimals and with commas.
func fixed(v float64, decimals int) string {
	return group(strconv.FormatFloat(v, 'f', decimals, 64))
}

// group puts commas between the thousands of a plain decimal number.
func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, fraction, point := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
