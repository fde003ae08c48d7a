package selftest

import "math"

// trials counts, with Wilson's interval for a proportion: E. B. Wilson,
// "Probable inference, the law of succession, and statistical inference",
// Journal of the American Statistical Association 22 (1927).
func trials(found, of int) Trials {
	t := Trials{Found: found, Of: of}
	if of == 0 {
		t.High = 1
		return t
	}
	const z = 1.959963984540054
	n, p := float64(of), float64(found)/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	reach := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	t.Low, t.High = max(0, middle-reach), min(1, middle+reach)
	return t
}

// rate is null where nothing was tried.
func (t Trials) rate() *float64 {
	if t.Of == 0 {
		return nil
	}
	r := float64(t.Found) / float64(t.Of)
	return &r
}
