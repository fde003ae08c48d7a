package page

import (
	"fmt"
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/stats"
)

// A ratioSection says how much the arms differ from the baseline.
type ratioSection struct {
	Lead string

	// Headline is open, Others are the other workloads and builds.
	Headline *ratioTable
	Others   []*ratioTable

	// Undecided is what could not be decided and what it would take,
	// Resolution what differences the rounds could find.
	Undecided  []string
	Resolution string

	// Overview shows every workload and build at a glance, Metrics all
	// metrics of the headline's workload. Each is nil where it would have
	// one column.
	Overview []*grid
	Metrics  *grid

	// OverviewTitle and OverviewLead introduce Overview.
	OverviewTitle, OverviewLead string

	// Trend draws figures over a workload that is a number.
	Trend *trend
}

// A ratioTable is the ratios under one workload in one build, as a chart and
// as a table.
type ratioTable struct {
	Title string
	Unit  string
	Chart *chart
	Rows  []ratioRow

	// Together says how many of the intervals hold all at once.
	Together string

	// Levels is set when rows have intervals of different confidence.
	Levels bool

	Benchstat []benchstatRow
}

// A ratioRow is an arm's ratio to the baseline.
type ratioRow struct {
	Label string
	Tone  string
	Mark  string

	Ratio, Interval, Confidence, Words string

	// Rounds is how many rounds the ratio rests on.
	Rounds int

	// Figure is the arm's own figure in the primary metric.
	Figure string

	// Why is what keeps the verdict open, or why there is no ratio.
	Why string

	// Sort and SortFigure order the table.
	Sort, SortFigure string

	// ratio, low and high are for the chart, nil when there is none.
	ratio, low, high *float64
}

func newRatioSection(s *subject) (*ratioSection, error) {
	build := s.allBuilds()[0]
	headline, err := newRatioTable(s, "ratio", s.headline(), build)
	if err != nil || headline == nil {
		return nil, err
	}
	section := &ratioSection{
		Headline: headline,
		Lead:     ratioLead(s, headline),
		Overview: overviewGrids(s),
		Metrics:  metricsGrid(s, build),

		Undecided:  s.x.Undecided,
		Resolution: s.x.Resolution,
	}
	section.OverviewTitle = "Every workload"
	section.OverviewLead = "Ratio to the baseline under the same workload"
	if len(s.x.Workloads) < 2 {
		section.OverviewTitle = "In every build"
		section.OverviewLead = "Ratio to the baseline in the same build"
	}
	for i, b := range s.allBuilds() {
		for j, w := range s.allWorkloads() {
			if i == 0 && j == 0 {
				continue
			}
			table, err := newRatioTable(s, fmt.Sprintf("ratio-%d-%d", i, j), w, b)
			if err != nil {
				return nil, err
			}
			if table != nil {
				section.Others = append(section.Others, table)
			}
		}
	}
	section.Trend, err = newTrend(s, build)
	return section, err
}

// ratioLead says how to read the chart.
func ratioLead(s *subject, headline *ratioTable) string {
	lead := fmt.Sprintf("Ratio to %s within each round, in %s, with its interval.", s.baseline(), headline.Unit)
	if headline.Together != "" {
		lead += " " + headline.Together
	}
	for _, c := range s.armComparisons(s.headline(), s.allBuilds()[0]) {
		if c.Floor != nil {
			return lead + " Inside the band, which is what two runs of the same code show, no difference is called one."
		}
	}
	return lead + " Without a control there is no noise floor."
}

// togetherText says how many intervals hold at once, as in "All 5 intervals
// hold together with 95% confidence". The control's is none of them.
func togetherText(comparisons []*report.Comparison) string {
	together, short := 0, false
	for _, c := range comparisons {
		if !c.Control && c.Ratio != nil {
			together = max(together, c.Together)
			short = short || c.Confidence < stats.Simultaneous(c.Together)
		}
	}
	text := ""
	switch {
	case together == 0:
		return ""
	case together == 1:
		text = "The interval holds with " + wholeShare(stats.Level) + " confidence"
	default:
		text = fmt.Sprintf("All %d intervals hold together with %s confidence", together, wholeShare(stats.Level))
	}
	if short {
		return text + ", save those of too few rounds, which are ranges."
	}
	return text + "."
}

