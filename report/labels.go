package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments"
)

// armLabel is what people call an arm.
func (x *Experiment) armLabel(arm string) string {
	for _, a := range x.Arms {
		if a.Name == arm {
			return a.Label
		}
	}
	if arm == experiments.ControlArm {
		return "the same, as control"
	}
	return arm
}

// buildLabel is what people call a build.
func (x *Experiment) buildLabel(build string) string {
	for _, b := range x.Builds {
		if b.Name == build {
			return b.Label
		}
	}
	return build
}

// workloadLabel is a workload without what all workloads of the experiment
// have in common, as in "values=1000", and empty where there is but one.
func (x *Experiment) workloadLabel(workload string) string {
	if len(x.Workloads) < 2 {
		return ""
	}
	var parts []string
	for _, part := range strings.Split(workload, " ") {
		shared := true
		for _, other := range x.Workloads {
			shared = shared && slices.Contains(strings.Split(other, " "), part)
		}
		if !shared {
			parts = append(parts, strings.TrimPrefix(part, "name="))
		}
	}
	if len(parts) == 0 {
		return workload
	}
	return strings.Join(parts, " ")
}

// percent writes a share that somebody chose, such as 1% or 12.5%. Shares
// that were measured are written by package format.
func percent(share float64) string {
	return strconv.FormatFloat(100*share, 'g', 4, 64) + "%"
}

// count writes a number of things, as in "1 round" and "3 rounds".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
