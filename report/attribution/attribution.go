package attribution

// An Attribution shares the ratio of one arm to another out among the changes
// that lead from the latter to the former. Its ratios have no unit: they are
// of the metric that the arms were measured in, and below 1 where a change
// lowers it.
type Attribution struct {
	// From is the arm at the beginning of the way, the baseline, and To the
	// one at its end.
	From string `json:"from"`
	To   string `json:"to"`

	// Whole is To divided by From.
	Whole Ratio `json:"whole"`

	// Factors are the changes, in the order of Steps.
	Factors []Share `json:"factors"`

	// Remainder is Whole divided by the ratios of all Factors: what medians
	// lack for adding up. It is near 1.
	Remainder float64 `json:"remainder"`

	// Orders is the number of orders in which the changes can be made with an
	// arm at every step. The ratios of Factors are averages over them.
	Orders int `json:"orders"`

	// Interactions say of pairs of factors whether one changes what the other
	// is worth. There are none where no four arms tell.
	Interactions []Interaction `json:"interactions"`

	// Steps is one of the orders, from arm to arm: of those that there are,
	// the one whose arms are listed first. Where it is the only one, its
	// ratios are those of Factors.
	Steps []Change `json:"steps"`

	// Besides are changes of factors that are the same at both ends, from an
	// arm on the way to one that differs from it in that factor alone. They
	// are no part of Whole.
	Besides []Change `json:"besides"`

	// Note says in a few sentences what the figures rest on, and what could
	// not be told.
	Note string `json:"note"`
}

// A Share is what one change has of the whole ratio.
type Share struct {
	// Factor is what changes, from one level to another. Where no arm tells
	// several factors apart, it names them all, joined by " + ", and so do
	// the levels.
	Factor    string `json:"factor"`
	FromLevel string `json:"fromLevel"`
	ToLevel   string `json:"toLevel"`

	// Ratio is what the change multiplies the metric by, on average over the
	// orders.
	Ratio Ratio `json:"ratio"`

	// Share is the logarithm of Ratio divided by that of Whole: 1 for a
	// change that makes all of it, and negative for one that goes the other
	// way. Those of all factors and that of the remainder sum to 1. It is nil
	// where the interval of Whole holds 1, since there is nothing to share.
	Share *float64 `json:"share"`

	// AddOneIn is From with this change alone divided by From. LeaveOneOut is
	// To divided by To without this change. They are nil where there is no
	// such arm.
	AddOneIn    *Ratio `json:"addOneIn"`
	LeaveOneOut *Ratio `json:"leaveOneOut"`
}

// An Interaction says whether one factor changes what another is worth.
type Interaction struct {
	Factor string `json:"factor"`
	With   string `json:"with"`

	// Ratio is what Factor is worth after the change of With divided by what
	// it is worth before. It is the same with the two exchanged. At 1 they do
	// not interact; below 1 they save more together than each would alone.
	Ratio Ratio `json:"ratio"`

	// Combinations is at how many combinations of the other factors there are
	// the four arms that tell. Ratio is the average over them.
	Combinations int `json:"combinations"`
}

// A Change leads from one arm to another.
type Change struct {
	Factor    string `json:"factor"`
	FromLevel string `json:"fromLevel"`
	ToLevel   string `json:"toLevel"`

	// Against is the arm without the change, Arm the one with it, and Ratio
	// the latter divided by the former.
	Against string `json:"against"`
	Arm     string `json:"arm"`
	Ratio   Ratio  `json:"ratio"`
}

// A Ratio is a median over rounds with its interval.
type Ratio struct {
	Estimate float64 `json:"estimate"`

	// Low and High bound the interval, Confidence is its level from 0 to 1:
	// that at which the intervals of all factors hold at once with 95%, or
	// less where there are too few rounds. The interval is then the range.
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`

	// N is the number of rounds.
	N int `json:"n"`
}
