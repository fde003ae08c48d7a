package format

import (
	"math"
	"strings"
	"time"
)

// Value writes a figure with its unit, scaled to the prefix that suits it:
// 1906 ns/send is "1.91 µs/send", 2048 B/op is "2 KiB/op". Units other than
// nanoseconds and bytes stay as they are, as in "6 allocs/send".
func Value(v float64, unit string) string {
	if !finite(v) {
		return None
	}
	head, per, rate := strings.Cut(unit, "/")
	if rate {
		per = "/" + per
	}
	switch {
	case head == "ns":
		return nanoseconds(v) + per
	case strings.HasSuffix(head, "-ns"): // such as cpu-ns: the kind stays
		return nanoseconds(v) + per + " " + strings.TrimSuffix(head, "-ns")
	case head == "B":
		return bytes(v) + per
	case unit == "":
		return Number(v)
	}
	return Number(v) + " " + unit
}

// Duration writes a span of time, as in "1.9 s" and "3 min 20 s".
func Duration(d time.Duration) string {
	if d < 0 {
		return "-" + Duration(-d)
	}
	switch {
	case d < time.Second:
		return nanoseconds(float64(d))
	case d < 10*time.Second:
		return fixed(d.Seconds(), 1) + " s"
	case d < time.Minute:
		return fixed(d.Seconds(), 0) + " s"
	case d < time.Hour:
		return whole(d, time.Minute, "min", time.Second, "s")
	}
	return whole(d, time.Hour, "h", time.Minute, "min")
}

// Bytes writes a size, as in "408 B" and "1.07 MiB".
func Bytes(n int64) string { return bytes(float64(n)) }

func nanoseconds(v float64) string {
	return scale(v, 1000, "ns", "µs", "ms", "s")
}

func bytes(v float64) string {
	return scale(v, 1024, "B", "KiB", "MiB", "GiB", "TiB")
}

// scale divides v by step until it is below it, each division one unit
// further.
func scale(v, step float64, units ...string) string {
	i := 0
	// 999.7 ns would be written as 1000 ns: it is a microsecond already.
	for i < len(units)-1 && math.Abs(v) >= step-0.5 {
		v /= step
		i++
	}
	return Number(v) + " " + units[i]
}

// whole writes d in two units, rounded to the smaller one, which is left out
// when it is zero.
func whole(d, large time.Duration, largeUnit string, small time.Duration, smallUnit string) string {
	d = d.Round(small)
	s := Count(int64(d/large)) + " " + largeUnit
	if rest := int64(d % large / small); rest > 0 {
		s += " " + Count(rest) + " " + smallUnit
	}
	return s
}
