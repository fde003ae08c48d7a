package page

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// A chart is a picture and what it says in words.
//
// Its colours are names of the style sheet's variables, such as "--faster":
// assay.js puts in what the theme says they are. Its tooltips are the names
// of its points, written here, so that no function has to be sent along.
type chart struct {
	// ID is unique on the page and the same in every rendering.
	ID string

	// Label is the picture in a sentence, for who does not see it.
	Label string

	// Height is in pixels.
	Height int

	// Options are ECharts' options as JSON, safe within a script element.
	Options template.JS

	Legend []legendItem
}

// A legendItem explains a colour or a symbol. Series, if set, names the
// series that the item shows and hides.
type legendItem struct {
	Text   string
	Class  string
	Series string
}

// newChart takes the options of c, which must not be used after. The name is
// unique among the page's charts.
func newChart(name, label string, height int, c *charts.Scatter) (*chart, error) {
	c.Validate()
	// json.Marshal escapes <, > and &, and refuses what is not a number:
	// go-echarts' own renderer does neither.
	data, err := json.Marshal(c.JSON())
	if err != nil {
		return nil, fmt.Errorf("chart %s: %w", name, err)
	}
	return &chart{ID: "chart-" + name, Label: label, Height: height, Options: template.JS(data)}, nil
}

// canvas is an empty chart with what all charts have in common.
func canvas(grid opts.Grid, x opts.XAxis, y ...opts.YAxis) *charts.Scatter {
	c := charts.NewScatter()
	c.ExtendYAxis(y[1:]...)
	c.SetGlobalOptions(
		charts.WithAnimation(false),
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
		charts.WithTooltipOpts(opts.Tooltip{
			Show: opts.Bool(true), Trigger: "item", Formatter: "{b}",
			BackgroundColor: "--card", BorderColor: "--rule",
		}),
		charts.WithGridOpts(grid),
		charts.WithXAxisOpts(x),
		charts.WithYAxisOpts(y[0]),
	)
	return c
}

// valueX and valueY are axes that show nothing themselves: gridLines draws
// the ticks.
func valueX(low, high float64, name string, gap int) opts.XAxis {
	return opts.XAxis{
		Type: "value", Min: low, Max: high, Name: name, NameLocation: "middle", NameGap: gap,
		SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
		AxisTick:  &opts.AxisTick{Show: opts.Bool(false)},
		AxisLabel: &opts.AxisLabel{Show: opts.Bool(false)},
	}
}

func valueY(low, high float64) opts.YAxis {
	return opts.YAxis{
		Type: "value", Min: low, Max: high,
		SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
		AxisLabel: &opts.AxisLabel{Show: opts.Bool(false)},
	}
}

// gridLines adds a line with a label for each tick. Those of an x axis stand
// upright.
func gridLines(c *charts.Scatter, ticks []tick, upright bool, text func(float64) string) {
	options := []charts.SeriesOpts{charts.WithMarkLineStyleOpts(opts.MarkLineStyle{
		Symbol:    []string{"none", "none"},
		LineStyle: &opts.LineStyle{Color: "--rule", Width: 1, Type: "solid"},
		Label: &opts.Label{
			Show: opts.Bool(true), Position: "start", Formatter: "{b}", Color: "--soft", FontSize: 12,
		},
	})}
	for _, t := range ticks {
		if upright {
			options = append(options, charts.WithMarkLineNameXAxisItemOpts(
				opts.MarkLineNameXAxisItem{Name: text(t.Value), XAxis: t.At}))
		} else {
			options = append(options, charts.WithMarkLineNameYAxisItemOpts(
				opts.MarkLineNameYAxisItem{Name: text(t.Value), YAxis: t.At}))
		}
	}
	c.AddSeries("grid", nil, options...)
}

// tickText writes a tick's value without digits that say nothing.
func tickText(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
