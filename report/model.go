package report

import (
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/attribution"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/flame"
)

// Schema is the version of the JSON form of a Report.
const Schema = 1

// A Report is everything that is said about a run.
type Report struct {
	Schema int `json:"schema"`

	// Run is what was asked, on what machine.
	Run results.Run `json:"run"`

	// Record is the folder that was read, as it was named.
	Record string `json:"record"`

	Experiments []Experiment `json:"experiments"`

	// Problems are what of the record is missing or torn.
	Problems []results.Problem `json:"problems,omitempty"`
}

// An Experiment is a question and what the record answers to it.
type Experiment struct {
	Name       string `json:"name"`
	Title      string `json:"title"`
	Question   string `json:"question"`
	Hypothesis string `json:"hypothesis,omitempty"`
	Limits     string `json:"limits,omitempty"`

	// Answer is the answer in a sentence or two.
	Answer string `json:"answer"`

	// Undecided says in a sentence each what could not be decided and what it
	// would take, the headline's first.
	Undecided []string `json:"undecided,omitempty"`

	// Resolution says in a sentence what differences the headline's rounds
	// could find; empty where there are no intervals.
	Resolution string `json:"resolution,omitempty"`

	// Compare is the key that is compared, Baseline the arm that others
	// are divided by, Headline the workload of the answer.
	Compare  string `json:"compare"`
	Baseline string `json:"baseline"`
	Headline string `json:"headline"`

	// Margin is the relative difference below which two arms are the same:
	// a ratio from 1/(1+margin) to 1+margin.
	Margin float64 `json:"margin"`

	Metrics   []Metric `json:"metrics"`
	Arms      []Arm    `json:"arms"`
	Builds    []Build  `json:"builds"`
	Workloads []string `json:"workloads"`

	// Cells are the absolute figures, one a cell, the headline's workload
	// first, arms in the order of Arms.
	Cells []Cell `json:"cells"`

	// Comparisons are ratios of two arms, one a workload, build, arm and
	// metric; the primary metric of the headline's workload comes first.
	Comparisons []Comparison `json:"comparisons"`

	// Rounds is every timed process that measured something, in the order of
	// running. Those that failed are in Failures.
	Rounds []Round `json:"rounds"`

	// Evidence lists the files that were captured.
	Evidence []Artefact `json:"evidence"`

	// Profiles are the top functions of each arm's CPU profile.
	Profiles []Profile `json:"profiles"`

	// Profiling is what taking the CPU profile cost each arm.
	Profiling []ProfilingCost `json:"profiling,omitempty"`

	// Flames are the arms' CPU profiles as trees. They are not in the JSON
	// form: the profiles themselves are in the record.
	Flames []Flame `json:"-"`

	// Attribution shares the whole ratio out among the factors that arms are
	// made of; absent where arms name none.
	Attribution *attribution.Attribution `json:"attribution,omitempty"`

	// Bodies says which function ran for each arm, and how it is called.
	Bodies []Body `json:"bodies"`

	// Decisions are what the compiler decided in each arm's functions and
	// differently in the baseline's.
	Decisions []ArmDecisions `json:"decisions"`

	// Code is the machine code of each arm's hot functions.
	Code []results.Assembly `json:"code"`

	Claims    []Claim     `json:"claims"`
	Published []Published `json:"published"`

	// Failures are the processes that failed, with their output.
	Failures []Failure `json:"failures,omitempty"`

	// Warnings are what the figures themselves give reason to doubt: two
	// modes, a drift, a control that differs.
	Warnings []Warning `json:"warnings,omitempty"`

	// Notes are sentences that a reader must know about how the figures came
	// about: an interrupted run, failures, missing arms.
	Notes []string `json:"notes,omitempty"`

	// Commands make the experiment again and open its files.
	Commands []Command `json:"commands"`
}

// A Metric is a unit and what it means.
type Metric struct {
	Unit    string `json:"unit"`
	Label   string `json:"label"`
	Better  string `json:"better"`
	Primary bool   `json:"primary,omitempty"`
	Note    string `json:"note,omitempty"`
}

