package causes

// A Pair is two ways to write something, of which the difference is known.
type Pair struct {
	// Name is the value of the key pair in the names of the benchmarks.
	Name string

	// Cause is the rule whose finding has to come first. It is empty where
	// both arms have the same code, and nothing may be found.
	Cause string

	// Also are rules that are right as well, and may follow: a pair whose
	// cause is allocation has garbage to collect, too.
	Also []string
}

// Pairs are all pairs, those without a cause last.
var Pairs = []Pair{
	{Name: "allocation", Cause: "allocation", Also: []string{"gc-pressure", "write-barrier"}},
	{Name: "append", Cause: "allocation", Also: []string{"gc-pressure", "large-copy"}},
	{Name: "boxing", Cause: "allocation", Also: []string{"gc-pressure", "write-barrier", "conversion"}},
	{Name: "gc-pressure", Cause: "gc-pressure"},
	{Name: "not-inlined", Cause: "not-inlined"},
	{Name: "interface", Cause: "dynamic-dispatch", Also: []string{"not-inlined"}},
	{Name: "closure", Cause: "dynamic-dispatch", Also: []string{"not-inlined"}},
	{Name: "dictionary", Cause: "dynamic-dispatch", Also: []string{"not-inlined"}},
	{Name: "bounds-checks", Cause: "bounds-checks"},
	{Name: "large-argument", Cause: "large-copy"},
	{Name: "large-copy", Cause: "large-copy"},
	{Name: "write-barrier", Cause: "write-barrier"},
	{Name: "lock-wait", Cause: "lock-wait", Also: []string{"lock-cost", "shared-line"}},
	{Name: "lock-cost", Cause: "lock-cost", Also: []string{"not-inlined"}},
	{Name: "shared-line", Cause: "shared-line"},
	{Name: "goroutine", Cause: "goroutine", Also: []string{"allocation", "lock-cost", "lock-wait", "gc-pressure"}},
	{Name: "timer", Cause: "timer", Also: []string{"clock", "lock-cost"}},
	{Name: "clock", Cause: "clock"},
	{Name: "channel", Cause: "channel", Also: []string{"lock-cost"}},
	{Name: "map", Cause: "map"},
	{Name: "conversion", Cause: "conversion"},
	{Name: "defer", Cause: "defer"},
	{Name: "reflection", Cause: "reflection", Also: []string{"dynamic-dispatch", "not-inlined"}},
	{Name: "syscall", Cause: "syscall", Also: []string{"lock-cost"}},
	{Name: "division", Cause: "division"},
	{Name: "more-work", Cause: "more-work"},

	{Name: "renamed"},
	{Name: "renamed-allocating"},
	{Name: "loop-form"},
	{Name: "reordered"},
	{Name: "generic"},
	{Name: "fields"},
	{Name: "method"},
}

// Unplanted are the rules that no pair has as its cause, and why.
var Unplanted = map[string]string{
	"same-code": "it says that there is no cause; the pairs without one are for it",
	"layout":    "the layout of a binary cannot be written in Go; it needs several linkings of the same code",
}
