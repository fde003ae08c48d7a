package explain

import "github.com/assay-bench/assay/report/cost"

// Strength is how well a finding is supported.
type Strength string

// The strengths.
const (
	Established Strength = "established" // two independent kinds of evidence agree, and none contradicts
	Suspected   Strength = "suspected"   // one kind of evidence, or one that contradicts
)

// A Finding is a mechanism that explains a part of a difference.
type Finding struct {
	// Rule is the name of the rule that found it.
	Rule string `json:"rule"`

	// Side is the arm that pays.
	Side string `json:"side"`

	// Mechanism says what happens, in a sentence.
	Mechanism string `json:"mechanism"`

	// Place is where.
	Place cost.Place `json:"place"`

	// NsPerOp is how many nanoseconds per operation it accounts for, and
	// Interval the interval of that: positive where the arm pays more than
	// the one it is compared with, negative where that one pays. What an
	// earlier finding already accounts for is not in it.
	NsPerOp  float64    `json:"nsPerOp"`
	Interval [2]float64 `json:"interval"`

	// Agrees and Disagrees name the pieces of evidence in a sentence each,
	// beginning with the artefact: "CPU profile: …", "escape analysis: …",
	// "machine code: …", "allocation profile: …".
	Agrees    []string `json:"agrees"`
	Disagrees []string `json:"disagrees"`

	Strength Strength `json:"strength"`

	// Claims chooses the entries of both arms' CPU profiles that the finding
	// accounts for: its NsPerOp is what they differ by. Nil where it accounts
	// for no processor time.
	Claims func(*cost.Entry) bool `json:"-"`

	// Amount, where it is set, bounds what is claimed: for a mechanism that
	// costs only a part of what Claims chooses. The rest stays for others. It
	// is in the direction of the side, and so above zero.
	//
	// Without Claims, it is the time that the side waited, in nanoseconds per
	// operation. The finding then accounts for it as far as the difference
	// was timed and is not processor time. Where both are nil, it accounts
	// for none of the difference.
	Amount *cost.Estimate `json:"-"`

	// follows says that the mechanism is a consequence of allocating more.
	follows bool
}

// Evidence is what a rule gathers for a finding: Agrees and Disagrees, from
// which the strength follows.
type Evidence struct {
	agrees, disagrees []string
}

// Agree adds a piece of evidence. An empty text is none.
func (e *Evidence) Agree(text string) {
	if text != "" {
		e.agrees = append(e.agrees, text)
	}
}

// Disagree adds a piece of evidence that contradicts. An empty text is none.
func (e *Evidence) Disagree(text string) {
	if text != "" {
		e.disagrees = append(e.disagrees, text)
	}
}

// Put moves the evidence into a finding. Two pieces are two kinds of evidence
// where they begin with different artefacts.
func (e *Evidence) Put(f *Finding) {
	f.Agrees = append([]string{}, e.agrees...)
	f.Disagrees = append([]string{}, e.disagrees...)
	f.Strength = Suspected
	if artefacts(e.agrees) >= 2 && len(e.disagrees) == 0 {
		f.Strength = Established
	}
}
