package report

import "cmp"

// published sets our figures beside those from elsewhere.
func (b *builder) published() []Published {
	list := []Published{}
	for _, asked := range b.in.Asked.Published {
		p := Published{Source: asked.Source, Machine: asked.Machine, Figures: []PublishedFigure{}}
		for _, f := range asked.Figures {
			if !finite(f.Value) {
				continue // nothing could be set beside it, and JSON has no form for it
			}
			figure := PublishedFigure{Text: f.Text, Metric: f.Metric, Value: f.Value, Arm: f.Arm}
			if workload, ok := b.findWorkload(f.Workload); ok && f.Arm != "" {
				figure.Here = b.figure(side{f.Arm, workload, cmp.Or(f.Build, b.firstBuild())}, f.Metric)
			}
			p.Figures = append(p.Figures, figure)
		}
		list = append(list, p)
	}
	return list
}
