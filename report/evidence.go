package report

import (
	"cmp"
	"slices"

	"github.com/assay-bench/assay/experiments/results"
)

// The kinds of Artefacts that are not profiles.
const (
	compilerKind = "compiler"
	assemblyKind = "assembly"
	structsKind  = "structs"
)

// evidence lists the captured files, arm by arm: profiles in the order in
// which they are taken, then machine code. What the compiler said, and the
// layout of types, belong to a build, to no arm, and come then; last are the
// files of the experiment.
func (b *builder) evidence() []Artefact {
	timed := b.timedBinaries()
	list := []Artefact{}
	for _, p := range b.in.Profiles {
		list = append(list, Artefact{
			Arm: p.Arm, Build: p.Build, Workload: p.Workload.String(),
			Kind: string(p.Kind), Path: p.Path, Bytes: p.Bytes, Open: b.open(p),
			Binary: p.Binary, Timed: timed[binary{p.Build, p.Binary}],
		})
	}
	for _, a := range b.in.Assemblies {
		list = append(list, Artefact{
			Arm: a.Arm, Build: a.Build, Workload: a.Workload.String(),
			Kind: assemblyKind, Path: a.Path, Bytes: a.Bytes, Open: shellLine([]string{"less", b.path(a.Path)}),
			Binary: a.Binary, Timed: timed[binary{a.Build, a.Binary}],
		})
	}
	slices.SortStableFunc(list, func(x, y Artefact) int {
		return cmp.Or(b.rank.compareArms(x.Arm, y.Arm), b.rank.compareBuilds(x.Build, y.Build), cmp.Compare(kindRank(x.Kind), kindRank(y.Kind)))
	})
	for _, c := range b.in.Compilers {
		list = append(list, Artefact{
			Build: c.Build,
			Kind:  compilerKind, Path: c.Path, Bytes: c.Bytes, Open: shellLine([]string{"less", b.path(c.Path)}),
			Binary: c.Binary, Timed: timed[binary{c.Build, c.Binary}],
		})
	}
	for _, s := range b.in.Structs {
		list = append(list, Artefact{
			Build: s.Build,
			Kind:  structsKind, Path: s.Path, Bytes: s.Bytes, Open: shellLine([]string{"less", b.path(s.Path)}),
			Binary: s.Binary, Timed: timed[binary{s.Build, s.Binary}],
		})
	}
	for _, f := range b.in.Files {
		list = append(list, Artefact{Kind: f.Kind, Path: f.Path, Bytes: f.Bytes, Open: shellLine(b.opener(f))})
	}
	return list
}

// opener is the command that opens a file that belongs to no arm.
func (b *builder) opener(f results.File) []string {
	switch f.Kind {
	case "rounds", "peer":
		return []string{"benchstat", "-col", "/" + b.in.Asked.Compare, b.path(f.Path)}
	case "pgo":
		return []string{"go", "tool", "pprof", "-http=:", b.path(f.Path)}
	}
	return []string{"less", b.path(f.Path)}
}

// binary identifies a test binary.
type binary struct {
	build, hash string
}

// timedBinaries are the binaries whose processes were timed.
func (b *builder) timedBinaries() map[binary]bool {
	timed := map[binary]bool{}
	for _, p := range b.in.Processes {
		if p.Pass == results.PassTiming && p.Binary != "" {
			timed[binary{p.Cell.Build, p.Binary}] = true
		}
	}
	return timed
}

// open is the command that opens a profile.
func (b *builder) open(p results.ProfileFile) string {
	if p.Kind.IsPprof() {
		return shellLine([]string{"go", "tool", "pprof", "-http=:", b.path(p.Path)})
	}
	return shellLine([]string{"go", "tool", "trace", b.path(p.Path)})
}

// kindRank is the place of a kind of file among those of an arm.
func kindRank(kind string) int {
	i := slices.Index(results.Kinds, results.Kind(kind))
	if i < 0 {
		return len(results.Kinds)
	}
	return i
}

// code is the machine code of each arm, the baseline first.
func (b *builder) code() []results.Assembly {
	list := []results.Assembly{}
	for _, a := range b.in.Assemblies {
		if b.isHeadline(a.Workload) {
			list = append(list, a.Assembly)
		}
	}
	slices.SortStableFunc(list, func(x, y results.Assembly) int {
		return cmp.Or(b.rank.compareArms(x.Arm, y.Arm), b.rank.compareBuilds(x.Build, y.Build))
	})
	return list
}
