package page

import "github.com/assay-bench/assay/report"

// A buildGroup is what a section has to show of one build. The first one is
// shown as it is, without a title; others are folded away.
type buildGroup[T any] struct {
	Title string
	Items []T
}

// byBuild groups the items by build, in the order of the builds. A build
// without items has no group. What is of no build that the experiment names
// is taken for one of the first.
func byBuild[S, T any](s *subject, items []S, build func(*S) string, show func(group []*S) []T) []buildGroup[T] {
	var groups []buildGroup[T]
	builds := s.allBuilds()
	known := map[string]bool{}
	for _, b := range builds {
		known[b] = true
	}
	for i, b := range builds {
		var of []*S
		for j := range items {
			name := build(&items[j])
			if name == b || i == 0 && !known[name] {
				of = append(of, &items[j])
			}
		}
		if shown := show(of); len(shown) > 0 {
			g := buildGroup[T]{Items: shown}
			if s.manyBuilds() {
				g.Title = s.build(b)
			}
			groups = append(groups, g)
		}
	}
	return groups
}

// A buildsSection compares builds of the same code.
type buildsSection struct {
	Lead  string
	Flags []report.Build

	// Grids has one entry a workload.
	Grids []*grid
}

// newBuilds is nil when there is one build.
func newBuilds(s *subject) *buildsSection {
	if !s.manyBuilds() {
		return nil
	}
	section := &buildsSection{
		Lead: "The same code, built in other ways.",
	}
	for _, b := range s.x.Builds {
		b.Label = s.build(b.Name)
		section.Flags = append(section.Flags, b)
	}
	for _, w := range s.allWorkloads() {
		if g := buildsGrid(s, w); g != nil {
			section.Grids = append(section.Grids, g)
		}
	}
	if len(section.Grids) > 0 {
		section.Lead += " Ratio of each arm to itself in the first build, " + s.build(s.allBuilds()[0]) + "."
	}
	return section
}
