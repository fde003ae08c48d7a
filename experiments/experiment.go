package experiments

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// ControlArm is the name under which the baseline runs a second time. What
// the two show of a difference is noise, since they are the same code. No arm
// may use the name.
const ControlArm = "control"

// DefaultBuild is the build that is made with no flags of its own.
const DefaultBuild = "default"

// An Experiment is a question and how it is to be answered, as
// experiment.yaml states it. docs/experiments.md describes every key.
type Experiment struct {
	// Name is the name of the experiment's folder.
	Name string `yaml:"-"`

	// Dir is the folder that holds experiment.yaml and the benchmark.
	Dir string `yaml:"-"`

	// Title is the heading of the page, most often a question.
	Title string `yaml:"title"`

	// Question is what the experiment asks, in a sentence or two.
	Question string `yaml:"question"`

	// Hypothesis is what was expected before anything was measured.
	Hypothesis string `yaml:"hypothesis"`

	// Bench is the regular expression that selects the benchmarks, as in
	// go test -bench. Empty selects all of them.
	Bench string `yaml:"bench"`

	// Compare is the key of the sub-benchmark names whose values are the
	// arms.
	Compare string `yaml:"compare"`

	// Baseline is the arm that the others are divided by.
	Baseline string `yaml:"baseline"`

	// Target is the arm at the end of the way that attribution shares out
	// among factors; the baseline is at its beginning. Empty means the arm
	// that differs from the baseline in most factors, the first listed of
	// several.
	Target string `yaml:"target"`

	// Workload is the workload of the headline and of the evidence: a value
	// for each key that varies besides Compare. Empty means the first one
	// that the benchmark runs.
	Workload Workload `yaml:"workload"`

	// Arms gives arms a label and a note, and their order on the page. Arms
	// that the benchmark has and this list has not follow in the order in
	// which the benchmark runs them.
	Arms []Arm `yaml:"arms"`

	// Builds are the ways in which the test binary is built. Empty means
	// DefaultBuild alone. The first is the one others are divided by.
	Builds []Build `yaml:"builds"`

	// Metrics are the units that the page shows, in its order.
	Metrics []Metric `yaml:"metrics"`

	// Claims are statements about ratios that the record supports, refutes
	// or leaves undecided.
	Claims []Claim `yaml:"claims"`

	// Published are figures from elsewhere, shown beside ours.
	Published []Published `yaml:"published"`

	// Hot names the functions whose machine code is shown: regular
	// expressions matched against the names that pprof shows. Empty means
	// the functions that hold 90% of the CPU profile.
	Hot []string `yaml:"hot"`

	// Evidence is "all" where the evidence of every workload is wanted. Empty
	// means that of the headline's workload alone.
	Evidence string `yaml:"evidence"`

	// Packages are the packages whose compiler decisions are recorded, as
	// go list patterns. Empty means the packages of the experiment's module
	// that the benchmark imports.
	Packages []string `yaml:"packages"`

	// Timeout is how long one process may take before it counts as hung.
	// Zero means one minute.
	Timeout time.Duration `yaml:"timeout"`

	// Margin is the smallest relative difference that matters: an interval
	// within it is called the same. Zero means 0.01, which is 1%.
	Margin float64 `yaml:"margin"`

	// MinOverlap is the share of the time, from 0 to 1, in which senders
	// must truly have run side by side for a contended cell to be called
	// one. Zero means 0.5. It is read against the metric "overlap".
	MinOverlap float64 `yaml:"minOverlap"`

	// Limits says what the experiment cannot show, in a sentence or two.
	Limits string `yaml:"limits"`
}

// An Arm describes one value of the compared key.
type Arm struct {
	// Name is the value, as in the name of the sub-benchmark.
	Name string `yaml:"name"`

	// Label is what people call it. Empty means Name.
	Label string `yaml:"label"`

	// Note says what is particular about it.
	Note string `yaml:"note"`

	// Bound marks an arm that is not a candidate but a limit, such as one
	// that leaves out what the others must do. It is compared, and never
	// named as the best.
	Bound bool `yaml:"bound"`

	// Factors says what the arm is made of: a level for each of the changes
	// that lead from one arm to another, such as lock: mutex. Arms with
	// factors take part in attribution. A factor that an arm has nothing of is
	// left out, and is then where it begins: as in the baseline or, where that
	// leaves it out too, as in the first listed arm that does not.
	Factors map[string]string `yaml:"factors"`
}

// A Build is one way to make the test binary.
type Build struct {
	// Name identifies the build in the record.
	Name string `yaml:"name"`

	// Label is what people call it. Empty means Name.
	Label string `yaml:"label"`

	// GCFlags are compiler flags for the packages of the module, as in
	// go build -gcflags.
	GCFlags string `yaml:"gcflags"`

	// PGO is empty, or "self" for a profile of the same benchmark that is
	// taken from the first build.
	PGO string `yaml:"pgo"`

	// Env is added to the environment of the measured process.
	Env map[string]string `yaml:"env"`
}

