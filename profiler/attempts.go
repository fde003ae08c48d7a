package profiler

import (
	"fmt"

	"github.com/assay-bench/assay/profiler/plan"
)

// maxAttempts is how often a process is run in a round at most, while
// something disturbs it. freeAttempts are run again in any experiment, so that
// one bad second at the beginning is made good.
const (
	maxAttempts  = 3
	freeAttempts = 8
)

// attempts decides which disturbed processes are run again, and counts. A
// machine that never gets quiet must not keep a run from ending.
type attempts struct {
	// processes counts what was run, disturbed those that something
	// disturbed, and again those that were therefore run again.
	processes, disturbed, again int

	told bool
}

// another reports whether a disturbed process is run again.
func (a *attempts) another(attempt int) bool { return attempt < maxAttempts && !a.spent() }

// spent reports whether half as many processes were run again as had to be
// run, besides the free ones.
func (a *attempts) spent() bool { return a.again >= freeAttempts+(a.processes-a.again)/2 }

// unquiet says, once, that disturbed processes are no longer run again.
func (a *attempts) unquiet() string {
	if a.told || !a.spent() {
		return ""
	}
	a.told = true
	return fmt.Sprintf("this machine does not get quiet: %d of %d processes were disturbed; from here on some of those count", a.disturbed, a.processes)
}

// runBlock runs the steps of one block, and then again those that observe
// says should be: at the end of the block, when what disturbed them may be
// over, and still close to what they are compared with.
func runBlock(steps []plan.Step, observe func(step plan.Step, attempt int) (again bool, err error)) error {
	for attempt := 1; len(steps) > 0; attempt++ {
		var left []plan.Step
		for _, step := range steps {
			again, err := observe(step, attempt)
			if err != nil {
				return err
			}
			if again {
				left = append(left, step)
			}
		}
		steps = left
	}
	return nil
}
