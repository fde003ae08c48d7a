package report

import (
	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/explain"
)

// New concludes from a record. It reads the profiles below the record's
// folder, and nothing else. What the record lacks is left out of the Report
// and said in it: there is no record that New cannot report on. The Report
// shares memory with the record, and neither may be modified afterwards.
func New(record *results.Record) *Report {
	r := &Report{
		Schema:      Schema,
		Run:         record.Run,
		Record:      record.Dir,
		Experiments: []Experiment{},
		Problems:    record.Problems,
	}
	for i := range record.Experiments {
		r.Experiments = append(r.Experiments, newBuilder(record, &record.Experiments[i]).build())
	}
	return r
}

// builder turns what a record holds of one experiment into an Experiment.
// Each step fills in a part of out and may use the parts before it.
type builder struct {
	record *results.Record
	in     *results.Experiment
	out    Experiment

	// workloads has the workloads of out by their text.
	workloads map[string]experiments.Workload

	// series are the timings, by cell, and by the names that cells have in the
	// record.
	series map[side]*series
	named  map[cellName]*series

	// spreads says where the variation of cells comes from.
	spreads map[side]*Spread

	// primaries has the metric that decides, by workload.
	primaries map[string]string

	// floors are the noise floors that controls showed, failed says which
	// controls differ from the baseline.
	floors map[floorKey]float64
	failed map[floorKey]bool

	// cpu are the CPU profiles in the order of arms and builds, raw the
	// profiles as they were read, by their path.
	cpu []*cpuProfile
	raw map[string]rawProfile

	// explained is what the record holds of cells that were explained.
	explained map[side]*explain.Arm

	// compilers caches what the compiler said, by build.
	compilers map[string]compilerIndex

	// rank is the place of arms, builds, workloads and metrics in out.
	rank ranks
}

func newBuilder(record *results.Record, in *results.Experiment) *builder {
	asked := &in.Asked
	b := &builder{record: record, in: in, floors: map[floorKey]float64{}, failed: map[floorKey]bool{}, compilers: map[string]compilerIndex{}, raw: map[string]rawProfile{}, explained: map[side]*explain.Arm{}}
	b.out = Experiment{
		Name:       asked.Name,
		Title:      asked.Title,
		Question:   asked.Question,
		Hypothesis: asked.Hypothesis,
		Limits:     asked.Limits,
		Compare:    asked.Compare,
		Baseline:   asked.Baseline,
		Margin:     asked.Margin,
	}
	if b.out.Title == "" {
		b.out.Title = asked.Name
	}
	if b.out.Margin == 0 {
		b.out.Margin = 0.01
	}
	return b
}

// build runs the steps in the order in which they need each other.
func (b *builder) build() Experiment {
	b.collect()
	b.out.Workloads, b.out.Headline = b.orderWorkloads()
	b.out.Arms = b.arms()
	b.out.Builds = b.builds()
	b.out.Metrics = b.metrics()
	b.rank = newRanks(&b.out)

	b.doubt()
	b.out.Cells = b.cells()
	b.out.Comparisons = b.comparisons()
	b.out.Attribution = b.attribution()
	b.out.Rounds = b.rounds()
	b.out.Warnings = b.warnings()
	b.out.Claims = b.claims()
	b.out.Published = b.published()

	b.readProfiles()
	b.out.Evidence = b.evidence()
	b.out.Profiles = b.profiles()
	b.out.Bodies = b.bodies()
	b.out.Decisions = b.decisions()
	b.out.Code = b.code()
	b.out.Profiling = b.profilingCosts()
	b.explain()
	b.out.Flames = b.flames()
	b.raw = nil // profiles are large, and nothing reads them again

	b.out.Failures = b.failures()
	b.out.Answer = b.answer()
	b.out.Undecided = b.undecided()
	b.out.Resolution = b.resolution()
	b.out.Notes = b.notes()
	b.out.Commands = b.commands()
	return b.out
}

// firstBuild is the build that others are divided by.
func (b *builder) firstBuild() string { return b.out.Builds[0].Name }
