package report

import (
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
)

// Verdict is what a comparison comes to.
type Verdict string

// The verdicts. Lower and higher are said of metrics that are neither better
// one way nor the other.
const (
	Faster    Verdict = "faster"    // better, where the metric is a time
	Slower    Verdict = "slower"    // worse, where the metric is a time
	Better    Verdict = "better"    // better, for any other metric
	Worse     Verdict = "worse"     // worse, for any other metric
	Lower     Verdict = "lower"     // different, where neither is better
	Higher    Verdict = "higher"    // different, where neither is better
	Same      Verdict = "same"      // the interval lies within the margin
	Undecided Verdict = "undecided" // none of these
)

// A Comparison is the ratio of one arm to another in one metric.
type Comparison struct {
	Arm      string `json:"arm"`
	Against  string `json:"against"`
	Workload string `json:"workload"`
	Build    string `json:"build"`

	// AgainstBuild is the build of the denominator. It differs from Build
	// when builds are what is compared, and Arm and Against are then equal.
	AgainstBuild string `json:"againstBuild"`

	Metric  string `json:"metric"`
	Primary bool   `json:"primary,omitempty"`

	// Control marks the baseline divided by itself.
	Control bool `json:"control,omitempty"`

	// Ratio is the median over rounds of the ratio within a round. It is
	// null when there is none, as for a division by zero.
	Ratio *float64 `json:"ratio"`

	// Low and High bound the interval, Confidence is its level from 0 to 1.
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Confidence float64  `json:"confidence"`

	// N is the number of rounds that both sides were measured in.
	N int `json:"n"`

	// Together is how many comparisons hold with 95% confidence all at once:
	// those of one workload, build and metric. Confidence is that of the
	// single interval, and so above 95% where there are several.
	Together int `json:"together"`

	// Floor is the noise floor of the comparison as a relative difference:
	// how far from 1 the control's interval reaches. Null without control.
	Floor *float64 `json:"floor"`

	// Detectable is the smallest relative difference that as many rounds of
	// as much noise find nine times of ten. Null where there is no interval.
	Detectable *float64 `json:"detectable"`

	// Needed is about how many rounds in all would decide, where the verdict
	// is undecided for want of rounds; zero elsewhere, and where no number
	// within a hundred thousand would.
	Needed int `json:"needed,omitempty"`

	// Benchstat is what benchstat makes of the same values, which are then
	// taken for two heaps. Null where there are no values of one side.
	Benchstat *Benchstat `json:"benchstat"`

	Verdict Verdict `json:"verdict"`

	// Why says in a sentence what keeps the verdict open, where something
	// does, or why there is no ratio.
	Why string `json:"why,omitempty"`

	// Cost takes the difference apart by what the processor did. It is absent
	// where there are no CPU profiles of both sides, and for other metrics
	// than the primary one.
	Cost *CostDifference `json:"cost,omitempty"`

	// Findings say why the two differ, those that account for most first.
	// Unexplained is what of the difference they do not account for, in
	// nanoseconds per operation. Where Cost is absent there are no findings,
	// and Unexplained is null.
	Findings    []explain.Finding `json:"findings"`
	Unexplained *float64          `json:"unexplained"`
}

// A CostDifference takes a difference apart by what the processor did. All
// figures are nanoseconds of processor time per operation. Rows of each list
// add up to Profiled, and Profiled and Remainder to Measured.
type CostDifference struct {
	// Metric is what Measured was timed as: the processor time of the
	// process where the benchmark reports it, and else the primary metric.
	Metric   string        `json:"metric"`
	Measured cost.Estimate `json:"measured"`

	// Profiled is what the profiles have of both sides.
	Profiled CostRow `json:"profiled"`

	// Kinds, Packages and Functions are lists of rows, those that differ
	// most first. What is small is in one row at the end.
	Kinds     []CostRow `json:"kinds"`
	Packages  []CostRow `json:"packages"`
	Functions []CostRow `json:"functions"`

	// Remainder is what was measured and is not in the profiles. Why says
	// where it may have gone when it is more than a twentieth of Measured.
	Remainder float64 `json:"remainder"`
	Why       string  `json:"why,omitempty"`
}

// A CostRow is what both sides spend on one thing.
type CostRow struct {
	Name       string        `json:"name"`
	Arm        cost.Estimate `json:"arm"`
	Against    cost.Estimate `json:"against"`
	Difference cost.Estimate `json:"difference"`
}

// Benchstat is what golang.org/x/perf/benchmath says with its default
// assumption, nothing: medians with order statistics, and the Mann-Whitney
// U-test.
type Benchstat struct {
	// Center, Low and High are of the arm, the others of Against. Bounds are
	// null where benchstat shows ±∞: it takes six values for an interval.
	Center        float64  `json:"center"`
	Low           *float64 `json:"low"`
	High          *float64 `json:"high"`
	AgainstCenter float64  `json:"againstCenter"`
	AgainstLow    *float64 `json:"againstLow"`
	AgainstHigh   *float64 `json:"againstHigh"`

	// P is the p-value, Holm the same after Holm's correction for the
	// comparisons that stand together.
	P    float64 `json:"p"`
	Holm float64 `json:"holm"`
}

// WarningKind names what is wrong.
type WarningKind string

// The kinds of warnings.
const (
	ControlFailed  WarningKind = "control-failed"  // the baseline differs from itself: nothing of the comparison is settled
	TooFewRounds   WarningKind = "too-few-rounds"  // no interval of the asked confidence
	NeverQuiet     WarningKind = "never-quiet"     // many rounds count although they were disturbed
	TwoModes       WarningKind = "two-modes"       // an arm takes one of two values
	Drifts         WarningKind = "drift"           // a ratio moves in the course of the run
	Autocorrelated WarningKind = "autocorrelation" // a round's ratio tells the next one's
	LayoutDecides  WarningKind = "layout"          // layout moves an arm by more than the difference
)

// A Warning is one reason to doubt figures.
type Warning struct {
	Kind WarningKind `json:"kind"`

	// Arm, Workload, Build and Metric say of what; empty where it holds for
	// all.
	Arm      string `json:"arm,omitempty"`
	Workload string `json:"workload,omitempty"`
	Build    string `json:"build,omitempty"`
	Metric   string `json:"metric,omitempty"`

	// Text says it in a sentence.
	Text string `json:"text"`

	// Settles is set where verdicts stand all the same. Where it is not, the
	// verdicts of the comparisons that the warning is about are undecided.
	Settles bool `json:"settles"`
}
