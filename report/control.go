package report

import (
	"math"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/report/stats"
)

// floorKey is what a control speaks for.
type floorKey struct {
	workload, build, metric string
}

// floor is the noise floor that the control of a workload and build shows in
// a metric. Builds without a control of their own use that of the first.
func (b *builder) floor(key floorKey) (float64, bool) {
	if f, ok := b.floors[key]; ok {
		return f, !math.IsNaN(f)
	}
	f := math.NaN()
	if ratio, err := stats.Compare(b.controlPairs(key), stats.Level); err == nil {
		f = stats.Floor(ratio)
	} else if first := b.firstBuild(); !b.hasControl(key) && key.build != first {
		f, _ = b.floor(floorKey{key.workload, first, key.metric})
	}
	b.floors[key] = f
	return f, !math.IsNaN(f)
}

// controlFailed reports whether nothing is settled that was measured of a
// metric in a workload and build, since the baseline differs from its own
// second run: in that metric, or in the one that decides. Whatever causes that
// may cause any other difference, in any metric. Builds without a control of
// their own stand and fall with that of the first.
func (b *builder) controlFailed(workload, build, metric string) bool {
	return b.differsFromItself(floorKey{workload, build, metric}) ||
		b.differsFromItself(floorKey{workload, build, b.primaries[workload]})
}

func (b *builder) differsFromItself(key floorKey) bool {
	failed, ok := b.failed[key]
	if ok {
		return failed
	}
	if first := b.firstBuild(); !b.hasControl(key) && key.build != first {
		failed = b.differsFromItself(floorKey{key.workload, first, key.metric})
	} else {
		failed = stats.ControlFailed(b.controlPairs(key), b.out.Margin)
	}
	b.failed[key] = failed
	return failed
}

func (b *builder) hasControl(key floorKey) bool {
	return b.series[side{experiments.ControlArm, key.workload, key.build}] != nil
}

// controlPairs are the rounds that have both runs of the baseline.
func (b *builder) controlPairs(key floorKey) []stats.Pair {
	control := b.series[side{experiments.ControlArm, key.workload, key.build}]
	return control.pairs(b.series[side{b.out.Baseline, key.workload, key.build}], key.metric)
}
