package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// moreWork finds work that More does more often than Less, or that Less does
// not do at all: the same function, at several times the cost.
//
// It groups all that measured code spends by the function that it is spent in,
// or by the function of a library that was asked for it. It looks for groups
// that surely cost More half as much again, in functions that are the same
// code in both arms and have their samples in the same blocks of it; and for
// functions that More calls and Less does not, where the rest of the program's
// work is no larger in Less. Calls in the machine code and counts of the
// allocation profile agree. It accounts for all that the groups cost.
//
// It says nothing where a rule about compiled code explains half of that or
// more; of a function without loops that Less may have inlined; where most of what a function costs is spent in the runtime, which has
// rules of its own; and where samples lie elsewhere in the function, since then
// it is the data that makes it slow.
var moreWork = Rule{Name: "more-work", Find: findMoreWork}

const (
	// timesMore is how many times as much a function must cost.
	timesMore = 1.5

	// leastOverlap is the share of samples that must lie in the same basic
	// blocks.
	leastOverlap = 0.7

	// leastRest is the share of what a function costs that Less may do more
	// instead.
	leastRest = 0.05
)

func findMoreWork(s Side) []Finding {
	if s.More.CPU == nil || s.Less.CPU == nil {
		return nil
	}
	more, less := bodies(s, s.More), bodies(s, s.Less)
	ofMore, ofLess := calls(s.More, more), calls(s.Less, less)
	costMore, costLess := spentOn(s.More.CPU, anyWork), spentOn(s.Less.CPU, anyWork)
	ownMore, ownLess := spentOn(s.More.CPU, ofCode), spentOn(s.Less.CPU, ofCode)
	running := spentOn(s.More.CPU, func(e *cost.Entry) bool { return e.Kind != cost.Scheduling })
	groups, only := map[string]bool{}, map[string]bool{}
	for name, n := range costMore {
		switch {
		case !s.notable(s.sampled(n, costLess[name])), !s.severalTimes(n, costLess[name]):
		case 2*ownMore[name] < running[name]: // what the runtime does for it tells more
		case costLess[name] == 0:
			only[name] = len(ofMore[name]) > 0 && len(ofLess[name]) == 0 && !s.inlinable(name, more)
		case s.severalTimes(ownMore[name], ownLess[name]) && s.doneAlike(name, more, less):
			groups[name] = true
		}
	}
	if s.onlyMore(only) {
		for name := range only {
			groups[name] = groups[name] || only[name]
		}
	}
	most := ""
	for name := range groups {
		extra, known := costMore[name]-costLess[name], costMore[most]-costLess[most]
		if groups[name] && (most == "" || extra > known || extra == known && name < most) {
			most = name
		}
	}
	claims := func(e *cost.Entry) bool { return groups[groupOf(e)] }
	if extra := s.Extra(claims); most == "" || !s.notable(extra) || s.explained(0.5*extra.Value) {
		return nil
	}
	f := Finding{Place: s.place(func(e *cost.Entry) bool { return groupOf(e) == most }), Claims: claims}
	a, b := perOperation(s.More.CPU, costMore[most]), perOperation(s.Less.CPU, costLess[most])
	var e Evidence
	if only[most] {
		f.Mechanism = fmt.Sprintf("%s calls %s, and %s does not.", s.More.Name, symbol.Short(most), s.Less.Name)
		e.Agree(fmt.Sprintf("CPU profile: %s in %s, none in %s", perOp(a), symbol.Short(most), s.Less.Name))
	} else {
		f.Mechanism = fmt.Sprintf("%s does %s times the work in %s that %s does.", s.More.Name, format.Number(a/b), symbol.Short(most), s.Less.Name)
		e.Agree(fmt.Sprintf("CPU profile: %s in %s against %s in %s", perOp(a), symbol.Short(most), perOp(b), s.Less.Name))
	}
	if sites := ofMore[most]; len(sites) > len(ofLess[most]) {
		e.Agree(fmt.Sprintf("machine code: %s of %s, the first at %s; %s in %s",
			numbered(len(sites), "call", "calls"), symbol.Short(most), at(sites[0].body.where(sites[0].at)),
			times(len(ofLess[most])), s.Less.Name))
	}
	e.Agree(s.allocatesAlike(most, a, b))
	e.Put(&f)
	return []Finding{f}
}

// spentOn is the samples of entries by groupOf.
func spentOn(p *cost.Profile, keep func(*cost.Entry) bool) map[string]int64 {
	spent := map[string]int64{}
	for e := range entries(p, keep) {
		if group := groupOf(e); group != "" {
			spent[group] += e.Samples
		}
	}
	return spent
}

// ofCode chooses the entries of the program's own work and of work on text and
// hashes, which no rule about the runtime accounts for.
func ofCode(e *cost.Entry) bool {
	return ofProgram(e) || (e.Kind == cost.Strings || e.Kind == cost.Hashing) && workOf(e) == noWork
}

