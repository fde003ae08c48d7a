package selftest

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/profiler"
	"github.com/assay-bench/assay/profiler/cell"
)

// peerCount is how many samples go test takes of each side, as people ask it
// to with -count=10.
const peerCount = 10

// peerShare is the part of the time that goes to the peer.
const peerShare = 0.4

// A peer is go test as people use it: one process for each side, -count=10,
// one side after the other.
type peer struct {
	// side is how long one side takes.
	side time.Duration

	// ours and theirs is the time that went to either, by experiment, and
	// replicates how often all sides were run.
	ours, theirs map[string]time.Duration
	replicates   map[string]int
}

// afterRound runs the sides of all arms when the peer is behind.
func (p *peer) afterRound(ctx context.Context, r profiler.Round) error {
	p.ours[r.Experiment] += r.Took
	whole := p.side * time.Duration(len(armNames))
	due := time.Duration(float64(p.ours[r.Experiment]) * peerShare / (1 - peerShare))
	if due < p.theirs[r.Experiment]+whole {
		return nil
	}
	began := time.Now()
	p.replicates[r.Experiment]++
	for _, arm := range armNames {
		if err := p.run(ctx, r, arm, p.replicates[r.Experiment]); err != nil {
			return err
		}
	}
	p.theirs[r.Experiment] += time.Since(began)
	return nil
}

// run runs one side.
func (p *peer) run(ctx context.Context, r profiler.Round, arm string, replicate int) error {
	bench, err := benchOf(r.Experiment, arm)
	if err != nil {
		return err
	}
	process, stdout, err := cell.Run(ctx, cell.Spec{
		Binary: r.Binary,
		Args: []string{
			"-test.run=^$",
			"-test.bench=" + experiments.Cell{Bench: bench}.Pattern(),
			"-test.count=" + strconv.Itoa(peerCount),
			"-test.benchtime=" + (p.side / peerCount).String(),
		},
		Dir:     r.Dir,
		Timeout: time.Minute + 10*p.side,
	})
	if err != nil {
		return err
	}
	if process.Failure != "" {
		return fmt.Errorf("go test of %s: %s", bench, process.Failure)
	}
	lines, err := cell.Results(stdout, bench, peerCount)
	if err != nil {
		return fmt.Errorf("go test of %s %w", bench, err)
	}
	return r.Writer.Peer(replicate, process.Wall.Seconds(), lines)
}
