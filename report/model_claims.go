package report

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