// A Metric is a unit that the benchmark reports and what it means.
type Metric struct {
	// Unit is the unit as the benchmark prints it, such as ns/op.
	Unit string `yaml:"unit"`

	// Label is what people call it. Empty means Unit.
	Label string `yaml:"label"`

	// Better is "lower", "higher", or "none" where neither is.
	Better string `yaml:"better"`

	// Primary marks the metric that decides. Several may be primary when
	// workloads report different ones: each is judged by the first that it
	// has.
	Primary bool `yaml:"primary"`

	// Note says how it is measured.
	Note string `yaml:"note"`
}

// A Claim states bounds on the ratio of an arm to another.
type Claim struct {
	// Text is the claim in words.
	Text string `yaml:"text"`

	// Arm is the numerator, Against the denominator; empty means the
	// baseline.
	Arm     string `yaml:"arm"`
	Against string `yaml:"against"`

	// Metric is the unit; empty means the primary one.
	Metric string `yaml:"metric"`

	// Workload picks the workload; empty means the headline's.
	Workload Workload `yaml:"workload"`

	// Build and AgainstBuild pick the builds of the two sides; empty means
	// the first.
	Build        string `yaml:"build"`
	AgainstBuild string `yaml:"againstBuild"`

	// AtLeast and AtMost bound the ratio. At least one of them is set.
	AtLeast *float64 `yaml:"atLeast"`
	AtMost  *float64 `yaml:"atMost"`

	// Cores is how many processors it takes to answer; zero means any.
	Cores int `yaml:"cores"`
}

// A Published is a set of figures that somebody else measured.
type Published struct {
	// Source says where they stand, Machine on what they were measured.
	Source  string `yaml:"source"`
	Machine string `yaml:"machine"`

	// Figures are the numbers.
	Figures []Figure `yaml:"figures"`
}

// A Figure is one published number and the cell of ours that comes nearest.
type Figure struct {
	// Text says what it is a figure of, in the source's terms.
	Text string `yaml:"text"`

	// Value is the figure, in the unit Metric.
	Value  float64 `yaml:"value"`
	Metric string  `yaml:"metric"`

	// Arm, Workload and Build name the cell of ours to set beside it. An
	// empty Arm means that there is none.
	Arm      string   `yaml:"arm"`
	Workload Workload `yaml:"workload"`
	Build    string   `yaml:"build"`
}

// A Workload gives the keys of a sub-benchmark's name their values, leaving
// out the compared one. The key "name" is the benchmark's own name without
// "Benchmark".
type Workload map[string]string

// String lists the keys in order, as in "op=send values=1000".
func (w Workload) String() string {
	parts := make([]string, 0, len(w))
	for _, key := range slices.Sorted(maps.Keys(w)) {
		parts = append(parts, key+"="+w[key])
	}
	return strings.Join(parts, " ")
}

// Matches reports whether every key that w names has the same value in
// other.
func (w Workload) Matches(other Workload) bool {
	for key, value := range w {
		if other[key] != value {
			return false
		}
	}
	return true
}

// A Cell is an arm under one workload in one build.
type Cell struct {
	// Bench is the full name of the sub-benchmark without "Benchmark" and
	// without the -N suffix for GOMAXPROCS, as in
	// "Send/variant=goroutine/values=100000".
	Bench string `json:"bench"`

	// Arm is the value of the compared key.
	Arm string `json:"arm"`

	// Workload is the rest of the name.
	Workload Workload `json:"workload"`

	// Build names the build.
	Build string `json:"build"`
}

// NewCell takes a sub-benchmark's name apart. It fails when the name does not
// have the compared key.
func NewCell(bench, compare, build string) (Cell, error) {
	cell := Cell{Bench: bench, Build: build, Workload: Workload{}}
	parts := strings.Split(bench, "/")
	cell.Workload["name"] = parts[0]
	found := false
	for i, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			key, value = fmt.Sprintf("part%d", i+1), part
		}
		if key == compare && !found {
			cell.Arm, found = value, true
			continue
		}
		cell.Workload[key] = value
	}
	if !found {
		return cell, fmt.Errorf("benchmark %s has no part %s=…", bench, compare)
	}
	return cell, nil
}

// Pattern is the regular expression for -test.bench that selects this cell
// and no other. The testing package splits it at slashes before it compiles
// the parts, and has already replaced spaces by underscores in names.
func (c Cell) Pattern() string {
	parts := strings.Split("Benchmark"+c.Bench, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// ID identifies the cell within its experiment.
func (c Cell) ID() string { return c.Bench + " " + c.Build }

// Label is what people call the arm.
func (x *Experiment) Label(arm string) string {
	for _, a := range x.Arms {
		if a.Name == arm && a.Label != "" {
			return a.Label
		}
	}
	return arm
}

// Metric returns what the experiment says of a unit.
func (x *Experiment) Metric(unit string) (Metric, bool) {
	for _, m := range x.Metrics {
		if m.Unit == unit {
			return m, true
		}
	}
	return Metric{}, false
}
