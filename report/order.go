package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments"
)

// ranks says where an arm, a build, a workload or a metric stands on the
// page. What is not listed comes last.
type ranks struct {
	arm, build, workload, metric map[string]int
	baseline                     string
}

func newRanks(x *Experiment) ranks {
	r := ranks{
		arm: map[string]int{}, build: map[string]int{},
		workload: map[string]int{}, metric: map[string]int{},
		baseline: x.Baseline,
	}
	for i, arm := range x.Arms {
		r.arm[arm.Name] = i
		if arm.Name == x.Baseline {
			r.arm[experiments.ControlArm] = i
		}
	}
	for i, build := range x.Builds {
		r.build[build.Name] = i
	}
	for i, workload := range x.Workloads {
		r.workload[workload] = i
	}
	for i, metric := range x.Metrics {
		r.metric[metric.Unit] = i
	}
	return r
}

// place is the rank of a name, the number of names when it is not listed.
func place(rank map[string]int, name string) int {
	if i, ok := rank[name]; ok {
		return i
	}
	return len(rank)
}

// compareArms puts the baseline first and the others in the order of the
// page.
func (r ranks) compareArms(a, b string) int {
	position := func(arm string) int {
		if arm == r.baseline {
			return -1
		}
		return place(r.arm, arm)
	}
	return cmp.Or(cmp.Compare(position(a), position(b)), compareNatural(a, b))
}

func (r ranks) compareBuilds(a, b string) int {
	return cmp.Or(cmp.Compare(place(r.build, a), place(r.build, b)), compareNatural(a, b))
}

// orderWorkloads lists what was measured, the headline's workload first and
// the others in natural order. The headline is the workload that the
// experiment names, else the one that evidence was captured of.
func (b *builder) orderWorkloads() (list []string, headline string) {
	list = slices.SortedFunc(maps.Keys(b.workloads), compareNatural)
	if len(list) == 0 {
		return []string{}, ""
	}
	at := 0
	if asked := b.in.Asked.Workload; len(asked) > 0 {
		at = max(0, slices.IndexFunc(list, func(w string) bool { return asked.Matches(b.workloads[w]) }))
	} else if len(b.in.Profiles) > 0 {
		at = max(0, slices.Index(list, b.in.Profiles[0].Workload.String()))
	}
	headline = list[at]
	list = slices.Insert(slices.Delete(list, at, at+1), 0, headline)
	return list, headline
}

// arms lists the arms that the experiment describes, in its order, and then
// those that were measured besides, in natural order.
func (b *builder) arms() []Arm {
	list := []Arm{}
	listed := map[string]bool{experiments.ControlArm: true}
	for _, arm := range b.in.Asked.Arms {
		list = append(list, Arm{Name: arm.Name, Label: cmp.Or(arm.Label, arm.Name), Note: arm.Note, Bound: arm.Bound})
		listed[arm.Name] = true
	}
	for _, name := range b.unlisted(listed, func(s side) string { return s.arm }) {
		list = append(list, Arm{Name: name, Label: name})
	}
	return list
}

// builds lists the builds of the experiment, and then those that were
// measured besides. There is always one.
func (b *builder) builds() []Build {
	var list []Build
	listed := map[string]bool{}
	for _, build := range b.in.Asked.Builds {
		list = append(list, Build{Name: build.Name, Label: cmp.Or(build.Label, build.Name), Flags: buildFlags(build)})
		listed[build.Name] = true
	}
	for _, name := range b.unlisted(listed, func(s side) string { return s.build }) {
		list = append(list, Build{Name: name, Label: name})
	}
	if len(list) == 0 {
		list = []Build{{Name: experiments.DefaultBuild, Label: experiments.DefaultBuild}}
	}
	return list
}

// unlisted are the names of measured cells that are not listed yet.
func (b *builder) unlisted(listed map[string]bool, name func(side) string) []string {
	found := map[string]bool{}
	for s := range b.series {
		if !listed[name(s)] {
			found[name(s)] = true
		}
	}
	return slices.SortedFunc(maps.Keys(found), compareNatural)
}

// buildFlags writes how a build is made, as one would type it.
func buildFlags(build experiments.Build) string {
	var flags []string
	for _, key := range slices.Sorted(maps.Keys(build.Env)) {
		flags = append(flags, shellQuote(key+"="+build.Env[key]))
	}
	if build.GCFlags != "" {
		flags = append(flags, shellQuote("-gcflags="+build.GCFlags))
	}
	if build.PGO != "" {
		flags = append(flags, shellQuote("-pgo="+build.PGO))
	}
	return strings.Join(flags, " ")
}

// falseFirst orders two conditions.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// compareNatural orders text as people do: runs of digits count as numbers,
// so that values=100 comes after values=20.
func compareNatural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		digitsX, digitsY := leadingDigits(x), leadingDigits(y)
		if digitsX == 0 || digitsY == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		numberX := strings.TrimLeft(x[:digitsX], "0")
		numberY := strings.TrimLeft(y[:digitsY], "0")
		if c := cmp.Or(cmp.Compare(len(numberX), len(numberY)), strings.Compare(numberX, numberY)); c != 0 {
			return c
		}
		x, y = x[digitsX:], y[digitsY:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