// An Arm is one of the things that are compared.
type Arm struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Note  string `json:"note,omitempty"`

	// Bound marks an arm that is not a candidate but a limit.
	Bound bool `json:"bound,omitempty"`
}

// A Build is one way in which the test binary was built.
type Build struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Flags string `json:"flags,omitempty"`
}

// A Cell is an arm under one workload in one build, in absolute figures.
type Cell struct {
	// Arm is "control" for the second run of the baseline, here and in
	// comparisons and rounds.
	Arm      string `json:"arm"`
	Workload string `json:"workload"`
	Build    string `json:"build"`

	// Control marks the second run of the baseline.
	Control bool `json:"control,omitempty"`

	// Figures has one entry a metric that the cell reports.
	Figures []Figure `json:"figures"`

	// Failed is why there are no figures, in a sentence.
	Failed string `json:"failed,omitempty"`

	// Doubt is what keeps the figures from being what they seem, such as
	// senders that hardly overlapped.
	Doubt string `json:"doubt,omitempty"`

	// Spread says where the variation of the primary metric comes from; null
	// where there are too few rounds, and for the control.
	Spread *Spread `json:"spread"`
}

// A Spread takes the variation of a cell over its processes apart. Each part
// is a standard deviation relative to the figure itself.
type Spread struct {
	// Layout is what the order of functions in the binary moves; null where
	// there was one layout. LayoutShown says whether it stands out from the
	// rest at a level of 1%.
	Layout      *float64 `json:"layout"`
	LayoutShown bool     `json:"layoutShown,omitempty"`

	// Process is what differs from one process to the next, Rest what all
	// processes of a round share: the moment of the machine.
	Process float64 `json:"process"`
	Rest    float64 `json:"rest"`
}

