package disasm

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/pprof/profile"
)

// A stack is a sample of a made-up profile: its count, and its frames with
// the leaf first. A frame is the functions at one address, the innermost
// inlined one first.
type stack struct {
	count   int64
	address uint64 // of the leaf
	frames  [][]string
}

// newProfile makes a CPU profile.
func newProfile(stacks ...stack) *profile.Profile {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}, {Type: "samples", Unit: "count"}},
	}
	function := map[string]*profile.Function{}
	for _, s := range stacks {
		sample := &profile.Sample{Value: []int64{s.count * 10_000_000, s.count}}
		for depth, frame := range s.frames {
			l := &profile.Location{ID: uint64(len(p.Location) + 1), Address: 1}
			if depth == 0 {
				l.Address = s.address
			}
			for _, name := range frame {
				if function[name] == nil {
					function[name] = &profile.Function{ID: uint64(len(function) + 1), Name: name}
					p.Function = append(p.Function, function[name])
				}
				l.Line = append(l.Line, profile.Line{Function: function[name]})
			}
			p.Location = append(p.Location, l)
			sample.Location = append(sample.Location, l)
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

func TestHot(t *testing.T) {
	p := newProfile(
		// Inlined code counts for the function that it is in.
		stack{count: 60, frames: [][]string{{"sync.(*Mutex).Lock", "m.(*T[go.shape.int]).Send"}, {"m.BenchmarkSend.func1"}}},
		stack{count: 25, frames: [][]string{{"m.(*T[go.shape.int]).Send"}, {"m.BenchmarkSend.func1"}}},
		stack{count: 10, frames: [][]string{{"runtime.mallocgc"}, {"m.(*T[go.shape.int]).Send"}}},
		stack{count: 4, frames: [][]string{{"m.BenchmarkSend.func1"}}},
		stack{count: 1, frames: [][]string{{}}}, // unknown
		stack{count: 0, frames: nil},
	)
	symbols := []string{"m.(*T[go.shape.int]).Send", "m.(*U).Send", "m.main"}
	const send, alloc, loop = "m.(*T[go.shape.int]).Send", "runtime.mallocgc", "m.BenchmarkSend.func1"

	check := func(share float64, patterns []string, want ...string) {
		t.Helper()
		var expressions []*regexp.Regexp
		for _, pattern := range patterns {
			expressions = append(expressions, regexp.MustCompile(pattern))
		}
		if got := Hot(p, symbols, expressions, share); !slices.Equal(got, want) {
			t.Errorf("Hot(share %v, patterns %q) = %q, want %q", share, patterns, got, want)
		}
	}
	check(0.5, nil, send)
	check(0.85, nil, send)
	check(0.9, nil, send, alloc)
	check(1, nil, send, alloc, loop)
	check(0, nil)
	// Patterns find callers, in the order of samples, whatever the share.
	check(0.5, []string{`Benchmark`, `\.Send$`}, send, loop)
	// The binary is asked only when the profile has none of them.
	check(0.5, []string{`\(\*U\)`}, "m.(*U).Send")
	check(0.5, []string{`^none$`})

	if got := Hot(newProfile(), nil, nil, 0.9); len(got) > 0 {
		t.Errorf("an empty profile has %q", got)
	}
}
