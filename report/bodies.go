package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/symbol"
)

// mostBodies is how many functions of an arm are looked at.
const mostBodies = 4

// bodies says which functions ran for each arm, from its profile, and how
// they are called, from its machine code.
func (b *builder) bodies() []Body {
	list := []Body{}
	for _, p := range b.cpu {
		compiler := b.compilerOf(p.file.Build)
		listings := b.listingsUnder(side{p.file.Arm, b.out.Headline, p.file.Build})
		for _, f := range b.underTest(p) {
			body := Body{
				Arm: p.file.Arm, Build: p.file.Build,
				Function: f.name,
				Shape:    b.shape(f.name),
				Flat:     p.share(f.flat),
				CalledBy: calledBy(f, listings),
			}
			for _, l := range listings {
				if l.Function == f.name {
					if p.samples > 0 {
						body.Flat = float64(l.Samples) / float64(p.samples)
					}
					body.Direct, body.Indirect = calls(l, "direct"), calls(l, "indirect")
				}
			}
			for _, said := range compiler.find(f.name) {
				if body.Inline == "" {
					body.Inline = inlineText(said.Inline)
				}
			}
			list = append(list, body)
		}
	}
	return list
}

// underTest are the functions that an arm is made of: those of the module,
// the ones that the experiment names as hot first, then those with the most
// samples, and then those of the libraries that they call. The
// benchmark's own functions count only where there is nothing else, since
// they are what calls the arm, and the standard library never does.
func (b *builder) underTest(p *cpuProfile) []*profiled {
	ran := func(f *profiled) bool { return f.cum > 0 }
	list := p.hottest(func(f *profiled) bool { return ran(f) && b.inModule(f.name) && !isBenchmark(f.name) })
	slices.SortStableFunc(list, func(x, y *profiled) int { return cmp.Compare(b.namedHot(x.name), b.namedHot(y.name)) })
	list = append(list, p.hottest(func(f *profiled) bool {
		pkg := symbol.Package(f.name)
		return ran(f) && !isStandard(pkg) && !within(pkg, b.module()) && pkg != probePackage
	})...)
	if len(list) == 0 {
		list = p.hottest(func(f *profiled) bool { return ran(f) && b.inModule(f.name) })
	}
	return list[:min(len(list), mostBodies)]
}

// namedHot is the place of a function among those that the experiment names,
// behind all of them when it is not named.
func (b *builder) namedHot(function string) int {
	for i, pattern := range b.in.Asked.Hot {
		if matched, err := regexp.MatchString(pattern, function); err == nil && matched {
			return i
		}
	}
	return len(b.in.Asked.Hot)
}

// shape classifies a function by its name.
func (b *builder) shape(function string) string {
	switch {
	case strings.Contains(function, "go.shape."):
		return "shape"
	case strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/"):
		return "runtime"
	case b.inModule(function):
		return "concrete"
	}
	return "library"
}

// calls counts the call instructions of one sort.
func calls(l results.Listing, sort string) int {
	n := 0
	for _, i := range l.Instructions {
		if i.Call == sort {
			n++
		}
	}
	return n
}

// calledBy says how a function is reached. A direct call is seen in the
// machine code. An indirect one names nobody: it is inferred where a caller
// of the profile has indirect calls and no direct one that leads there.
func calledBy(f *profiled, listings []results.Listing) string {
	if !f.own {
		return "inlined"
	}
	indirect := false
	for _, l := range listings {
		if l.Function == f.name {
			continue // recursion is not how it is reached
		}
		if callsDirectly(l, f.name) {
			if strings.Contains(f.name, "go.shape.") {
				return "direct call, dictionary passed"
			}
			return "direct call"
		}
		indirect = indirect || f.callers[l.Function] && calls(l, "indirect") > 0
	}
	if indirect {
		return "indirect call"
	}
	return ""
}

func callsDirectly(l results.Listing, target string) bool {
	for _, i := range l.Instructions {
		if i.Call == "direct" && i.Target == target {
			return true
		}
	}
	return false
}

// inlineText writes the compiler's verdict on inlining.
func inlineText(i *results.Inline) string {
	switch {
	case i == nil:
		return ""
	case i.Can && i.Cost > 0:
		return fmt.Sprintf("can inline, cost %d", i.Cost)
	case i.Can:
		return "can inline"
	case i.Reason != "":
		return "cannot inline: " + i.Reason
	case i.Cost > 0:
		return fmt.Sprintf("cannot inline, cost %d", i.Cost)
	}
	return "cannot inline"
}
