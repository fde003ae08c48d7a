package explain

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

// TestWhyNotInlined: reasons that are mechanisms of their own are none.
func TestWhyNotInlined(t *testing.T) {
	const called = "example.com/pairs.(*clamp).called"
	for _, test := range []struct {
		inline *results.Inline
		want   string // the mechanism has it; empty where nothing is found
	}{
		{&results.Inline{Reason: "function too complex: cost 93 exceeds budget 80", Cost: 93}, "(function too complex: cost 93 exceeds budget 80)"},
		{&results.Inline{Reason: "marked go:noinline"}, "(marked go:noinline)"},
		{&results.Inline{Reason: "unhandled op DEFER"}, ""},
		{&results.Inline{Reason: "unhandled op GO"}, ""},
		{&results.Inline{Reason: "recursive"}, ""},
		{&results.Inline{Can: true, Cost: 12}, ""},
		{nil, ""},
	} {
		p := recorded(t, "not-inlined")
		decisions := p.Arm.Decisions
		p.Arm.Decisions = func(f string) []*results.Function {
			if f == called {
				return []*results.Function{{Name: f, Inline: test.inline}}
			}
			return decisions(f)
		}
		text := told(findNotInlined(Side{p, p.Arm, p.Against}))
		if (text == "") != (test.want == "") || !strings.Contains(text, test.want) {
			t.Errorf("%+v: found %q", test.inline, text)
		}
	}
}

// TestNotInlinedBuild: a build that inlines nothing says nothing of it, and the
// other says that it could.
func TestNotInlinedBuild(t *testing.T) {
	p := recorded(t, "not-inlined")
	rename := func(name string) string { return strings.Replace(name, "(*clamp).within", "(*clamp).called", 1) }
	for i := range p.Against.CPU.Entries {
		e := &p.Against.CPU.Entries[i]
		e.Function = rename(e.Function)
	}
	p.Arm.Decisions = func(string) []*results.Function { return nil }
	decisions := p.Against.Decisions
	p.Against.Decisions = func(f string) []*results.Function {
		if strings.HasSuffix(f, ").called") {
			return []*results.Function{{Name: f, Inline: &results.Inline{Can: true, Cost: 20}}}
		}
		return decisions(f)
	}
	text := told(findNotInlined(Side{p, p.Arm, p.Against}))
	if !strings.Contains(text, "not inlined (this build inlines nothing)") {
		t.Errorf("found %q", text)
	}
}
