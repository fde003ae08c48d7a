package selftest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/assay-bench/assay/profiler"
	"github.com/assay-bench/assay/profiler/cell"
)

// peerCount is how many samples go test takes of each side, as people ask it
// to with -count=10.
const peerCount = 10

// peerShare is the part of the time that goes to the peer. Its one length of
// a pair needs less than the several of ours.
const peerShare = 1. / 3

// A peer is go test as people use it: one process for each side, -count=10,
// one side after the other.
type peer struct {
	// side is how long one side should take.
	side time.Duration

	progress profiler.Progress

	// turns are by experiment.
	turns map[string]*turn
}

// A turn is how far the peer is with an experiment.
type turn struct {
	// ours and theirs is the time that went to either, and replicates how
	// often all sides were run.
	ours, theirs time.Duration
	replicates   int
}

func newPeer(pair time.Duration, progress profiler.Progress) *peer {
	return &peer{side: pair / 2, progress: progress, turns: map[string]*turn{}}
}

// afterRound runs the sides of all arms when it is the peer's turn. One that
// fails is told of, and the run goes on.
func (p *peer) afterRound(ctx context.Context, r profiler.Round) error {
	t := p.turns[r.Experiment]
	if t == nil {
		t = &turn{}
		p.turns[r.Experiment] = t
	}
	t.ours += r.Took
	whole := p.side * time.Duration(len(armNames))
	due := time.Duration(float64(t.ours) * peerShare / (1 - peerShare))
	if due < t.theirs+whole/2 {
		return nil
	}
	began := time.Now()
	defer func() { t.theirs += time.Since(began) }()
	t.replicates++
	for _, arm := range armNames {
		lines, took, err := p.run(ctx, r, arm)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.progress.Note(fmt.Sprintf("%s: go test of arm %s: %v", r.Experiment, arm, err))
			continue
		}
		if err := r.Writer.Peer(t.replicates, took, lines); err != nil {
			return err
		}
	}
	return nil
}

// run runs one side, and says how long it took.
func (p *peer) run(ctx context.Context, r profiler.Round, arm string) ([]*benchfmt.Result, time.Duration, error) {
	c := cellOf(r.Experiment, arm)
	// A loop over b.Loop overshoots the time it is given by a fifth.
	each := p.side / peerCount * 5 / 6
	process, stdout, err := cell.Run(ctx, cell.Spec{
		Binary: r.Binary,
		Args: []string{
			"-test.run=^$",
			"-test.bench=" + c.Pattern(),
			"-test.count=" + strconv.Itoa(peerCount),
			"-test.benchtime=" + each.String(),
		},
		Dir:     r.Dir,
		Timeout: time.Minute + 10*p.side,
	})
	if err != nil {
		return nil, 0, err
	}
	if process.Failure != "" {
		return nil, 0, errors.New(process.Failure)
	}
	lines, err := cell.Results(stdout, c.Bench, peerCount)
	return lines, process.Wall, err
}
