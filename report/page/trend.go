package page

import (
	"fmt"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/assay-bench/assay/report/format"
)

// A trend is the primary metric over a workload that is a number, such as the
// length of a burst.
type trend struct {
	Key, Unit string
	Chart     *chart
	Columns   []string
	Rows      []trendRow
}

// A trendRow is one arm. Figures are medians, one a column.
type trendRow struct {
	Label   string
	Figures []figureText
}

// A figureText is a figure and what a table sorts it by.
type figureText struct {
	Text, Sort string
}

// newTrend is nil unless the workloads differ in one key, whose values are at
// least three numbers, and are all measured in one unit.
func newTrend(s *subject, build string) (*trend, error) {
	workloads, sizes := s.bySize()
	if len(sizes) < 3 {
		return nil, nil
	}
	t := &trend{Key: s.varying[0]}
	for i, w := range workloads {
		t.Columns = append(t.Columns, format.Number(sizes[i]))
		for _, c := range s.armComparisons(w, build) {
			if t.Unit != "" && t.Unit != c.Metric {
				return nil, nil
			}
			t.Unit = c.Metric
		}
	}

	type line struct {
		points []opts.LineData
		style  seriesStyle
		label  string
	}
	var lines []line
	var values []float64
	styles := newStyles(s)
	for _, arm := range s.x.Arms {
		row := trendRow{Label: s.arm(arm.Name)}
		var points []opts.LineData
		for i, w := range workloads {
			f := s.figure(arm.Name, w, build, t.Unit, false)
			if f == nil {
				row.Figures = append(row.Figures, figureText{Text: format.None})
				continue
			}
			row.Figures = append(row.Figures, figureText{format.Number(f.Median), sortKey(&f.Median)})
			x, _ := place(sizes[i])
			y, ok := place(f.Median)
			if !ok {
				continue
			}
			values = append(values, f.Median)
			points = append(points, opts.LineData{
				Name:  fmt.Sprintf("%s, %s %s: %s", s.arm(arm.Name), t.Key, format.Number(sizes[i]), format.Value(f.Median, t.Unit)),
				Value: []any{x, y},
			})
		}
		if len(points) > 0 {
			t.Rows = append(t.Rows, row)
			lines = append(lines, line{points, styles[arm.Name], s.arm(arm.Name)})
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}

	xs, ys := newScale(sizes...), newScale(values...)
	c := canvas(
		opts.Grid{Left: "64", Right: "16", Top: "12", Bottom: "52"},
		valueX(xs.Low, xs.High, t.Key+", log scale", 30),
		valueY(ys.Low, ys.High))
	gridLines(c, ys.Ticks, false, format.Number)
	gridLines(c, xs.Ticks, true, format.Number)
	var legend []legendItem
	for _, l := range lines {
		drawn := charts.NewLine()
		drawn.AddSeries(l.label, l.points,
			charts.WithLineChartOpts(opts.LineChart{
				ShowSymbol: opts.Bool(true), Symbol: l.style.Symbol, SymbolSize: 7,
			}),
			charts.WithLineStyleOpts(opts.LineStyle{Color: l.style.Colour, Width: 2}),
			charts.WithItemStyleOpts(opts.ItemStyle{Color: l.style.Colour}))
		c.Overlap(drawn)
		legend = append(legend, legendItem{Text: l.label, Class: l.style.Class, Series: l.label})
	}
	var err error
	t.Chart, err = newChart("trend",
		fmt.Sprintf("%s of each arm by %s, both on log scales.", t.Unit, t.Key), 340, c)
	if err != nil {
		return nil, err
	}
	t.Chart.Legend = legend
	return t, nil
}
