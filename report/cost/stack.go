package cost

import (
	"strings"

	"github.com/google/pprof/profile"
)

// unknown is the name of what a profile has no name for.
const unknown = "unknown"

// A function is what its name tells.
type function struct {
	name string

	// measured says that it belongs to what is measured, runtime that it
	// belongs to the runtime.
	measured, runtime bool

	// pattern is that of the table, or nil.
	pattern *pattern
}

// A frame is a function on a stack, and the place in it: where it called the
// next, or where it was when the sample was taken.
type frame struct {
	*function
	place *Place
}

// An origin is where a sample comes from. There is one function for a name and
// one Place for a place, so that origins can be compared.
type origin struct {
	function, symbol *function
	kind             Kind

	// site is nil where no measured code is on the stack. So is via, and also
	// where the sample lies in measured code.
	site *Place
	via  *function
}

// A reader finds out where samples come from. Names and places occur again and
// again in a profile, and are looked at once.
type reader struct {
	measured  func(function string) bool
	functions map[string]*function
	places    map[Place]*Place
	locations map[*profile.Location][]frame

	// work is the frames inside of the site, kept to be used again.
	work []frame
}

func newReader(measured func(string) bool) *reader {
	return &reader{
		measured:  measured,
		functions: map[string]*function{},
		places:    map[Place]*Place{},
		locations: map[*profile.Location][]frame{},
	}
}

// origin goes from the innermost frame of a stack outwards, to the first that
// is measured code.
func (r *reader) origin(stack []*profile.Location) origin {
	if len(stack) == 0 {
		stack = []*profile.Location{nil}
	}
	leaf := r.frames(stack[0])
	o := origin{function: leaf[0].function, symbol: leaf[len(leaf)-1].function}
	r.work = r.work[:0]
	for _, location := range stack {
		for _, f := range r.frames(location) {
			if f.measured {
				o.site = f.place
				if interrupted(r.work) {
					o.kind = User
					return o
				}
				if n := len(r.work); n > 0 {
					o.via = r.work[n-1].function
				}
				o.kind = kindOf(r.work)
				return o
			}
			r.work = append(r.work, f)
		}
	}
	o.kind = kindOf(r.work)
	return o
}

// interrupted reports whether frames are nothing but the stub that stands on a
// stack where the scheduler took the processor away: the code below it asked
// for nothing. A profile has it often, since a sample that falls due while a
// signal is handled comes when the code goes on.
func interrupted(frames []frame) bool {
	for _, f := range frames {
		if f.name != "runtime.asyncPreempt" {
			return false
		}
	}
	return true
}

// frames are those of a location, one at least: the innermost function first,
// and last the one that the others were inlined into.
func (r *reader) frames(l *profile.Location) []frame {
	if known, ok := r.locations[l]; ok {
		return known
	}
	var frames []frame
	if l != nil {
		for _, line := range l.Line {
			if line.Function == nil {
				continue
			}
			f := r.function(line.Function.Name)
			frames = append(frames, frame{f, r.place(Place{Function: f.name, File: line.Function.Filename, Line: int(line.Line)})})
		}
	}
	if len(frames) == 0 {
		frames = []frame{{r.function(unknown), r.place(Place{Function: unknown})}}
	}
	r.locations[l] = frames
	return frames
}

func (r *reader) place(p Place) *Place {
	known := r.places[p]
	if known == nil {
		known = &p
		r.places[p] = known
	}
	return known
}

func (r *reader) function(name string) *function {
	if name == "" {
		name = unknown
	}
	f := r.functions[name]
	if f == nil {
		f = &function{name: name, runtime: isRuntime(name), pattern: kinds.find(name)}
		f.measured = name != unknown && !isGenerated(name) && r.measured(name)
		r.functions[name] = f
	}
	return f
}

// isRuntime reports whether a function belongs to the runtime, or is made by
// the compiler. Some of the runtime's in assembly have no package.
func isRuntime(name string) bool {
	return strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "internal/runtime/") ||
		isGenerated(name) || !strings.Contains(name, ".")
}

// isGenerated reports whether a function is one that the compiler makes to
// hash or compare values of a type, such as "type:.eq.example.com/m.Key". It
// is nobody's code, although it is named like the type.
func isGenerated(name string) bool { return strings.HasPrefix(name, "type:") }
