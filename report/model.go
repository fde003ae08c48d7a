package report

import (
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/attribution"
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
