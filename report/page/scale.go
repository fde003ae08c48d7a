package page

import "math"

// A scale is a logarithmic axis. Its bounds and the places of its ticks are
// decimal logarithms: ECharts draws them on a linear axis, since its own
// logarithmic one has no ticks but at powers of ten.
type scale struct {
	Low, High float64
	Ticks     []tick
}

// A tick is a value and its place.
type tick struct {
	Value, At float64
}

// newScale makes room for all values and a little more. Values that have no
// logarithm are passed over.
func newScale(values ...float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if at, ok := place(v); ok {
			low, high = min(low, at), max(high, at)
		}
	}
	if low > high {
		low, high = 0, 0
	}
	room := max((high-low)*0.06, 0.02)
	s := scale{Low: round(low - room), High: round(high + room)}
	for _, v := range tickValues(math.Pow(10, s.Low), math.Pow(10, s.High)) {
		if at, ok := place(v); ok {
			s.Ticks = append(s.Ticks, tick{Value: v, At: at})
		}
	}
	return s
}

// place is where a value stands on a scale, if anywhere.
func place(v float64) (at float64, ok bool) {
	if !(v > 0) || math.IsInf(v, 0) {
		return 0, false
	}
	return round(math.Log10(v)), true
}

// tickValues picks three to nine round values from low to high: 1, 2 and 5 in
// each power of ten, only the powers where those are too many, and even steps
// where they are too few.
func tickValues(low, high float64) []float64 {
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	collect := func(step int, digits ...float64) []float64 {
		var list []float64
		for power := first; power <= last; power++ {
			if power%step != 0 {
				continue
			}
			for _, d := range digits {
				if v := d * math.Pow10(power); v >= low && v <= high {
					list = append(list, v)
				}
			}
		}
		return list
	}
	values := collect(1, 1, 2, 5)
	for step := 1; len(values) > 9; step++ {
		values = collect(step, 1)
	}
	if len(values) >= 3 {
		return values
	}
	values = nil
	step := evenStep((high - low) / 5)
	for n := math.Ceil(low/step - 1e-9); n*step <= high*(1+1e-9); n++ {
		values = append(values, n*step)
	}
	return values
}

// evenStep is the largest of 1, 2, 5 times a power of ten that is not above
// about.
func evenStep(about float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(about)))
	switch digit := about / power; {
	case digit >= 5:
		return 5 * power
	case digit >= 2:
		return 2 * power
	}
	return power
}

// round keeps as many digits as a picture can show.
func round(v float64) float64 { return math.Round(v*1e5) / 1e5 }
