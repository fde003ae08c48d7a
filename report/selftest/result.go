package selftest

// A Result is how well assay does, and go test beside it. It is what
// assay selftest -format json prints.
type Result struct {
	Score

	// Peer is the same of go test -count=10 for each side, one side after the
	// other, judged by the Mann-Whitney test as benchstat does.
	Peer Score `json:"peer"`

	// Verified says how much the arms truly differ.
	Verified []Verified `json:"verified"`

	// Conditions says on what the counts rest, an experiment each.
	Conditions []Condition `json:"conditions"`
}

// A Score counts what one way of measuring came to.
type Score struct {
	FalseVerdicts FalseVerdicts `json:"falseVerdicts"`

	// Same has the pairs of the same code, Power those in which one side does
	// more: an entry for each kind of work, effect and length, quiet ones
	// first. Windows of different lengths are made of the same rounds.
	Same  []Tally `json:"same"`
	Power []Tally `json:"power"`

	// Coverage is the share of intervals, from 0 to 1, that hold the truth;
	// null where there are none, as for the peer, which makes no interval of a
	// ratio. They are those of the shortest windows, held against the truths
	// SameCode and WholeRecord.
	Coverage       *float64 `json:"coverage"`
	CoverageTrials Trials   `json:"coverageTrials"`

	// CoverageBy takes it apart by what is taken for the truth.
	CoverageBy []Coverage `json:"coverageBy"`
}

// FalseVerdicts are the shares, from 0 to 1, of pairs of the same code that
// were called different; null where there was no such pair. They are those
// of the shortest windows.
type FalseVerdicts struct {
	Quiet     *float64 `json:"quiet"`
	Neighbour *float64 `json:"neighbour"`

	QuietTrials     Trials `json:"quietTrials"`
	NeighbourTrials Trials `json:"neighbourTrials"`

	// Seconds is how long a pair was measured.
	Seconds float64 `json:"seconds"`
}

// A Tally counts what pairs of one kind and length came to.
type Tally struct {
	// Arm is the kind of work, Effect how much more of it one side does, as a
	// relative difference, and Neighbour whether another program disturbed.
	Arm       string  `json:"arm"`
	Effect    float64 `json:"effect"`
	Neighbour bool    `json:"neighbour"`

	// Seconds is how long a pair was measured.
	Seconds float64 `json:"seconds"`

	// Rate is the share, from 0 to 1, that was found: called slower, or for
	// pairs of the same code called different. Null where there was no pair.
	Rate *float64 `json:"rate"`
	Trials

	// What the pairs were called. A pair whose control failed is undecided,
	// and counted once more.
	Slower        int `json:"slower"`
	Faster        int `json:"faster"`
	Equal         int `json:"equal"`
	Undecided     int `json:"undecided"`
	ControlFailed int `json:"controlFailed,omitempty"`

	// Width is the median half-width of the intervals, as a relative
	// difference; null where there are none.
	Width *float64 `json:"width"`
}

// Trials is a count, with the interval in which the rate lies with 95%
// confidence by Wilson's score.
type Trials struct {
	Found int     `json:"found"`
	Of    int     `json:"of"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// A Truth says what intervals were held against.
type Truth string

// The truths.
const (
	SameCode    Truth = "same code"    // a ratio of 1
	WholeRecord Truth = "whole record" // the ratio over all rounds, where those are ten times a window
	Nominal     Truth = "nominal"      // the ratio of work that the arms are asked for
)

// Coverage is how many intervals hold one kind of truth.
type Coverage struct {
	Truth Truth    `json:"truth"`
	Rate  *float64 `json:"rate"`
	Trials
}

// Verified is what one arm truly is to the baseline.
type Verified struct {
	Arm       string  `json:"arm"`
	Effect    float64 `json:"effect"`
	Neighbour bool    `json:"neighbour"`

	// Ratio is that over all rounds of the record, a very long run, and Low
	// and High its interval at 95%.
	Ratio  float64 `json:"ratio"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Rounds int     `json:"rounds"`

	// Instructions is the ratio of the instructions that an operation
	// executes; null where they were not counted.
	Instructions *float64 `json:"instructions"`
}

// A Condition is how one experiment was measured.
type Condition struct {
	Arm       string `json:"arm"`
	Neighbour bool   `json:"neighbour"`

	// Rounds and Processes count what was timed. Disturbed counts the
	// processes that something disturbed, Again those of them that were run
	// again.
	Rounds    int `json:"rounds"`
	Processes int `json:"processes"`
	Disturbed int `json:"disturbed"`
	Again     int `json:"again"`

	// Replicates is how often go test ran every arm.
	Replicates int `json:"replicates"`
}
