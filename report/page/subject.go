package page

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report"
)

// controlLabel is what the second run of the baseline is called.
const controlLabel = "the same, as control"

// A subject is an experiment and what its sections need to know to speak of
// it.
type subject struct {
	rep *report.Report
	x   *report.Experiment

	// record is the address of the record's folder.
	record string

	arms      map[string]string // name to label
	builds    map[string]string
	workloads map[string]string
	varying   []string // keys that differ between workloads

	// cells finds a cell, ratios those of arms to the baseline in the metric
	// that decides.
	cells  map[cellKey]*report.Cell
	ratios map[placeKey][]*report.Comparison
}

// A placeKey is a workload in a build, a cellKey an arm there.
type (
	placeKey struct{ workload, build string }
	cellKey  struct {
		arm     string
		control bool
		at      placeKey
	}
)

func newSubject(rep *report.Report, x *report.Experiment, record string) *subject {
	s := &subject{
		rep: rep, x: x, record: record,
		arms: map[string]string{}, builds: map[string]string{},
		cells: map[cellKey]*report.Cell{}, ratios: map[placeKey][]*report.Comparison{},
	}
	for _, arm := range x.Arms {
		s.arms[arm.Name] = arm.Label
		if arm.Bound {
			s.arms[arm.Name] = cmp.Or(arm.Label, arm.Name) + " (bound)"
		}
	}
	for _, build := range x.Builds {
		s.builds[build.Name] = build.Label
	}
	s.workloads, s.varying = workloadLabels(x.Workloads)
	for i := range x.Cells {
		c := &x.Cells[i]
		s.cells[cellKey{c.Arm, c.Control, placeKey{c.Workload, c.Build}}] = c
	}
	for i := range x.Comparisons {
		c := &x.Comparisons[i]
		if at := (placeKey{c.Workload, c.Build}); c.Primary && !s.betweenBuilds(c) {
			s.ratios[at] = append(s.ratios[at], c)
		}
	}
	return s
}

// arm is what people call an arm.
func (s *subject) arm(name string) string { return label(s.arms, name) }

// build is what people call a build.
func (s *subject) build(name string) string { return label(s.builds, name) }

// workload is a short name of a workload: what distinguishes it from the
// experiment's others.
func (s *subject) workload(name string) string { return label(s.workloads, name) }

func label(labels map[string]string, name string) string {
	if l := labels[name]; l != "" {
		return l
	}
	return name
}

// side is what people call an arm or, if control, the second run of the
// baseline.
func (s *subject) side(arm string, control bool) string {
	if control {
		return controlLabel
	}
	return s.arm(arm)
}

// baseline is the label of the arm that others are divided by.
func (s *subject) baseline() string { return s.arm(s.x.Baseline) }

// headline is the workload of the answer.
func (s *subject) headline() string {
	if s.x.Headline == "" && len(s.x.Workloads) > 0 {
		return s.x.Workloads[0]
	}
	return s.x.Headline
}

// allWorkloads lists the workloads with the headline's first.
func (s *subject) allWorkloads() []string {
	list := []string{s.headline()}
	for _, w := range s.x.Workloads {
		if w != s.headline() {
			list = append(list, w)
		}
	}
	return list
}

// bySize lists the workloads in the order of their sizes, where they differ in
// one key whose values are numbers. Else sizes is nil, and the headline's
// workload comes first.
func (s *subject) bySize() (workloads []string, sizes []float64) {
	workloads = s.allWorkloads()
	if len(s.varying) != 1 {
		return workloads, nil
	}
	size := map[string]float64{}
	for _, w := range workloads {
		v, err := strconv.ParseFloat(strings.TrimPrefix(s.workload(w), s.varying[0]+"="), 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return workloads, nil
		}
		size[w] = v
	}
	slices.SortStableFunc(workloads, func(a, b string) int { return cmp.Compare(size[a], size[b]) })
	for _, w := range workloads {
		sizes = append(sizes, size[w])
	}
	return workloads, sizes
}

// keyName is what people call a key of a workload.
func keyName(key string) string {
	if key == "name" {
		return "benchmark"
	}
	return key
}

// allBuilds lists the names of the builds, the one that others are divided by
// first.
func (s *subject) allBuilds() []string {
	if len(s.x.Builds) == 0 {
		return []string{experiments.DefaultBuild}
	}
	names := make([]string, len(s.x.Builds))
	for i, b := range s.x.Builds {
		names[i] = b.Name
	}
	return names
}

// manyBuilds reports whether a build must be named to be known.
func (s *subject) manyBuilds() bool { return len(s.x.Builds) > 1 }

// inBuild is the label of an arm, with the build where there are several.
func (s *subject) inBuild(arm, build string) string {
	if !s.manyBuilds() {
		return s.arm(arm)
	}
	return s.arm(arm) + " · " + s.build(build)
}

// link is the address of a file of the record, empty where there is none.
func (s *subject) link(path string) template.URL {
	return template.URL(fileAddress(s.record, path))
}

// metric is what the experiment says of a unit.
func (s *subject) metric(unit string) report.Metric {
	for _, m := range s.x.Metrics {
		if m.Unit == unit {
			return m
		}
	}
	return report.Metric{Unit: unit, Label: unit}
}

// figure finds the figure of a cell, nil when there is none.
func (s *subject) figure(arm, workload, build, unit string, control bool) *report.Figure {
	c := s.cells[cellKey{arm, control, placeKey{workload, build}}]
	if c == nil {
		return nil
	}
	for i := range c.Figures {
		if c.Figures[i].Metric == unit {
			return &c.Figures[i]
		}
	}
	return nil
}

// armComparisons lists the ratios to the baseline in the primary metric of a
// workload, within one build.
func (s *subject) armComparisons(workload, build string) []*report.Comparison {
	return s.ratios[placeKey{workload, build}]
}

// betweenBuilds reports whether c compares builds rather than arms.
func (s *subject) betweenBuilds(c *report.Comparison) bool {
	return c.AgainstBuild != "" && c.AgainstBuild != c.Build
}

// workloadLabels gives each workload the parts of its name in which it
// differs from others, a part a line, and lists the keys of those parts. A
// single workload and a name that is not made of key=value keep the name.
func workloadLabels(workloads []string) (labels map[string]string, varying []string) {
	labels = map[string]string{}
	values := map[string]map[string]bool{}
	var keys []string
	for _, w := range workloads {
		for _, part := range strings.Fields(w) {
			key, value, ok := strings.Cut(part, "=")
			if !ok {
				return labels, nil
			}
			if values[key] == nil {
				values[key] = map[string]bool{}
				keys = append(keys, key)
			}
			values[key][value] = true
		}
	}
	for _, key := range keys {
		everywhere := !slices.ContainsFunc(workloads, func(w string) bool {
			return !slices.ContainsFunc(strings.Fields(w), func(part string) bool {
				return strings.HasPrefix(part, key+"=")
			})
		})
		if len(values[key]) > 1 || !everywhere {
			varying = append(varying, key)
		}
	}
	for _, w := range workloads {
		var parts []string
		for _, part := range strings.Fields(w) {
			key, _, _ := strings.Cut(part, "=")
			if slices.Contains(varying, key) {
				parts = append(parts, strings.TrimPrefix(part, "name="))
			}
		}
		labels[w] = strings.Join(parts, " ")
	}
	return labels, varying
}
