package results

import "fmt"

// A Problem is something of a record that is missing or torn. The rest of the
// record stands.
type Problem struct {
	// File is relative to the record, Line counts from 1, zero when the
	// whole file is meant.
	File string `json:"file"`
	Line int    `json:"line,omitempty"`

	// Text says what is wrong and what is lost by it.
	Text string `json:"text"`
}

// Error makes a Problem an error.
func (p Problem) Error() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
	}
	return p.File + ": " + p.Text
}
