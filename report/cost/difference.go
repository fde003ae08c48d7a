package cost

import "math"

// Difference is how many nanoseconds per operation arm has beyond against in
// the entries that keep chooses. Keep nil chooses all. The two may have
// different numbers of operations and different periods.
//
// The interval combines those of the two: a bound of the difference is as far
// from it as the bounds of the two figures on that side are from theirs, added
// as the sides of a right angle are. This is the method of variance estimates
// recovery: G. Y. Zou and A. Donner, Construction of confidence limits about
// effect measures: a general approach, Statistics in Medicine 27 (2008),
// 1693-1702.
//
//	low  = a - b - √((a - lowA)² + (highB - b)²)
//	high = a - b + √((highA - a)² + (b - lowB)²)
func Difference(arm, against *Profile, keep func(*Entry) bool) Estimate {
	a, b := arm.Sum(keep), against.Sum(keep)
	d := a.Value - b.Value
	return Estimate{
		Value: d,
		Low:   d - math.Hypot(a.Value-a.Low, b.High-b.Value),
		High:  d + math.Hypot(a.High-a.Value, b.Value-b.Low),
	}
}
