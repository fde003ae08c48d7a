package selftest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/profiler"
	"github.com/assay-bench/assay/profiler/cell"
)

// counted is the experiment whose instructions are counted. What the others
// execute depends on when the collector and the scheduler run.
const counted = "steady"

// countFrom is how long a pair has to be for the ten seconds that counting
// takes to be small beside the run.
const countFrom = 10 * time.Second

// What an operation takes is the difference of two runs, by so many
// operations: it leaves out how the process starts and ends.
const fewOperations, manyOperations = 100, 5100

// A counter counts once how many instructions an operation of each arm takes,
// where valgrind is installed: how much more an arm does cannot be seen more
// plainly.
type counter struct {
	done     bool
	progress profiler.Progress
}

func (c *counter) afterRound(ctx context.Context, r profiler.Round) error {
	if c.done || r.Experiment != counted {
		return nil
	}
	c.done = true
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return nil
	}
	for _, arm := range armNames {
		result, err := countInstructions(ctx, valgrind, r, arm)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			c.progress.Note(fmt.Sprintf("%s: valgrind of arm %s: %v", r.Experiment, arm, err))
			return nil
		}
		if err := r.Writer.Peer(0, 0, []*benchfmt.Result{result}); err != nil {
			return err
		}
	}
	return nil
}

// countInstructions counts for one arm.
func countInstructions(ctx context.Context, valgrind string, r profiler.Round, arm string) (*benchfmt.Result, error) {
	c := cellOf(r.Experiment, arm)
	var counts [2]float64
	for i, n := range []int{fewOperations, manyOperations} {
		process, stdout, err := cell.Run(ctx, cell.Spec{
			Binary: valgrind,
			Args: []string{
				"--tool=callgrind", "--fair-sched=yes", "--log-fd=1", "--callgrind-out-file=" + os.DevNull,
				r.Binary, "-test.run=^$", "-test.bench=" + c.Pattern(), fmt.Sprintf("-test.benchtime=%dx", n),
			},
			Dir: r.Dir,
			// valgrind knows neither RDTSCP nor Go's preemption by signals.
			Env:     []string{"GODEBUG=cpu.rdtscp=off,asyncpreemptoff=1", "GOMAXPROCS=1", "GOGC=off"},
			Timeout: time.Minute,
		})
		if err != nil {
			return nil, err
		}
		if process.Failure != "" {
			return nil, errors.New(process.Failure)
		}
		if counts[i], err = collected(stdout); err != nil {
			return nil, err
		}
	}
	const operations = manyOperations - fewOperations
	return &benchfmt.Result{
		Name:   benchfmt.Name(c.Bench),
		Iters:  operations,
		Values: []benchfmt.Value{{Value: (counts[1] - counts[0]) / operations, Unit: "instructions/op"}},
	}, nil
}

var collectedLine = regexp.MustCompile(`(?m)^==\d+== Collected : (\d+)$`)

// collected is how many instructions callgrind says that it saw.
func collected(output []byte) (float64, error) {
	match := collectedLine.FindSubmatch(output)
	if match == nil {
		return 0, errors.New("it did not say how many instructions it saw")
	}
	return strconv.ParseFloat(string(match[1]), 64)
}
