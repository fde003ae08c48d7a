package cost

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// measured is what tests measure: the functions of package m.
func measured(function string) bool { return strings.HasPrefix(function, "m.") }

// A builder makes profiles of stacks.
type builder struct {
	*profile.Profile
	locations map[string]*profile.Location
	functions map[string]*profile.Function
}

// newBuilder begins a profile with types of samples such as "cpu/nanoseconds".
func newBuilder(types ...string) *builder {
	b := &builder{
		Profile:   &profile.Profile{},
		locations: map[string]*profile.Location{},
		functions: map[string]*profile.Function{},
	}
	for _, t := range types {
		name, unit, _ := strings.Cut(t, "/")
		b.SampleType = append(b.SampleType, &profile.ValueType{Type: name, Unit: unit})
	}
	return b
}

// cpuProfile is a CPU profile with 100 samples a second. A stack is its
// locations, the innermost first, separated by " < ". A location is its
// functions, the innermost first, separated by "|"; all but the last are
// inlined. A number behind a colon is the line, else it is 1. "?" is a location
// that the profile has no name for.
func cpuProfile(counts map[string]int64) *profile.Profile {
	b := newBuilder("samples/count", "cpu/nanoseconds")
	for stack, n := range counts {
		b.add(stack, n, n*10_000_000)
	}
	return b.Profile
}

func (b *builder) add(stack string, values ...int64) {
	sample := &profile.Sample{Value: values}
	for name := range strings.SplitSeq(stack, " < ") {
		if name != "" {
			sample.Location = append(sample.Location, b.location(name))
		}
	}
	b.Sample = append(b.Sample, sample)
}

func (b *builder) location(name string) *profile.Location {
	l := b.locations[name]
	if l == nil {
		l = &profile.Location{ID: uint64(len(b.locations) + 1)}
		for function := range strings.SplitSeq(name, "|") {
			if function == "?" {
				continue
			}
			line := 1
			if at := strings.LastIndexByte(function, ':'); at >= 0 {
				if n, err := strconv.Atoi(function[at+1:]); err == nil {
					function, line = function[:at], n
				}
			}
			l.Line = append(l.Line, profile.Line{Function: b.function(function), Line: int64(line)})
		}
		b.locations[name] = l
		b.Location = append(b.Location, l)
	}
	return l
}

func (b *builder) function(name string) *profile.Function {
	f := b.functions[name]
	if f == nil {
		f = &profile.Function{ID: uint64(len(b.functions) + 1), Name: name, Filename: name + ".go"}
		b.functions[name] = f
		b.Function = append(b.Function, f)
	}
	return f
}

// mustNew reads a profile that is in order.
func mustNew(t testing.TB, raw *profile.Profile, operations float64) *Profile {
	t.Helper()
	p, err := New(raw, operations, measured)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