// newRatioTable is nil when the record has no ratio for the workload and the
// build.
func newRatioTable(s *subject, id, workload, build string) (*ratioTable, error) {
	comparisons := s.armComparisons(workload, build)
	if len(comparisons) == 0 {
		return nil, nil
	}
	unit := comparisons[0].Metric
	t := &ratioTable{
		Unit: unit, Title: s.where(workload, build),
		Together: togetherText(comparisons), Benchstat: newBenchstat(s, comparisons),
	}

	one := 1.0
	t.Rows = append(t.Rows, ratioRow{
		Label: s.baseline(), Tone: "base", Ratio: "1×", Words: "baseline", Sort: "1", ratio: &one,
	})
	figureOf(s, &t.Rows[0], s.x.Baseline, workload, build, unit, false)
	seen := map[string]bool{s.x.Baseline: true}
	add := func(c *report.Comparison) {
		row := ratioRow{
			Label: s.side(c.Arm, c.Control), Tone: tone(c.Verdict), Mark: s.mark(c),
			Ratio: s.ratioText(c), Interval: intervalText(c), Words: inWords(c),
			Rounds: c.N, Why: c.Why,
			Sort:  sortKey(c.Ratio),
			ratio: c.Ratio, low: c.Low, high: c.High,
		}
		if c.Low != nil && c.High != nil {
			row.Confidence = levelText(c.Confidence)
		}
		if c.Control {
			// What it shows is the noise floor. Where that is not as it
			// should be, a warning says so.
			row.Tone, row.Mark, row.Words, row.Why = "base", "", "the same code", ""
		}
		figureOf(s, &row, c.Arm, workload, build, unit, c.Control)
		t.Rows = append(t.Rows, row)
		seen[c.Arm] = true
	}
	for _, c := range comparisons {
		if c.Control {
			add(c)
		}
	}
	for _, c := range comparisons {
		if !c.Control {
			add(c)
		}
	}
	for _, cell := range s.x.Cells {
		if cell.Failed != "" && cell.Workload == workload && cell.Build == build && !seen[cell.Arm] {
			t.Rows = append(t.Rows, ratioRow{
				Label: s.arm(cell.Arm), Tone: "doubt", Mark: "?", Words: "failed",
				Ratio: format.None, Interval: format.None, Why: cell.Failed,
			})
			seen[cell.Arm] = true
		}
	}
	level := ""
	for _, c := range comparisons {
		if c.Control || c.Low == nil || c.High == nil {
			continue // the control stands for itself, and makes the floor
		}
		text := levelText(c.Confidence)
		t.Levels = t.Levels || level != "" && text != level
		level = text
	}
	var err error
	t.Chart, err = ratioChart(s, id, t, floorOf(comparisons))
	return t, err
}

func figureOf(s *subject, row *ratioRow, arm, workload, build, unit string, control bool) {
	if f := s.figure(arm, workload, build, unit, control); f != nil {
		row.Figure = format.Number(f.Median)
		row.SortFigure = sortKey(&f.Median)
	}
}

// floorOf is the noise floor of comparisons that share a control, zero when
// there is none.
func floorOf(comparisons []*report.Comparison) float64 {
	for _, c := range comparisons {
		if c.Floor != nil {
			return *c.Floor
		}
	}
	return 0
}

// where names a workload and a build, as far as there are several.
func (s *subject) where(workload, build string) string {
	var parts []string
	if len(s.x.Workloads) > 1 {
		parts = append(parts, s.workload(workload))
	}
	if s.manyBuilds() {
		parts = append(parts, s.build(build))
	}
	return strings.Join(parts, " · ")
}

// rowHeight is the height of a row in pixels, enough for two lines.
const rowHeight = 32

