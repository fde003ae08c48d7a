package profiler

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/compiler"
	"github.com/assay-bench/assay/profiler/toolchain"
)

// maxLayoutSeed keeps seeds of layouts short enough to be typed.
const maxLayoutSeed = 10_000

// layoutSeeds are the seeds of so many layouts, or of all that there are. The
// first is 0, the linker's own order, which is what people ship; the others
// follow from the run's seed.
func layoutSeeds(count int, seed uint64) []int64 {
	random := rand.New(rand.NewPCG(seed, 1))
	seeds := []int64{0}
	for used := map[int64]bool{0: true}; len(seeds) < min(count, maxLayoutSeed); {
		if s := random.Int64N(maxLayoutSeed); !used[s] {
			used[s] = true
			seeds = append(seeds, s)
		}
	}
	return seeds
}

// A linked is one binary of a build.
type linked struct {
	path, hash string
}

// linksAtOnce bounds the linkers that run at the same time. Each takes some
// hundred megabytes and little more than one processor.
const linksAtOnce = 2

// linkLayouts links every build again for each layout but the first, and
// leaves in layouts those that all builds have. Nothing is timed meanwhile.
func (s *session) linkLayouts(ctx context.Context) error {
	if len(s.cells) == 0 {
		return nil
	}
	defer s.toolchain()()
	seeds := s.record.Layouts[1:]
	made, failures := make([]map[string]linked, len(seeds)), make([]error, len(seeds))
	var group errgroup.Group
	group.SetLimit(linksAtOnce)
	for i, seed := range seeds {
		group.Go(func() error {
			made[i], failures[i] = s.linkLayout(ctx, seed)
			return nil // a layout that cannot be had does not end the others
		})
	}
	_ = group.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, seed := range seeds {
		if failures[i] != nil {
			s.Progress.Note(fmt.Sprintf("%s: layout %d is left out: %v", s.asked.Name, seed, failures[i]))
			continue
		}
		for build, binary := range made[i] {
			s.binaries[build].layouts[seed] = binary
		}
		s.layouts = append(s.layouts, seed)
	}
	return nil
}

// linkLayout links every build for one layout, and returns them by their
// names.
func (s *session) linkLayout(ctx context.Context, seed int64) (map[string]linked, error) {
	made := map[string]linked{}
	for name, built := range s.binaries {
		file := results.ArmDir(s.asked.Name, fmt.Sprintf("%s.%d", name, seed)) + ".test"
		path := filepath.Join(s.temp, toolchain.BinaryName(file))
		if err := compiler.Relink(ctx, s.Root, built.command, path, seed); err != nil {
			return nil, fmt.Errorf("build %s: %w", name, err)
		}
		hash, err := toolchain.Hash(path)
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", name, err)
		}
		made[name] = linked{path, hash}
	}
	return made, nil
}

// layout is the layout of a round.
func (s *session) layout(round int) int64 { return s.layouts[(round-1)%len(s.layouts)] }
