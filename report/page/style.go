package page

import "strings"

// A seriesStyle tells one arm from the others in a chart.
type seriesStyle struct {
	// Colour is a variable of the style sheet, Symbol one of ECharts'.
	Colour, Symbol string

	// Class draws the same in a legend.
	Class string
}

// newStyles gives each arm a colour and, once colours run out, another
// symbol. The baseline is grey.
func newStyles(s *subject) map[string]seriesStyle {
	colours := []string{"--k3", "--k4", "--k1", "--k5", "--k2"}
	symbols := []string{"circle", "triangle", "rect", "diamond", "pin"}
	styles := map[string]seriesStyle{s.x.Baseline: newStyle("--k6", "circle")}
	n := 0
	for _, arm := range s.x.Arms {
		if arm.Name == s.x.Baseline {
			continue
		}
		styles[arm.Name] = newStyle(colours[n%len(colours)], symbols[n/len(colours)%len(symbols)])
		n++
	}
	return styles
}

func newStyle(colour, symbol string) seriesStyle {
	return seriesStyle{
		Colour: colour, Symbol: symbol,
		Class: strings.TrimPrefix(colour, "--") + " " + symbol,
	}
}
