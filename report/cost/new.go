package cost

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/google/pprof/profile"
)

// New counts the samples of a CPU profile, or of a wall-clock profile as fgprof
// writes it: one with samples/count and a time in nanoseconds. Operations is
// how many the profiled process ran in all. Measured reports whether a function
// belongs to what is measured. New does not modify or keep raw.
//
// Code that the profile has no name for is counted under the name "unknown".
// It is an error when the profile has no samples or contradicts itself, and
// when operations are not above zero.
func New(raw *profile.Profile, operations float64, measured func(function string) bool) (*Profile, error) {
	number := column(raw, func(t *profile.ValueType) bool { return t.Type == "samples" && t.Unit == "count" })
	time := column(raw, func(t *profile.ValueType) bool { return t.Unit == "nanoseconds" })
	if number < 0 || time < 0 {
		return nil, errors.New("the profile does not count samples and nanoseconds: it is no CPU or wall-clock profile")
	}
	if err := check(raw, operations, number, time); err != nil {
		return nil, err
	}
	p := &Profile{Operations: operations}
	nanoseconds := 0.0
	r := newReader(measured)
	counts := map[origin]int64{}
	for _, sample := range raw.Sample {
		n := sample.Value[number]
		if n > math.MaxInt64-p.Samples {
			return nil, errors.New("the profile has more samples than can be counted")
		}
		nanoseconds += float64(sample.Value[time])
		p.Samples += n
		if n > 0 {
			counts[r.origin(sample.Location)] += n
		}
	}
	if p.Samples == 0 {
		return nil, errors.New("the profile has no samples")
	}
	p.Period = nanoseconds / float64(p.Samples)
	if high := p.Total().High; p.Period <= 0 || math.IsInf(high, 0) {
		return nil, fmt.Errorf("%d samples of %v nanoseconds cannot be shared out among %v operations", p.Samples, p.Period, operations)
	}
	for o, n := range counts {
		p.Entries = append(p.Entries, o.entry(n))
	}
	slices.SortFunc(p.Entries, func(a, b Entry) int {
		return cmp.Or(
			cmp.Compare(b.Samples, a.Samples),
			cmp.Compare(a.Function, b.Function), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Kind, b.Kind),
			comparePlaces(a.Site, b.Site), cmp.Compare(a.Via, b.Via),
		)
	})
	return p, nil
}

// entry is what a Profile has of samples that come from one place.
func (o origin) entry(samples int64) Entry {
	e := Entry{Function: o.function.name, Symbol: o.symbol.name, Kind: o.kind, Samples: samples}
	e.Site, e.Via = o.where()
	return e
}

// where is the site and the function that it called, as Entry and Amount have
// them.
func (o origin) where() (site Place, via string) {
	if o.site != nil {
		site = *o.site
	}
	if o.via != nil {
		via = o.via.name
	}
	return site, via
}

// column is where the values of a type stand in each sample, or -1.
func column(raw *profile.Profile, is func(*profile.ValueType) bool) int {
	return slices.IndexFunc(raw.SampleType, func(t *profile.ValueType) bool { return t != nil && is(t) })
}

// check looks for what would make figures wrong. The profile must have values
// in all columns, none of them negative, as those of a difference of two
// profiles are.
func check(raw *profile.Profile, operations float64, columns ...int) error {
	if !(operations > 0) || math.IsInf(operations, 0) {
		return fmt.Errorf("the profile is of %v operations: the number must be above zero", operations)
	}
	if err := raw.CheckValid(); err != nil {
		return fmt.Errorf("the profile contradicts itself: %w", err)
	}
	for i, sample := range raw.Sample {
		for _, c := range columns {
			if v := sample.Value[c]; v < 0 {
				return fmt.Errorf("sample %d of the profile is negative: %d %s", i+1, v, raw.SampleType[c].Unit)
			}
		}
	}
	return nil
}

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Function, b.Function))
}
