package selftest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/assay-bench/assay/profiler"
)

// Options say how long, and where to.
type Options struct {
	// Budget is the time that all of it may take, about.
	Budget time.Duration

	// Out is the folder that the record's folder is made in.
	Out string

	// Seed decides every order, and when the neighbour works.
	Seed uint64

	// Command, Tool and Progress are as in profiler.Options.
	Command  []string
	Tool     string
	Progress profiler.Progress
}

// armNames are the arms of every experiment, the baseline first.
var armNames = []string{"0", "same", "1", "2", "5", "10"}

// shares is what each experiment gets of the time. The steady arm is the one
// that shows what the method can do, and gets most.
var shares = map[string]float64{
	"steady": 5, "allocating": 3, "goroutines": 3,
	"steady" + withNeighbour: 2, "allocating" + withNeighbour: 2, "goroutines" + withNeighbour: 2,
}

// pairTime is how long go test takes for a pair, and assay for the shortest
// comparisons that are judged: ten seconds in a run of twenty minutes and
// more, a hundredth of the time in a shorter one.
func pairTime(budget time.Duration) time.Duration {
	return min(10*time.Second, budget/100)
}

// Run measures, and writes a record. What is said of profiler.Run holds here.
func Run(ctx context.Context, o Options) (profiler.Outcome, error) {
	dir, err := os.MkdirTemp("", "assay-selftest-")
	if err != nil {
		return profiler.Outcome{}, err
	}
	defer os.RemoveAll(dir)
	list, err := write(dir)
	if err != nil {
		return profiler.Outcome{}, err
	}
	peer := &peer{
		side:       pairTime(o.Budget) / 2,
		ours:       map[string]time.Duration{},
		theirs:     map[string]time.Duration{},
		replicates: map[string]int{},
	}
	return profiler.Run(ctx, profiler.Options{
		Root:        dir,
		Experiments: list,
		Out:         o.Out,
		Budget:      o.Budget,
		Shares:      shares,
		Layouts:     1,
		Seed:        o.Seed,
		SelfTest:    true,
		Command:     o.Command,
		Tool:        o.Tool,
		Progress:    o.Progress,
		AfterRound:  peer.afterRound,
		BeforeTiming: func(ctx context.Context, experiment string) (func(), error) {
			if !strings.HasSuffix(experiment, withNeighbour) {
				return func() {}, nil
			}
			return startNeighbour(ctx, o.Seed)
		},
	})
}

// benchOf is the benchmark of an arm, without "Benchmark".
func benchOf(experiment, arm string) (string, error) {
	name := strings.TrimSuffix(experiment, withNeighbour)
	for _, k := range kinds {
		if k.name == name {
			return strings.TrimPrefix(k.bench, "Benchmark") + "/extra=" + arm, nil
		}
	}
	return "", fmt.Errorf("the self-test has no experiment %s", experiment)
}
