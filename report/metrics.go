package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments"
)

// overlapMetric is the share of the time in which senders truly ran side by
// side, as package probe reports it.
const overlapMetric = "overlap"

// metrics lists the metrics that the experiment names, and then those that
// the benchmark printed besides, of which nobody said what is better. It also
// finds the metric that decides for each workload.
func (b *builder) metrics() []Metric {
	list := []Metric{}
	listed := map[string]bool{}
	asked := b.in.Asked.Metrics
	if len(asked) == 0 {
		asked = []experiments.Metric{{Unit: "ns/op", Better: "lower", Primary: true}}
	}
	for _, m := range asked {
		list = append(list, Metric{Unit: m.Unit, Label: cmp.Or(m.Label, m.Unit), Better: cmp.Or(m.Better, "none"), Primary: m.Primary, Note: m.Note})
		listed[m.Unit] = true
	}
	printed := b.printedMetrics()
	for _, unit := range slices.SortedFunc(maps.Keys(printed), compareNatural) {
		if !listed[unit] {
			list = append(list, Metric{Unit: unit, Label: unit, Better: "none"})
		}
	}
	b.primaries = map[string]string{}
	for _, workload := range b.out.Workloads {
		b.primaries[workload] = primaryOf(list, func(unit string) bool { return printed[unit][workload] })
	}
	return list
}

// printedMetrics says for each unit in which workloads it was printed.
func (b *builder) printedMetrics() map[string]map[string]bool {
	printed := map[string]map[string]bool{}
	for key, s := range b.series {
		for unit := range s.columns {
			if printed[unit] == nil {
				printed[unit] = map[string]bool{}
			}
			printed[unit][key.workload] = true
		}
	}
	return printed
}

// primaryOf is the metric that decides among those that were printed: the
// first one marked primary, else the first one at all.
func primaryOf(list []Metric, printed func(unit string) bool) string {
	first := ""
	for _, m := range list {
		if !printed(m.Unit) {
			continue
		}
		if m.Primary {
			return m.Unit
		}
		if first == "" {
			first = m.Unit
		}
	}
	return first
}

// metric returns what is known of a unit.
func (b *builder) metric(unit string) (Metric, bool) {
	i := slices.IndexFunc(b.out.Metrics, func(m Metric) bool { return m.Unit == unit })
	if i < 0 {
		return Metric{}, false
	}
	return b.out.Metrics[i], true
}

// isTime reports whether a unit measures time: ns/op, cpu-ns/send, sec/op and
// p99-ns, but not ops/sec, and not instructions/op, which only spells it.
func (m Metric) isTime() bool {
	measured, _, _ := strings.Cut(m.Unit, "/")
	words := strings.FieldsFunc(measured, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return slices.Contains(words, "ns") || slices.Contains(words, "sec")
}
