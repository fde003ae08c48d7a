package selftest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/profiler"
)

// Options say how long, and where to.
type Options struct {
	// Budget is the time that all of it may take, but for building. The last
	// turn of go test may end some seconds later.
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

// shares is what each experiment gets of the time: two thirds go to a machine
// left alone. The steady arm is the one that shows what the method can do,
// and gets most.
var shares = map[string]float64{
	"steady": 18, "allocating": 6, "goroutines": 6,
	"steady" + withNeighbour: 5, "allocating" + withNeighbour: 5, "goroutines" + withNeighbour: 5,
}

// pairTime is how long go test takes for a pair: ten seconds in a run of a
// quarter of an hour and more. In a shorter one there would be too few pairs
// of that length.
func pairTime(budget time.Duration) time.Duration {
	return min(10*time.Second, budget/90)
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
		return profiler.Outcome{}, fmt.Errorf("write the benchmarks: %w", err)
	}
	pair := pairTime(o.Budget)
	p := newPeer(pair, o.Progress)
	c := &counter{done: pair < countFrom, progress: o.Progress}
	turns := uint64(0)
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
		BeforeTiming: func(ctx context.Context, experiment string) (func(), error) {
			if !strings.HasSuffix(experiment, withNeighbour) {
				return func() {}, nil
			}
			turns++
			n, err := startNeighbour(ctx, o.Seed+turns)
			if err != nil {
				return nil, fmt.Errorf("start the neighbour: %w", err)
			}
			return n.stop, nil
		},
		AfterRound: func(ctx context.Context, r profiler.Round) error {
			if err := p.afterRound(ctx, r); err != nil {
				return err
			}
			return c.afterRound(ctx, r)
		},
	})
}

// cellOf is what an arm of an experiment runs.
func cellOf(experiment, arm string) experiments.Cell {
	name := strings.TrimSuffix(experiment, withNeighbour)
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	return experiments.Cell{Bench: strings.TrimPrefix(kinds[i].bench, "Benchmark") + "/extra=" + arm, Arm: arm}
}