// anyWork chooses all entries.
func anyWork(*cost.Entry) bool { return true }

// severalTimes reports whether samples of More surely come to several times what
// those of Less do.
func (s Side) severalTimes(more, less int64) bool {
	a, b := s.sampled(more, 0), scaled(s.sampled(0, less), timesMore)
	return added(a, b).Above()
}

// groupOf is the function that an entry's work is done for: the function of a
// library that measured code called, or the function of measured code itself.
// It is empty for what nobody there asked for, and for the harness.
func groupOf(e *cost.Entry) string {
	if e.Kind == cost.Harness {
		return ""
	}
	return libraryOr(e.Via, e.Site.Function)
}

// libraryOr is via where it is a function of a library, and else site: what the
// runtime does is done for who asked.
func libraryOr(via, site string) string {
	pkg := symbol.Package(via)
	if via == "" || pkg == "runtime" || strings.HasPrefix(pkg, "internal/") || askedFor(via) != noWork {
		return site
	}
	return via
}

// doneAlike reports whether a function that runs in both arms does the same in
// both, only more often: as far as the machine code tells, it is the same code
// with its samples in the same basic blocks.
func (s Side) doneAlike(function string, more, less []body) bool {
	named := func(b body) bool { return b.Function == function }
	i, j := slices.IndexFunc(more, named), slices.IndexFunc(less, named)
	if i < 0 || j < 0 {
		// It was inlined, or is a library's, of which the record has no
		// machine code under this name.
		return i < 0 && j < 0
	}
	a, b := more[i], less[j]
	if !assembly.Same(*a.Listing, *b.Listing) {
		return false
	}
	const enough = 30 // samples to tell where they lie
	if a.Samples < enough || b.Samples < enough {
		return true
	}
	overlap, shareA, shareB := 0.0, 0.0, 0.0
	for n, class := range a.classes {
		shareA += float64(a.Instructions[n].Samples) / float64(a.Samples)
		shareB += float64(b.Instructions[n].Samples) / float64(b.Samples)
		// Which instruction of a few a sample lies on is chance.
		if class&(assembly.Branch|assembly.DirectCall|assembly.IndirectCall) != 0 || n == len(a.classes)-1 {
			overlap += min(shareA, shareB)
			shareA, shareB = 0, 0
		}
	}
	return overlap >= leastOverlap
}

// inlinable reports whether a function is measured code that may have been
// inlined in Less under another name, for all that is known of it: it has no
// loop, or the record does not have its machine code.
func (s Side) inlinable(function string, list []body) bool {
	i := slices.IndexFunc(list, func(b body) bool { return b.Function == function })
	if i < 0 {
		return s.Measured(function)
	}
	return s.Measured(function) && !list[i].has(assembly.Loop)
}

// onlyMore reports whether Less does without some functions of More: whether
// the rest of the program's work is no larger in Less than it is in More, as it
// would be if Less did the same in another way.
func (s Side) onlyMore(functions map[string]bool) bool {
	rest := func(e *cost.Entry) bool { return ofCode(e) && !functions[groupOf(e)] }
	only := func(e *cost.Entry) bool { return functions[groupOf(e)] }
	return s.Less.CPU.Sum(rest).Value <= s.More.CPU.Sum(rest).Value+leastRest*s.More.CPU.Sum(only).Value
}

// explained reports whether a rule about compiled code accounts for so much,
// in nanoseconds per operation.
func (s Side) explained(amount float64) bool {
	for _, rule := range []Rule{boundsChecks, division, dynamicDispatch, largeCopy, notInlined, sharedLine, writeBarrier} {
		for _, f := range rule.Find(s) {
			found := s.Extra(f.Claims).Value
			if f.Amount != nil {
				found = min(found, f.Amount.Value)
			}
			if found >= amount {
				return true
			}
		}
	}
	return false
}

// allocatesAlike says how many times as many objects a function allocates in
// More, where that is about how many times as much it costs. It is empty where
// it is not, or where it allocates nothing.
func (s Side) allocatesAlike(function string, more, less float64) string {
	of := func(a *Arm) float64 {
		count, _ := totals(chosen(a.Allocs, func(x *cost.Amount) bool { return libraryOr(x.Via, x.Site.Function) == function }))
		return count
	}
	objects, lessObjects := of(s.More), of(s.Less)
	if !exceeds(objects, lessObjects, leastEvents) {
		return ""
	}
	const near = 1.3
	if ratio := objects / lessObjects; less > 0 && (ratio > near*more/less || near*ratio < more/less) {
		return ""
	}
	return fmt.Sprintf("allocation profile: it allocates %s objects per operation against %s in %s",
		format.Number(objects), format.Number(lessObjects), s.Less.Name)
}
