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

// layoutSeeds are the seeds of so many layouts. The first is 0, the linker's
// own order, which is what people ship; the others follow from the run's seed.
func layoutSeeds(count int, seed uint64) []int64 {
	random := rand.New(rand.NewPCG(seed, 1))
	seeds := []int64{0}
	for used := map[int64]bool{0: true}; len(seeds) < count; {
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
// hundred megabytes.
const linksAtOnce = 2

// linkLayouts links every build again for each layout but the first, and
// leaves in layouts those that all builds have.
func (s *session) linkLayouts(ctx context.Context) error {
	s.layouts = []int64{0}
	if len(s.cells) == 0 {
		return nil
	}
	defer s.toolchain()()
	for _, seed := range s.record.Layouts[1:] {
		group, linking := errgroup.WithContext(ctx)
		group.SetLimit(linksAtOnce)
		made := make([]linked, len(s.asked.Builds))
		for i, b := range s.asked.Builds {
			built, ok := s.binaries[b.Name]
			if !ok {
				continue
			}
			group.Go(func() error {
				name := results.ArmDir(s.asked.Name, fmt.Sprintf("%s.%d", b.Name, seed)) + ".test"
				made[i].path = filepath.Join(s.temp, toolchain.BinaryName(name))
				err := compiler.Relink(linking, s.Root, built.command, made[i].path, seed)
				if err != nil {
					return fmt.Errorf("build %s: %w", b.Name, err)
				}
				made[i].hash, err = toolchain.Hash(made[i].path)
				return err
			})
		}
		err := group.Wait()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.Progress.Note(fmt.Sprintf("%s: layout %d is left out: %v", s.asked.Name, seed, err))
			continue
		}
		for i, b := range s.asked.Builds {
			if built, ok := s.binaries[b.Name]; ok {
				built.layouts[seed] = made[i]
			}
		}
		s.layouts = append(s.layouts, seed)
	}
	return nil
}

// layout is the layout of a round.
func (s *session) layout(round int) int64 { return s.layouts[(round-1)%len(s.layouts)] }
