package page

import (
	"fmt"

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
}

// A stripRow is one process.
type stripRow struct {
	Order, Process, Round, Position int

	Label, Value, Sort, Foreign string

	// Disturbed marks a process whose machine had other work.
	Disturbed bool
}

func newRoundsSection(s *subject) (*roundsSection, error) {
	section := &roundsSection{}
	hollow := 0
	for i, build := range s.allBuilds() {
		id := "rounds"
		if i > 0 {
			id = fmt.Sprintf("rounds-%d", i)
		}
		st, n, err := newStrip(s, id, s.headline(), build)
		if err != nil {
			return nil, err
		}
		if st != nil {
			section.Strips = append(section.Strips, st)
			hollow += n
		}
	}
	if len(section.Strips) == 0 {
		return nil, nil
	}
	section.Lead = section.Strips[0].Unit + " of every process, in the order in which they ran, on a log scale. Nothing is left out."
	if hollow > 0 {
		section.Lead += fmt.Sprintf(" Hollow: %s disturbed, other work took more than %s of the machine.",
			plural(hollow, "process"), wholeShare(disturbed))
	}
	if len(s.x.Workloads) > 1 {
		section.Lead += " The workload is " + s.workload(s.headline()) + "; the rounds of the others are in the record."
	}
	return section, nil
}

// newStrip is nil when there are no processes. It counts the disturbed ones.
func newStrip(s *subject, id, workload, build string) (*strip, int, error) {
	st := &strip{}
	if s.manyBuilds() {
		st.Title = s.build(build)
	}
	if list := s.armComparisons(workload, build); len(list) > 0 {
		st.Unit = list[0].Metric
	} else {
		st.Unit = s.primaryUnit()
	}

	type series struct {
		arm               string
		control           bool
		points, disturbed []opts.ScatterData
	}
	var all []*series
	find := func(r *report.Round) *series {
		for _, sr := range all {
			if sr.control == r.Control && (r.Control || sr.arm == r.Arm) {
				return sr
			}
		}
		sr := &series{arm: r.Arm, control: r.Control}
		all = append(all, sr)
		return sr
	}
	// Series stand in the order of the arms, not of the first round.
	for _, arm := range s.x.Arms {
		find(&report.Round{Arm: arm.Name})
		if arm.Name == s.x.Baseline {
			find(&report.Round{Arm: experiments.ControlArm, Control: true})
		}
	}

	var values []float64
	count, order := 0, 0
	for i := range s.x.Rounds {
		r := &s.x.Rounds[i]
		if r.Workload != workload || r.Build != build {
			continue
		}
		value, ok := r.Values[st.Unit]
		if !ok {
			continue
		}
		order++
		row := stripRow{
			Order: order, Process: r.Process, Round: r.Round, Position: r.Position,
			Label: s.side(r.Arm, r.Control), Value: format.Number(value), Sort: sortKey(&value),
			Foreign: format.None, Disturbed: r.Foreign > disturbed,
		}
		if r.Foreign >= 0 {
			row.Foreign = format.Share(r.Foreign)
		}
		st.Rows = append(st.Rows, row)

		at, ok := place(value)
		if !ok {
			continue
		}
		values = append(values, value)
		point := opts.ScatterData{
			Name: fmt.Sprintf("%s: %s, round %d, position %d, process %d",
				row.Label, format.Value(value, st.Unit), r.Round, r.Position, r.Process),
			Value: []any{order, at},
		}
		sr := find(r)
		if row.Disturbed {
			count++
			point.Name += "; disturbed, " + row.Foreign + " went to other work"
			sr.disturbed = append(sr.disturbed, point)
		} else {
			sr.points = append(sr.points, point)
		}
	}
	if len(st.Rows) == 0 {
		return nil, 0, nil
	}

	sc := newScale(values...)
	c := canvas(
		opts.Grid{Left: "64", Right: "12", Top: "12", Bottom: "28"},
		valueX(0, float64(order+1), "order of running →", 10),
		valueY(sc.Low, sc.High))
	gridLines(c, sc.Ticks, false, format.Number)
	styles := newStyles(s)
	var legend []legendItem
	for _, sr := range all {
		if len(sr.points)+len(sr.disturbed) == 0 {
			continue
		}
		style, ok := styles[sr.arm]
		if !ok || sr.control {
			style = newStyle("--k6", "diamond")
		}
		label := s.side(sr.arm, sr.control)
		draw := func(points []opts.ScatterData, fill string) {
			if len(points) == 0 {
				return
			}
			c.AddSeries(label, points,
				charts.WithScatterChartOpts(opts.ScatterChart{Symbol: style.Symbol, SymbolSize: 6}),
				charts.WithItemStyleOpts(opts.ItemStyle{Color: fill, BorderColor: style.Colour, BorderWidth: 1.5}))
		}
		draw(sr.points, style.Colour)
		draw(sr.disturbed, "--paper")
		legend = append(legend, legendItem{Text: label, Class: style.Class, Series: label})
	}
	label := fmt.Sprintf("%s of %s in the order of running, %d of them disturbed.",
		st.Unit, plural(len(st.Rows), "process"), count)
	var err error
	st.Chart, err = newChart(id, label, 280, c)
	if err != nil {
		return nil, 0, err
	}
	st.Chart.Legend = legend
	return st, count, nil
}

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
