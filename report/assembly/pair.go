package assembly

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/symbol"
)

// A Paired is a function of one arm and the function of another that stands in
// its place. One of them is nil where nothing does. They point into the
// listings that were paired.
type Paired struct {
	A, B *results.Listing

	// Same says that the two are the same code, where calls of functions that
	// were paired are taken for the same call.
	Same bool
}

// Pair says which function of one arm goes with which of another: the one of
// the same name; else, of those that are left, the one of the same name but
// for type arguments, the one that is the same code, the one with the same
// name of method, and at last the one of the same rank. The functions of the
// runtime go with their own only.
//
// Pairs are in the order of a, then what is left of b.
func Pair(a, b []results.Listing) []Paired {
	partner := make([]int, len(a)) // index in b, -1 for none
	taken := make([]bool, len(b))
	for i := range a {
		partner[i] = -1
	}
	match := func(alike func(x, y *results.Listing) bool) {
		for i := range a {
			for j := 0; j < len(b) && partner[i] < 0; j++ {
				if !taken[j] && alike(&a[i], &b[j]) {
					partner[i], taken[j] = j, true
				}
			}
		}
	}
	match(func(x, y *results.Listing) bool { return x.Function == y.Function })
	match(func(x, y *results.Listing) bool { return symbol.Generic(x.Function) == symbol.Generic(y.Function) })
	match(func(x, y *results.Listing) bool {
		return !ofRuntime(x.Function) && !ofRuntime(y.Function) && Same(*x, *y)
	})
	match(func(x, y *results.Listing) bool {
		method := methodName(x.Function)
		return method != "" && method == methodName(y.Function) && !ofRuntime(x.Function) && !ofRuntime(y.Function)
	})
	match(func(x, y *results.Listing) bool { return !ofRuntime(x.Function) && !ofRuntime(y.Function) })

	var pairs []Paired
	var ofA, ofB aliases
	for i := range a {
		p := Paired{A: &a[i]}
		if j := partner[i]; j >= 0 {
			p.B = &b[j]
			alias := fmt.Sprintf("<%d>", i)
			ofA, ofB = ofA.with(a[i].Function, alias), ofB.with(b[j].Function, alias)
		}
		pairs = append(pairs, p)
	}
	for i := range pairs {
		if p := &pairs[i]; p.B != nil {
			p.Same = same(*p.A, *p.B, ofA, ofB)
		}
	}
	for j := range b {
		if !taken[j] {
			pairs = append(pairs, Paired{B: &b[j]})
		}
	}
	return pairs
}

// ofRuntime reports whether a function is the runtime's, by its package.
func ofRuntime(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/") ||
		strings.HasPrefix(function, "runtime/")
}

// counted is a name that the compiler gave a function literal.
var counted = regexp.MustCompile(`^(func|gowrap|deferwrap)?[0-9]+(-range[0-9]+)?$`)

// methodName is the last part of a function's name; empty for a function
// literal, whose name is a number.
func methodName(function string) string {
	name := strings.TrimSuffix(strings.ReplaceAll(symbol.Generic(function), "[...]", ""), "-fm")
	name = name[strings.LastIndexAny(name, "./")+1:]
	if counted.MatchString(name) {
		return ""
	}
	return name
}
