package cost

// An Estimate is a figure per operation, and the interval that sampling leaves
// it in with 95% confidence.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Above reports whether the figure is above zero for all that sampling can
// tell.
func (e Estimate) Above() bool { return e.Low > 0 }

// Negative is the estimate with its sign turned.
func (e Estimate) Negative() Estimate { return Estimate{-e.Value, -e.High, -e.Low} }
