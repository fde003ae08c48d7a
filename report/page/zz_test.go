package page

import (
	"testing"
)

func TestZZ(t *testing.T) {
	if err := Write("/tmp/pages", newReport(taskreuse(), burstsize(), specialisation(), hostile())); err != nil {
		t.Fatal(err)
	}
}