// ratioChart draws a point with a bar for each row, the rows from top to
// bottom, over a band as wide as the noise floor.
func ratioChart(s *subject, id string, t *ratioTable, floor float64) (*chart, error) {
	values := []float64{1}
	for _, row := range t.Rows {
		for _, v := range []*float64{row.ratio, row.low, row.high} {
			if v != nil {
				values = append(values, *v)
			}
		}
	}
	// The floor reaches equally far to either side on a logarithmic scale.
	bandLow, bandHigh := 1/(1+floor), 1+floor
	if floor > 0 {
		values = append(values, bandLow, bandHigh)
	}
	sc := newScale(values...)

	// An axis counts from the bottom, a reader from the top.
	labels, figures := make([]string, len(t.Rows)), make([]string, len(t.Rows))
	for i, row := range t.Rows {
		at := len(t.Rows) - 1 - i
		labels[at] = clip(row.Label, 60)
		figures[at] = row.beside()
	}
	rows := func(position string, data []string, label opts.AxisLabel) opts.YAxis {
		label.Show = opts.Bool(true)
		label.Color = "--ink"
		label.Interval = "0"
		return opts.YAxis{
			Type: "category", Position: position, Data: data, AxisLabel: &label,
			AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
			SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		}
	}
	c := canvas(
		opts.Grid{Left: "212", Right: "132", Top: "4", Bottom: "48"},
		valueX(sc.Low, sc.High, t.Unit+" relative to the baseline, log scale", 30),
		rows("left", labels, opts.AxisLabel{Width: 200, Overflow: "break", FontSize: 13, Margin: 10}),
		rows("right", figures, opts.AxisLabel{FontSize: 12, Margin: 8}),
	)
	gridLines(c, sc.Ticks, true, func(v float64) string { return tickText(v) + "×" })
	if floor > 0 {
		low, _ := place(bandLow)
		high, _ := place(bandHigh)
		c.AddSeries("noise floor", nil,
			charts.WithMarkAreaData([]opts.MarkAreaData{{XAxis: low}, {XAxis: high}}),
			charts.WithMarkAreaStyleOpts(opts.MarkAreaStyle{ItemStyle: &opts.ItemStyle{Color: "--floor"}}),
		)
	}
	for _, tone := range []string{"base", "same", "faster", "slower", "other", "doubt"} {
		addRatios(c, t.Rows, t.Unit, tone)
	}
	return newChart(id, ratioLabel(s, t), rowHeight*len(t.Rows)+52, c)
}

// beside is the verdict in words, and below it the interval.
func (row *ratioRow) beside() string {
	text := row.Words
	switch {
	case row.Tone == "base" && row.low == nil, row.ratio == nil && row.Ratio == format.None:
	case !strings.Contains(text, "×"):
		text = row.Ratio + ", " + text
	}
	if row.low != nil && row.high != nil {
		text += "\n" + row.Interval
	}
	return text
}

// addRatios draws the rows of one tone.
func addRatios(c *charts.Scatter, rows []ratioRow, unit, tone string) {
	var points []opts.ScatterData
	var bars []opts.LineData
	for i, row := range rows {
		if row.Tone != tone || row.ratio == nil {
			continue
		}
		at, ok := place(*row.ratio)
		if !ok {
			continue
		}
		text := row.Label + ": " + row.Ratio
		if row.Interval != "" && row.Interval != format.None {
			text += " (" + row.Interval + ")"
		}
		if row.Figure != "" {
			text += ", " + row.Figure + " " + unit
		}
		if row.Words != "" {
			text += ": " + row.Words
		}
		y := len(rows) - 1 - i
		points = append(points, opts.ScatterData{Name: text, Value: []any{at, y}})
		if row.low == nil || row.high == nil {
			continue
		}
		low, okLow := place(*row.low)
		high, okHigh := place(*row.high)
		if okLow && okHigh {
			// The nulls keep one bar from being joined to the next.
			bars = append(bars,
				opts.LineData{Value: []any{low, y}}, opts.LineData{Value: []any{high, y}},
				opts.LineData{Value: []any{nil, nil}})
		}
	}
	if len(points) == 0 {
		return
	}
	colour := "--" + tone
	if tone == "base" {
		colour = "--same"
	}
	line := charts.NewLine()
	line.AddSeries(tone, bars,
		charts.WithLineChartOpts(opts.LineChart{ShowSymbol: opts.Bool(false)}),
		charts.WithLineStyleOpts(opts.LineStyle{Color: colour, Width: 3}))
	c.Overlap(line)

	style := opts.ItemStyle{Color: colour, BorderColor: colour, BorderWidth: 2, Opacity: opts.Float(1)}
	if tone == "doubt" {
		style.Color = "--paper"
	}
	c.AddSeries(tone, points,
		charts.WithScatterChartOpts(opts.ScatterChart{SymbolSize: 9}),
		charts.WithItemStyleOpts(style))
}

// ratioLabel says the chart in words.
func ratioLabel(s *subject, t *ratioTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Ratio of each arm to %s", s.baseline())
	if t.Title != "" {
		fmt.Fprintf(&b, ", %s", t.Title)
	}
	for i, row := range t.Rows[1:] {
		sep := "; "
		if i == 0 {
			sep = ": "
		}
		fmt.Fprintf(&b, "%s%s %s, %s", sep, row.Label, row.Ratio, row.Words)
	}
	return b.String() + "."
}
