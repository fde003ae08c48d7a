package disasm

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"github.com/google/pprof/profile"
)

// Hot returns the names of the functions whose machine code is worth showing,
// most samples first.
//
// With patterns, these are the functions of the profile that match one of
// them, wherever they are in the stacks; if there are none, the matching ones
// of symbols, which are the functions of the binary. Without patterns, they
// are as many as it takes for share of all samples, from 0 to 1, to have
// their leaf in one of them.
func Hot(p *profile.Profile, symbols []string, patterns []*regexp.Regexp, share float64) []string {
	matches := func(name string) bool {
		return slices.ContainsFunc(patterns, func(r *regexp.Regexp) bool { return r.MatchString(name) })
	}
	leaves := map[string]int64{}
	total := int64(0)
	count := sampleIndex(p)
	for _, s := range p.Sample {
		total += s.Value[count]
		for depth, l := range s.Location {
			name := physical(l)
			switch {
			case name == "":
			case depth == 0:
				leaves[name] += s.Value[count]
			default:
				leaves[name] += 0 // present
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(leaves), func(a, b string) int {
		return cmp.Or(-cmp.Compare(leaves[a], leaves[b]), cmp.Compare(a, b))
	})
	if len(patterns) > 0 {
		hot := slices.DeleteFunc(names, func(name string) bool { return !matches(name) })
		if len(hot) > 0 {
			return hot
		}
		return slices.DeleteFunc(slices.Clone(symbols), func(name string) bool { return !matches(name) })
	}
	covered := int64(0)
	for i, name := range names {
		if leaves[name] == 0 || float64(covered) >= share*float64(total) {
			return names[:i]
		}
		covered += leaves[name]
	}
	return names
}

// physical is the name of the function in the binary that a location lies in,
// empty when it is not known. The frames before the last were inlined.
func physical(l *profile.Location) string {
	if len(l.Line) == 0 || l.Line[len(l.Line)-1].Function == nil {
		return ""
	}
	return l.Line[len(l.Line)-1].Function.Name
}

// sampleIndex is where in the values of a sample its number of samples is.
func sampleIndex(p *profile.Profile) int {
	return max(0, slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == "samples" }))
}
