package host

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"
)

// A State says how bad a thing is for measuring.
type State string

// The states, worst first.
const (
	Bad     State = "bad"     // figures will be wrong, or too noisy to use
	Mind    State = "mind"    // figures will be noisier, or hold for this setting alone
	Unknown State = "unknown" // the operating system does not tell
	OK      State = "ok"
)

// A Check is one thing that was looked at.
type Check struct {
	// Name is a word or two.
	Name  string `json:"name"`
	State State  `json:"state"`

	// Found is what there is, Do what can be done about it; empty where
	// nothing need be.
	Found string `json:"found"`
	Do    string `json:"do,omitempty"`
}

// Examine looks at everything about this machine that makes figures wrong or
// noisy, the worst first. It watches for that long what else runs; a context
// that ends cuts this short.
func Examine(ctx context.Context, watch time.Duration) []Check {
	f := here()
	s := surroundings{
		os:         runtime.GOOS,
		cores:      runtime.NumCPU(),
		gomaxprocs: runtime.GOMAXPROCS(0),
		env:        os.Getenv("GOMAXPROCS"),
		reading:    clockReading(),
	}
	s.goCommand, _ = exec.LookPath("go")
	earlier, before := f.processes(), Now()
	select {
	case <-time.After(watch):
	case <-ctx.Done():
	}
	after, later := Now(), f.processes()
	s.load = Between(before, after, 0)
	s.busiest = busiest(earlier, later, after.at.Sub(before.at), os.Getpid())
	return examine(f, s)
}

// surroundings is what is not in a file.
type surroundings struct {
	os string

	// cores is how many processors this process may use.
	cores, gomaxprocs int

	// env is GOMAXPROCS of the environment.
	env string

	// reading is how long it takes to read the clock.
	reading time.Duration

	// goCommand is where the go command is; empty where it is not.
	goCommand string

	// load is what happened while nothing of assay ran, busiest who it was.
	load    Interference
	busiest []string
}

// clockReading is how long it takes to read the clock: the shortest of several
// times that many readings took, since others may interrupt.
func clockReading() time.Duration {
	const times, readings = 10, 200
	shortest := time.Hour
	for range times {
		start := time.Now()
		last := start
		for range readings {
			last = time.Now()
		}
		shortest = min(shortest, last.Sub(start))
	}
	return shortest / readings
}

// examine is Examine for a machine whose files and surroundings are given.
func examine(f files, s surroundings) []Check {
	checks := []Check{
		f.checkLoad(s),
		f.checkQuota(s),
		f.checkProcessors(s),
		f.checkClock(s),
		checkGo(s),
		f.checkGovernor(),
		f.checkBoost(),
		f.checkSMT(),
		f.checkHeat(),
		f.checkPower(s),
		f.checkHypervisor(),
		f.checkCounters(),
	}
	if s.os != "linux" {
		for i := range checks {
			if checks[i].State == Unknown {
				checks[i].Found = s.os + " does not tell"
			}
		}
	}
	order := []State{Bad, Mind, Unknown, OK}
	slices.SortStableFunc(checks, func(a, b Check) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
	return checks
}
