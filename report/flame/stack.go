package flame

import (
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// A stack is the functions of a sample by their numbers, the outermost first,
// and its nanoseconds per operation.
type stack struct {
	functions []uint32
	value     float64
}

// names gives the functions of a profile numbers, in the order of their names:
// two numbers compare as the names do.
type names struct {
	list []string

	// locations are the functions of a location, the outermost first.
	locations map[*profile.Location][]uint32
}

func newNames(raw *profile.Profile) *names {
	n := &names{list: []string{unknown}, locations: map[*profile.Location][]uint32{}}
	for _, f := range raw.Function {
		n.list = append(n.list, nameOf(f))
	}
	slices.Sort(n.list)
	n.list = slices.Compact(n.list)
	return n
}

// unknown is the name of what a profile has no name for.
const unknown = "unknown"

func nameOf(f *profile.Function) string {
	if f == nil || f.Name == "" {
		return unknown
	}
	return f.Name
}

func (n *names) number(name string) uint32 {
	i, _ := slices.BinarySearchFunc(n.list, name, strings.Compare)
	return uint32(i)
}

// of are the functions of a stack's locations, which come with the innermost
// first. There is one at least.
func (n *names) of(locations []*profile.Location) []uint32 {
	var functions []uint32
	for _, l := range slices.Backward(locations) {
		functions = append(functions, n.ofLocation(l)...)
	}
	if len(functions) == 0 {
		functions = []uint32{n.number(unknown)}
	}
	return functions
}

// ofLocation are the functions of a location, one at least. A location has
// several where calls were inlined, the innermost first.
func (n *names) ofLocation(l *profile.Location) []uint32 {
	known, ok := n.locations[l]
	if !ok {
		for _, line := range slices.Backward(l.Line) {
			if line.Function != nil {
				known = append(known, n.number(nameOf(line.Function)))
			}
		}
		if len(known) == 0 {
			known = []uint32{n.number(unknown)}
		}
		n.locations[l] = known
	}
	return known
}
