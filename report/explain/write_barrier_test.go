package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

// TestMarksStored: profiles name the barrier without a package, since it is
// assembly, and what it calls with one.
func TestMarksStored(t *testing.T) {
	for function, want := range map[string]bool{
		"gcWriteBarrier":              true,
		"runtime.gcWriteBarrier4":     true,
		"runtime.wbBufFlush1":         true,
		"runtime.bulkBarrierPreWrite": true,
		"runtime.memmove":             false,
	} {
		if got := marksStored(&cost.Entry{Function: function}); got != want {
			t.Errorf("%s marks what is stored: %v", function, got)
		}
		if got := marksStored(&cost.Entry{Function: "runtime.x", Via: function}); got != want {
			t.Errorf("what measured code calls through %s marks what is stored: %v", function, got)
		}
	}
}
