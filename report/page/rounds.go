package page

import (
	"fmt"
	"slices"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A roundsSection shows every process that was timed.
type roundsSection struct {
	Lead string

	// Strips has one entry a build, the first of them open.
	Strips []*strip
}

// A strip is the processes of one workload in one build.
type strip struct {
	Title string
	Unit  string
	Chart *chart
	Rows  []stripRow

	// Layouts is set when the processes had binaries of several layouts.
	Layouts bool

	// disturbed counts processes that count although something disturbed them,
	// replaced those that do not count; each is how many rounds there are for
	// one that is drawn.
	disturbed, replaced, each int
}

// A stripRow is one process.
type stripRow struct {
	Order, Process, Round, Position int

	Label, Value, Sort, Foreign, Layout string

	// Attempt and Disturbed say how it went; Replaced marks an attempt that
	// does not count.
	Attempt   int
	Disturbed string
	Replaced  bool
}

func newRoundsSection(s *subject) (*roundsSection, error) {
	section := &roundsSection{}
	for i, build := range s.allBuilds() {
		id := "rounds"
		if i > 0 {
			id = fmt.Sprintf("rounds-%d", i)
		}
		st, err := newStrip(s, id, s.headline(), build)
		if err != nil {
			return nil, err
		}
		if st != nil {
			section.Strips = append(section.Strips, st)
		}
	}
	if len(section.Strips) == 0 {
		return nil, nil
	}
	section.Lead = roundsLead(s, section.Strips)
	return section, nil
}

// roundsLead says how to read the strips.
func roundsLead(s *subject, strips []*strip) string {
	disturbed, replaced := 0, 0
	for _, st := range strips {
		disturbed += st.disturbed
		replaced += st.replaced
	}
	first := strips[0]
	lead := first.Unit + " of every process, in the order in which they ran, on a log scale."
	if first.each > 1 {
		lead = fmt.Sprintf("%s of the processes of every %s round, in the order in which they ran, on a log scale. There are too many rounds to draw; all are in the record.", first.Unit, ordinal(first.each))
	} else {
		lead += " Nothing is left out."
	}
	if disturbed > 0 {
		lead += fmt.Sprintf(" Hollow: disturbed, %s.", plural(disturbed, "process"))
	}
	if replaced > 0 {
		lead += fmt.Sprintf(" Faint: disturbed, run again in the same round and not counted, %s.", plural(replaced, "process"))
	}
	if first.Layouts {
		lead += " The row below has a shade for each layout of the binary."
	}
	if len(s.x.Workloads) > 1 {
		lead += " The workload is " + s.workload(s.headline()) + "; the rounds of the others are in the record."
	}
	return lead
}

// mostProcesses is how many processes the strips of a page draw. A browser
// takes a second for them, and they are two megabytes of the page.
const mostProcesses = 6000

// newStrip is nil when there are no processes.
func newStrip(s *subject, id, workload, build string) (*strip, error) {
	st := &strip{Unit: s.primaryUnit(), each: 1}
	if s.manyBuilds() {
		st.Title = s.build(build)
	}
	if list := s.armComparisons(workload, build); len(list) > 0 {
		st.Unit = list[0].Metric
	}
	var list []*report.Round
	for i := range s.x.Rounds {
		r := &s.x.Rounds[i]
		if _, ok := r.Values[st.Unit]; ok && r.Workload == workload && r.Build == build {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	layouts := layoutsOf(list)
	st.Layouts = len(layouts) > 1
	// Rounds are left out whole, so that those that are drawn can be compared,
	// and out of step with the layouts, so that all of these are drawn.
	st.each = 1 + (len(list)-1)*len(s.allBuilds())/mostProcesses
	for gcd(st.each, len(layouts)) > 1 {
		st.each++
	}
	list = slices.DeleteFunc(list, func(r *report.Round) bool { return (r.Round-1)%st.each != 0 })

	var values []float64
	drawn := newStripSeries(s)
	for i, r := range list {
		value := r.Values[st.Unit]
		row := stripRow{
			Order: i + 1, Process: r.Process, Round: r.Round, Position: r.Position,
			Label: s.side(r.Arm, r.Control), Value: format.Number(value), Sort: sortKey(&value),
			Foreign: format.None, Layout: fmt.Sprint(r.Layout),
			Attempt: r.Attempt, Disturbed: r.Disturbed, Replaced: !r.Counts,
		}
		if r.Foreign >= 0 {
			row.Foreign = format.Share(r.Foreign)
		}
		st.Rows = append(st.Rows, row)
		switch {
		case row.Replaced:
			st.replaced++
		case r.Disturbed != "":
			st.disturbed++
		}
		if at, ok := place(value); ok {
			values = append(values, value)
			drawn.add(r, opts.ScatterData{Name: st.tooltip(&row), Value: []any{row.Order, at}})
		}
	}

	sc := newScale(values...)
	bottom := sc.Low
	if st.Layouts {
		// Room for the row of layouts.
		bottom = round(sc.Low - 0.06*(sc.High-sc.Low))
	}
	c := canvas(
		opts.Grid{Left: "64", Right: "12", Top: "12", Bottom: "28"},
		valueX(0, float64(len(st.Rows)+1), "order of running →", 10),
		valueY(bottom, sc.High))
	gridLines(c, sc.Ticks, false, format.Number)
	legend := drawn.draw(c)
	if st.Layouts {
		legend = append(legend, drawLayouts(c, list, layouts, round((bottom+sc.Low)/2))...)
	}
	label := fmt.Sprintf("%s of %s in the order of running, %d of them disturbed.",
		st.Unit, plural(len(st.Rows), "process"), st.disturbed+st.replaced)
	var err error
	st.Chart, err = newChart(id, label, 280, c)
	if err != nil {
		return nil, err
	}
	st.Chart.Legend = legend
	return st, nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tooltip says all of a process.
func (st *strip) tooltip(row *stripRow) string {
	text := fmt.Sprintf("%s: %s %s, round %d, position %d, process %d",
		row.Label, row.Value, st.Unit, row.Round, row.Position, row.Process)
	if st.Layouts {
		text += ", layout " + row.Layout
	}
	if row.Attempt > 1 || row.Replaced {
		text += fmt.Sprintf(", attempt %d", row.Attempt)
	}
	if row.Disturbed != "" {
		text += "; disturbed: " + row.Disturbed
	}
	if row.Replaced {
		text += "; run again, and does not count"
	}
	return text
}

// A stripSeries collects the points of a strip by arm.
type stripSeries struct {
	s    *subject
	arms []*armPoints
}

// armPoints are an arm's processes: those that nothing disturbed, those that
// were disturbed and count, and those that were run again.
type armPoints struct {
	arm                        string
	control                    bool
	quiet, disturbed, replaced []opts.ScatterData
}

// newStripSeries has the series in the order of the arms, not in that of the
// first round.
func newStripSeries(s *subject) *stripSeries {
	all := &stripSeries{s: s}
	for _, arm := range s.x.Arms {
		all.find(arm.Name, false)
		if arm.Name == s.x.Baseline {
			all.find(experiments.ControlArm, true)
		}
	}
	return all
}

func (all *stripSeries) find(arm string, control bool) *armPoints {
	for _, p := range all.arms {
		if p.control == control && (control || p.arm == arm) {
			return p
		}
	}
	p := &armPoints{arm: arm, control: control}
	all.arms = append(all.arms, p)
	return p
}

func (all *stripSeries) add(r *report.Round, point opts.ScatterData) {
	p := all.find(r.Arm, r.Control)
	switch {
	case !r.Counts:
		p.replaced = append(p.replaced, point)
	case r.Disturbed != "":
		p.disturbed = append(p.disturbed, point)
	default:
		p.quiet = append(p.quiet, point)
	}
}

// draw adds all points to a chart and returns the legend.
func (all *stripSeries) draw(c *charts.Scatter) []legendItem {
	styles := newStyles(all.s)
	var legend []legendItem
	for _, p := range all.arms {
		if len(p.quiet)+len(p.disturbed)+len(p.replaced) == 0 {
			continue
		}
		style, ok := styles[p.arm]
		if !ok || p.control {
			style = newStyle("--k6", "diamond")
		}
		label := all.s.side(p.arm, p.control)
		add := func(points []opts.ScatterData, fill string, opacity float32) {
			if len(points) == 0 {
				return
			}
			c.AddSeries(label, points,
				charts.WithScatterChartOpts(opts.ScatterChart{Symbol: style.Symbol, SymbolSize: 6}),
				charts.WithItemStyleOpts(opts.ItemStyle{Color: fill, BorderColor: style.Colour, BorderWidth: 1.5, Opacity: opts.Float(opacity)}))
		}
		add(p.quiet, style.Colour, 1)
		add(p.disturbed, "--paper", 1)
		add(p.replaced, "--paper", 0.45)
		legend = append(legend, legendItem{Text: label, Class: style.Class, Series: label})
	}
	return legend
}

// layoutsOf lists the layouts of processes in the order of their seeds.
func layoutsOf(list []*report.Round) []int64 {
	var layouts []int64
	for _, r := range list {
		if at, found := slices.BinarySearch(layouts, r.Layout); !found {
			layouts = slices.Insert(layouts, at, r.Layout)
		}
	}
	return layouts
}

// layoutShades is how many shades there are. More layouts share them.
const layoutShades = 4

// drawLayouts draws a row in which each stretch of processes of one layout has
// the shade of that layout, and returns what the shades stand for.
func drawLayouts(c *charts.Scatter, list []*report.Round, layouts []int64, at float64) []legendItem {
	stretches := make([][]opts.LineData, len(layouts))
	for first := 0; first < len(list); {
		next := first + 1
		for next < len(list) && list[next].Layout == list[first].Layout {
			next++
		}
		i, _ := slices.BinarySearch(layouts, list[first].Layout)
		stretches[i] = append(stretches[i],
			opts.LineData{Value: []any{float64(first) + 0.5, at}}, opts.LineData{Value: []any{float64(next) + 0.5, at}},
			opts.LineData{Value: []any{nil, nil}})
		first = next
	}
	var legend []legendItem
	for i, data := range stretches {
		shade := i % layoutShades
		name := fmt.Sprintf("layout %d", layouts[i])
		line := charts.NewLine()
		line.AddSeries(name, data,
			charts.WithLineChartOpts(opts.LineChart{ShowSymbol: opts.Bool(false)}),
			charts.WithLineStyleOpts(opts.LineStyle{Color: "--same", Width: 6, Opacity: opts.Float(shadeOpacity(shade))}))
		c.Overlap(line)
		if i < layoutShades {
			legend = append(legend, legendItem{Text: name, Class: fmt.Sprintf("shade%d", shade)})
		}
	}
	if more := len(layouts) - layoutShades; more > 0 {
		legend[layoutShades-1].Text += fmt.Sprintf(" (%d more share the shades)", more)
	}
	return legend
}

// shadeOpacity is what the style sheet has for the same shade.
func shadeOpacity(shade int) float32 { return []float32{0.15, 0.4, 0.65, 0.95}[shade] }

// primaryUnit is the unit of the first primary metric, or of the first of
// all.
func (s *subject) primaryUnit() string {
	for _, m := range s.x.Metrics {
		if m.Primary {
			return m.Unit
		}
	}
	if len(s.x.Metrics) > 0 {
		return s.x.Metrics[0].Unit
	}
	return ""
}
