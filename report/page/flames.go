package page

import (
	"encoding/json"
	"fmt"
	"html/template"
	"math"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/flame"
	"github.com/assay-bench/assay/report/format"
)

// A flameSection has the CPU profiles as trees, which assets/assay.js draws.
type flameSection struct {
	Items []flameItem

	// Data is what is drawn, as JSON that is safe within a script element.
	Data template.JS
}

// A flameItem is the tree of one arm.
type flameItem struct {
	// Index is its place among the trees of the data.
	Index int

	Label   string
	Base    bool
	Summary string

	// Open is the command that opens the profile elsewhere.
	Open string
}

// flameData is what a page has of all trees. A function's name stands in it
// once: a node is an array of the number of its name, its value, and its
// children.
type flameData struct {
	Unit  string      `json:"unit"`
	Names []string    `json:"names"`
	Trees []flameTree `json:"trees"`

	numbers map[string]int
}

// A flameTree is the profile of an arm. Against is the number of the tree that
// it is compared with, the baseline's of the same build, or -1.
type flameTree struct {
	Label        string `json:"label"`
	Against      int    `json:"against"`
	AgainstLabel string `json:"againstLabel"`
	Root         []any  `json:"root"`
}

// newFlames is nil where there is no tree.
func newFlames(s *subject) (*flameSection, error) {
	section := &flameSection{}
	data := &flameData{Unit: perOperation(s.primaryUnit()), Names: []string{}, numbers: map[string]int{}}
	var shown []*report.Flame
	for i := range s.x.Flames {
		if f := &s.x.Flames[i]; f.Root != nil && positive(f.Root.Value) > 0 {
			shown = append(shown, f)
		}
	}
	if len(shown) == 0 {
		return nil, nil
	}
	for i, f := range shown {
		tree := flameTree{Label: s.inBuild(f.Arm, f.Build), Against: -1, Root: data.encode(f.Root)}
		for j, other := range shown {
			if j != i && other.Arm == s.x.Baseline && other.Build == f.Build && other.Workload == f.Workload {
				tree.Against, tree.AgainstLabel = j, s.inBuild(other.Arm, other.Build)
			}
		}
		data.Trees = append(data.Trees, tree)
		item := flameItem{
			Index: i, Label: tree.Label, Base: f.Arm == s.x.Baseline,
			Summary: format.Number(f.Root.Value) + " " + data.Unit,
		}
		for _, e := range s.x.Evidence {
			if e.Kind == "cpu" && e.Arm == f.Arm && e.Build == f.Build && (e.Workload == f.Workload || e.Workload == "") {
				item.Open = e.Open
			}
		}
		section.Items = append(section.Items, item)
	}
	// json.Marshal escapes <, > and &.
	encoded, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("flame graphs: %w", err)
	}
	section.Data = template.JS(encoded)
	return section, nil
}

// encode makes a node what the page has of it.
func (d *flameData) encode(n *flame.Node) []any {
	number, known := d.numbers[n.Name]
	if !known {
		number = len(d.Names)
		d.numbers[n.Name] = number
		d.Names = append(d.Names, n.Name)
	}
	node := []any{number, drawnValue(n.Value)}
	for _, child := range n.Children {
		if positive(child.Value) > 0 {
			node = append(node, d.encode(child))
		}
	}
	return node
}

// drawnValue keeps the four digits of a value that a picture can show.
func drawnValue(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-3)
	switch {
	case unit >= 1:
		return math.Round(v/unit) * unit
	case unit < 1e-12:
		return v
	}
	// Dividing by a power of ten is what has few digits.
	return math.Round(v/unit) / math.Round(1/unit)
}
