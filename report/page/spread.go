package page

import (
	"strings"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A spreadSection says where the variation of figures comes from.
type spreadSection struct {
	// Lead names what layout alone moves, if it moves anything.
	Lead string

	Unit   string
	Tables []spreadTable
}

// A spreadTable is the arms under the headline's workload in one build.
type spreadTable struct {
	Title string
	Rows  []spreadRow
}

// A spreadRow takes the variation of one arm apart.
type spreadRow struct {
	Label string

	// Layout, Process and Rest are the parts as text. Shown says whether the
	// first stands out from chance.
	Layout, Process, Rest string
	Shown                 bool

	SortLayout, SortProcess, SortRest string

	// Widths of the parts' bars, in percent of the widest of all.
	LayoutBar, ProcessBar, RestBar float64
}

// newSpread is nil where no cell of the headline's workload was taken apart.
func newSpread(s *subject) *spreadSection {
	section := &spreadSection{Unit: s.primaryUnit()}
	if list := s.armComparisons(s.headline(), s.allBuilds()[0]); len(list) > 0 {
		section.Unit = list[0].Metric
	}
	var moved []string
	for _, build := range s.allBuilds() {
		t := spreadTable{Rows: []spreadRow{}}
		if s.manyBuilds() {
			t.Title = s.build(build)
		}
		widest := 0.0
		var spreads []*report.Spread
		for _, arm := range s.x.Arms {
			cell := s.cells[cellKey{arm.Name, false, placeKey{s.headline(), build}}]
			if cell == nil || cell.Spread == nil {
				continue
			}
			sp := cell.Spread
			spreads = append(spreads, sp)
			t.Rows = append(t.Rows, spreadRow{
				Label: s.arm(arm.Name), Layout: format.None, Process: plusMinus(sp.Process), Rest: plusMinus(sp.Rest),
				Shown: sp.LayoutShown, SortLayout: sortKey(sp.Layout), SortProcess: sortKey(&sp.Process), SortRest: sortKey(&sp.Rest),
			})
			widest = max(widest, sp.Process, sp.Rest)
			if sp.Layout == nil {
				continue
			}
			t.Rows[len(t.Rows)-1].Layout = plusMinus(*sp.Layout)
			widest = max(widest, *sp.Layout)
			if sp.LayoutShown {
				moved = append(moved, s.inBuild(arm.Name, build)+" by "+plusMinus(*sp.Layout))
			}
		}
		if widest > 0 {
			for i, sp := range spreads {
				row := &t.Rows[i]
				row.ProcessBar, row.RestBar = percent(sp.Process/widest), percent(sp.Rest/widest)
				if sp.Layout != nil {
					row.LayoutBar = percent(*sp.Layout / widest)
				}
			}
		}
		if len(t.Rows) > 0 {
			section.Tables = append(section.Tables, t)
		}
	}
	if len(section.Tables) == 0 {
		return nil
	}
	if len(moved) > 0 {
		section.Lead = "Layout alone moves " + strings.Join(moved, "; ") + "."
	}
	return section
}

// plusMinus writes a relative deviation.
func plusMinus(share float64) string { return "±" + format.Share(share) }
