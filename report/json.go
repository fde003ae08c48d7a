package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes all of a report, indented. docs/json.md describes every
// field. Nothing is written when the report cannot be encoded.
func WriteJSON(w io.Writer, r *Report) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("encode the report: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}
