package report

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
