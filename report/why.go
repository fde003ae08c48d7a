package report

import (
	"maps"
	"slices"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/symbol"
)

// explain says of each comparison of the metric that decides what the
// difference consists of, and why there is one.
func (b *builder) explain() {
	for i := range b.out.Comparisons {
		c := &b.out.Comparisons[i]
		if !c.Primary || c.Control {
			continue
		}
		arm := side{c.Arm, c.Workload, c.Build}
		against := side{c.Against, c.Workload, c.AgainstBuild}
		pair := &explain.Pair{
			Arm: b.armOf(arm), Against: b.armOf(against),
			Settled: c.Verdict != Same && c.Verdict != Undecided,
			Same:    c.Verdict == Same,
			Procs:   b.record.Run.Machine.GOMAXPROCS,
			LayoutDecides: slices.ContainsFunc(b.out.Warnings, func(w Warning) bool {
				return w.Kind == LayoutDecides && w.Arm == c.Arm && w.Workload == c.Workload && w.Build == c.Build
			}),
			Measured: b.measured,
		}
		if pair.Arm.CPU == nil || pair.Against.CPU == nil {
			continue
		}
		pair.Arm.Name, pair.Against.Name = pairNames(c)
		measured, ok := b.measuredCost(arm, against, c.Metric)
		if !ok {
			continue
		}
		c.Cost = b.costDifference(pair, measured, c)
		pair.Difference = measured.difference
		findings, unexplained := explain.Explain(pair)
		c.Findings = append(c.Findings, findings...)
		c.Unexplained = &unexplained
	}
}

// pairNames are the names that findings call the two sides by: those of the
// arms, or of the builds where these are compared.
func pairNames(c *Comparison) (arm, against string) {
	if c.Arm == c.Against {
		return c.Build, c.AgainstBuild
	}
	return c.Arm, c.Against
}

// measured reports whether a function belongs to what is measured: to the
// module or to a library of another one. The standard library and the harness
// do not, nor what the harness itself calls.
func (b *builder) measured(function string) bool {
	pkg := symbol.Package(function)
	if within(pkg, b.module()) {
		return b.inModule(function)
	}
	for _, harness := range []string{probePackage, "github.com/felixge/fgprof", "golang.org/x/sys"} {
		if within(pkg, harness) {
			return false
		}
	}
	return !isStandard(pkg)
}

// armOf gathers what the record holds of a cell.
func (b *builder) armOf(key side) *explain.Arm {
	if known, ok := b.explained[key]; ok {
		copied := *known
		return &copied
	}
	arm := &explain.Arm{
		Name:      key.arm,
		Values:    map[string]float64{},
		Decisions: b.compilerOf(key.build).find,
		Listings:  b.listingsUnder(key),
	}
	if s := b.series[key]; s != nil {
		for unit := range maps.Keys(s.columns) {
			if f := b.figure(key, unit); f != nil {
				arm.Values[unit] = f.Median
			}
		}
	}
	for i := range b.in.Processes {
		// What only evidence tells, such as collections per operation.
		p := &b.in.Processes[i]
		if len(p.Values) == 0 || p.Failure != "" || sideOf(p.Cell, false) != key {
			continue
		}
		_, many := p.Values["ops"]
		for unit, v := range p.Values {
			if many && (unit == "B/op" || unit == "allocs/op") {
				continue // of an iteration, which is many operations here
			}
			if _, known := arm.Values[unit]; !known {
				arm.Values[unit] = v
			}
		}
	}
	for i := range b.in.Structs {
		if b.in.Structs[i].Build == key.build {
			arm.Structs = b.in.Structs[i].Types
		}
	}
	for _, file := range b.in.Profiles {
		if file.Arm == key.arm && file.Build == key.build && file.Workload.String() == key.workload {
			b.addProfile(arm, file)
		}
	}
	b.explained[key] = arm
	copied := *arm
	return &copied
}

// addProfile reads one profile into an arm. One that cannot be read is left
// out here, and told where profiles are listed.
func (b *builder) addProfile(arm *explain.Arm, file results.ProfileFile) {
	operations := operationsIn(file)
	if operations <= 0 || !file.Kind.IsPprof() {
		return
	}
	read := b.rawProfile
	if file.Kind != results.CPU {
		read = b.readProfile // read once, and so not kept
	}
	raw, err := read(file)
	if err != nil {
		return
	}
	switch file.Kind {
	case results.CPU:
		arm.CPU, _ = cost.New(raw, operations, b.measured)
		if arm.CPU != nil && arm.CPU.Samples == 0 {
			arm.CPU = nil
		}
	case results.Wall:
		arm.Wall, _ = cost.New(raw, operations, b.measured)
	case results.Allocs:
		arm.Allocs, _ = cost.Amounts(raw, "alloc_objects", "alloc_space", operations, b.measured)
	case results.Mutex:
		arm.Mutex, _ = cost.Amounts(raw, "contentions", "delay", operations, b.measured)
	case results.Block:
		arm.Block, _ = cost.Amounts(raw, "contentions", "delay", operations, b.measured)
	}
}

// operationsIn is how many operations the process ran that wrote a profile,
// all of them, also those that were not measured; zero where that is not
// known. A benchmark whose iteration is many operations says how many.
func operationsIn(file results.ProfileFile) float64 {
	if ops := file.Values["ops"]; finite(ops) && ops > 0 {
		return ops
	}
	return float64(file.Iterations)
}

// listingsUnder is the machine code of an arm under a workload. What does not
// say its workload is of the headline's.
func (b *builder) listingsUnder(key side) []results.Listing {
	var list []results.Listing
	for _, a := range b.in.Assemblies {
		workload := b.out.Headline
		if len(a.Workload) > 0 {
			workload = a.Workload.String()
		}
		if a.Arm == key.arm && a.Build == key.build && workload == key.workload {
			list = append(list, a.Listings...)
		}
	}
	return list
}

// isHeadline reports whether evidence is of the headline's workload.
func (b *builder) isHeadline(w experiments.Workload) bool {
	return len(w) == 0 || w.String() == b.out.Headline
}
