package selftest

// A Result is how well assay does, and go test beside it. It is what
// assay selftest -format json prints.
type Result struct {
	Score

	// Verified are the ratios over the whole record, against which the
	// intervals of the windows are held.
	Verified []Verified `json:"verified"`

	// Peer is the same of go test -count=10 for each side, one side after the
	// other, judged by the Mann-Whitney test as benchstat does.
	Peer Score `json:"peer"`
}

// A Score counts what one way of measuring came to.
type Score struct {
	FalseVerdicts FalseVerdicts `json:"falseVerdicts"`

	// Power has an entry for each kind of work, effect and length.
	Power []Power `json:"power"`

	// Coverage is the share of intervals that hold the truth; null where
	// there are none, as for the peer, which makes no interval of a ratio.
	Coverage       *float64 `json:"coverage"`
	CoverageTrials Trials   `json:"coverageTrials"`
}

// FalseVerdicts are the shares, from 0 to 1, of pairs of the same code that
// were called different; null where there was no such pair.
type FalseVerdicts struct {
	Quiet     *float64 `json:"quiet"`
	Neighbour *float64 `json:"neighbour"`

	QuietTrials     Trials `json:"quietTrials"`
	NeighbourTrials Trials `json:"neighbourTrials"`

	// Seconds is how long a pair was measured.
	Seconds float64 `json:"seconds"`
}

// Power is how often a difference was found.
type Power struct {
	// Arm is the kind of work, Effect how much more of it one side did, as a
	// relative difference, and Neighbour whether another program disturbed.
	Arm       string  `json:"arm"`
	Effect    float64 `json:"effect"`
	Neighbour bool    `json:"neighbour"`

	// Rate is the share that was found, from 0 to 1, and Seconds how long a
	// pair was measured.
	Rate    float64 `json:"rate"`
	Seconds float64 `json:"seconds"`

	Trials

	// Wrong counts those that were called faster although they do more.
	Wrong int `json:"wrong"`
}

// Trials is a count, with the interval in which the rate lies with 95%
// confidence by Wilson's score.
type Trials struct {
	Found int     `json:"found"`
	Of    int     `json:"of"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Verified is a ratio over the whole record: a very long run.
type Verified struct {
	Arm       string  `json:"arm"`
	Effect    float64 `json:"effect"`
	Neighbour bool    `json:"neighbour"`
	Ratio     float64 `json:"ratio"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Rounds    int     `json:"rounds"`
}