// A Figure summarises one metric of one cell over the rounds.
type Figure struct {
	Metric string  `json:"metric"`
	N      int     `json:"n"`
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

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

// A Round is one timed process.
type Round struct {
	Process  int    `json:"process"`
	Round    int    `json:"round"`
	Position int    `json:"position"`
	Arm      string `json:"arm"`
	Workload string `json:"workload"`
	Build    string `json:"build"`
	Control  bool   `json:"control,omitempty"`

	// Layout is the seed by which the linker ordered the binary's functions.
	Layout int64 `json:"layout"`

	// Foreign is the share of the machine that went to other work while it
	// ran; negative when not known.
	Foreign float64 `json:"foreign"`

	// Disturbed says what disturbed it, in a sentence; empty when nothing
	// did. Attempt counts from 1 within the round, and Counts says whether
	// this is the attempt that the figures rest on.
	Disturbed string `json:"disturbed,omitempty"`
	Attempt   int    `json:"attempt"`
	Counts    bool   `json:"counts"`

	// Values maps a metric to what was measured.
	Values map[string]float64 `json:"values"`
}

// An Artefact is one captured file.
type Artefact struct {
	Arm      string `json:"arm"`
	Build    string `json:"build"`
	Workload string `json:"workload"`

	// Kind is a kind of profile, or "compiler", "assembly" or "structs".
	Kind string `json:"kind"`

	// Path is relative to the record, with slashes.
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`

	// Open is the command that opens it, from the folder that holds the
	// record's folder's parent.
	Open string `json:"open"`

	// Binary is the hash of the binary that made it. Timed says whether
	// that is also the binary that was timed.
	Binary string `json:"binary,omitempty"`
	Timed  bool   `json:"timed"`
}

// A Profile is the top of one arm's CPU profile, beside the baseline's.
type Profile struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Samples is the number of samples in all, Seconds what they stand for.
	Samples int64   `json:"samples"`
	Seconds float64 `json:"seconds"`

	// Rows are the functions with the most samples of their own.
	Rows []ProfileRow `json:"rows"`

	// Error says why there is none.
	Error string `json:"error,omitempty"`
}

// A ProfileRow is one function of a profile. Shares are of all samples, from
// 0 to 1.
type ProfileRow struct {
	Function string  `json:"function"`
	File     string  `json:"file"`
	Line     int64   `json:"line"`
	Flat     float64 `json:"flat"`
	Cum      float64 `json:"cum"`

	// Baseline is the flat share in the baseline's profile of the same
	// build, and for the baseline itself in that of the first build.
	Baseline float64 `json:"baseline"`
}

// A ProfilingCost is one cell with and without a CPU profile, in the primary
// metric, one process each.
type ProfilingCost struct {
	Arm      string  `json:"arm"`
	Workload string  `json:"workload"`
	Build    string  `json:"build"`
	Metric   string  `json:"metric"`
	Plain    float64 `json:"plain"`
	Profiled float64 `json:"profiled"`
}

// A Flame is the CPU profile of an arm as a tree, in nanoseconds per
// operation.
type Flame struct {
	Arm, Workload, Build string
	Root                 *flame.Node
}

// A Body says which function ran for an arm.
type Body struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Function is the symbol that holds the samples.
	Function string `json:"function"`

	// Shape is "shape" for code shared by all types of one shape, "concrete"
	// for code of its own, "runtime" for the runtime's and "library" for
	// that of another module.
	Shape string `json:"shape"`

	// Flat is the share of the profile's samples, from 0 to 1, that fall into
	// its machine code, with what was inlined there. For a body that was
	// inlined itself it is the share of its own lines.
	Flat float64 `json:"flat"`

	// Calls counts its call instructions by what they do.
	Direct   int `json:"directCalls"`
	Indirect int `json:"indirectCalls"`

	// CalledBy says how the benchmark's loop reaches it, such as
	// "direct call, dictionary passed", "inlined" or "indirect call".
	CalledBy string `json:"calledBy,omitempty"`

	// Inline is the compiler's verdict: "can inline, cost 62", or
	// "cannot inline: …".
	Inline string `json:"inline,omitempty"`
}

// ArmDecisions are the compiler's decisions in the functions of one arm.
type ArmDecisions struct {
	Arm   string `json:"arm"`
	Build string `json:"build"`

	// Functions are the arm's hot functions that the compiler spoke of.
	Functions []FunctionDecisions `json:"functions"`
}

// FunctionDecisions are the compiler's decisions in one function.
type FunctionDecisions struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Inline   string `json:"inline,omitempty"`

	// Decisions are those that the baseline's functions do not have, or all
	// of them for the baseline itself.
	Decisions []results.Decision `json:"decisions,omitempty"`
}

// Judgement is what the record says of a claim.
type Judgement string

// The judgements.
const (
	Supported     Judgement = "supported"
	Refuted       Judgement = "refuted"
	Open          Judgement = "undecided"
	NotAnswerable Judgement = "not answerable"
)

// A Claim is a statement and what the record says of it.
type Claim struct {
	Text string `json:"text"`

	// Asserts is the bound in words, such as "ratio at most 0.33".
	Asserts string `json:"asserts"`

	// Comparison is the ratio that it is judged by; null when the record
	// does not have it.
	Comparison *Comparison `json:"comparison"`

	Judgement Judgement `json:"judgement"`

	// Why says what the judgement rests on, in a sentence.
	Why string `json:"why"`
}

// Published is a set of figures from elsewhere.
type Published struct {
	Source  string            `json:"source"`
	Machine string            `json:"machine"`
	Figures []PublishedFigure `json:"figures"`
}

// A PublishedFigure is one number from elsewhere and ours beside it.
type PublishedFigure struct {
	Text   string  `json:"text"`
	Metric string  `json:"metric"`
	Value  float64 `json:"value"`

	// Here is the figure of the nearest cell of ours, null when there is
	// none.
	Here *Figure `json:"here"`
	Arm  string  `json:"arm,omitempty"`
}

// A Failure is a process that failed.
type Failure struct {
	Pass    results.Pass     `json:"pass"`
	Cell    experiments.Cell `json:"cell"`
	Process int              `json:"process"`
	Failure string           `json:"failure"`
	Output  string           `json:"output,omitempty"`
	Started time.Time        `json:"started"`
}

// A Command is a command line and what it does.
type Command struct {
	Does string `json:"does"`
	Line string `json:"line"`
}
