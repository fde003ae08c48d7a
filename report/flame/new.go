package flame

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/google/pprof/profile"
)

// New makes the tree of a profile whose samples have nanoseconds, as those of
// CPU and wall-clock profiles do. Operations is how many the profiled process
// ran in all. The root is called "all"; below it are the outermost functions,
// and below those what they called, where it was inlined also. Code that the
// profile has no name for is called "unknown". Nodes that have less than a
// share of the root, from 0 to 1, are left out: what they had stays in those
// above them, as if it were their own. New does not modify or keep raw.
//
// A profile without samples is a root without children. It is an error when
// the profile has no nanoseconds or contradicts itself, and when operations are
// not above zero.
func New(raw *profile.Profile, operations, share float64) (*Node, error) {
	if !(operations > 0) || math.IsInf(operations, 0) {
		return nil, fmt.Errorf("the profile is of %v operations: the number must be above zero", operations)
	}
	time := slices.IndexFunc(raw.SampleType, func(t *profile.ValueType) bool { return t != nil && t.Unit == "nanoseconds" })
	if time < 0 {
		return nil, errors.New("the profile has no nanoseconds")
	}
	if err := raw.CheckValid(); err != nil {
		return nil, fmt.Errorf("the profile contradicts itself: %w", err)
	}
	names := newNames(raw)
	root := &Node{Name: "all"}
	var stacks []stack
	for i, sample := range raw.Sample {
		v := sample.Value[time]
		if v < 0 {
			return nil, fmt.Errorf("sample %d of the profile is negative: %d nanoseconds", i+1, v)
		}
		if v > 0 {
			s := stack{names.of(sample.Location), float64(v) / operations}
			root.Value += s.value
			stacks = append(stacks, s)
		}
	}
	if math.IsInf(root.Value, 0) {
		return nil, fmt.Errorf("the time of %v operations is too large for a number", operations)
	}
	slices.SortFunc(stacks, func(a, b stack) int { return slices.Compare(a.functions, b.functions) })
	root.grow(stacks, 0, share*root.Value, names.list)
	return root, nil
}
