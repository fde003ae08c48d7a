package cost

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/google/pprof/profile"
)

// Amounts is what a profile that counts every event has of each place, per
// operation: the largest Value first. Count and value name two of the profile's
// types of sample, such as alloc_objects and alloc_space of the allocation
// profile, contentions and delay of the mutex and the block profile. Operations
// and measured are as in New. Amounts does not modify or keep raw.
//
// A profile without samples has no amounts, and the list is empty but not nil.
// It is an error when the profile lacks one of the types or contradicts itself,
// and when operations are not above zero.
func Amounts(raw *profile.Profile, count, value string, operations float64, measured func(string) bool) ([]Amount, error) {
	columns := []int{}
	for _, name := range []string{count, value} {
		c := column(raw, func(t *profile.ValueType) bool { return t.Type == name })
		if c < 0 {
			return nil, fmt.Errorf("the profile has no %s", name)
		}
		columns = append(columns, c)
	}
	if err := check(raw, operations, columns...); err != nil {
		return nil, err
	}
	r := newReader(measured)
	amounts := map[Amount]*Amount{}
	for _, sample := range raw.Sample {
		var key Amount
		key.Site, key.Via = r.origin(sample.Location).where()
		a := amounts[key]
		if a == nil {
			a = &Amount{Site: key.Site, Via: key.Via}
			amounts[key] = a
		}
		a.Count += float64(sample.Value[columns[0]]) / operations
		a.Value += float64(sample.Value[columns[1]]) / operations
	}
	list := make([]Amount, 0, len(amounts))
	for _, a := range amounts {
		if math.IsInf(a.Count, 0) || math.IsInf(a.Value, 0) {
			return nil, fmt.Errorf("the amounts in %v operations are too large for a number", operations)
		}
		if a.Count > 0 || a.Value > 0 {
			list = append(list, *a)
		}
	}
	slices.SortFunc(list, func(a, b Amount) int {
		return cmp.Or(
			cmp.Compare(b.Value, a.Value), cmp.Compare(b.Count, a.Count),
			comparePlaces(a.Site, b.Site), cmp.Compare(a.Via, b.Via),
		)
	})
	return list, nil
}
