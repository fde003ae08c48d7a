package profiler

import (
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/disasm"
)

// hotShare is the share of the samples whose functions are taken apart when
// the experiment names none.
const hotShare = 0.9

// callerShare is the share of the samples from which on the caller of a hot
// function of the module is taken apart too, so that one can see how the
// benchmark's loop gets there.
const callerShare = 0.02

// gatherCode records the machine code of the functions that are hot in the
// profiles of a build's arms. What cannot be had is told and left out.
func (s *session) gatherCode(ctx context.Context, b binary) error {
	defer s.toolchain()()
	err := s.disassemble(ctx, b)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	s.Progress.Note(fmt.Sprintf("%s: machine code of build %s: %v", s.asked.Name, b.build.Name, err))
	return nil
}

// disassemble takes the hot functions of all arms of a build apart at once,
// since they share the binary, and records each arm's own.
func (s *session) disassemble(ctx context.Context, b binary) error {
	var patterns []*regexp.Regexp
	for _, hot := range s.asked.Hot {
		patterns = append(patterns, regexp.MustCompile(hot)) // checked by experiments.Read
	}
	options := disasm.Options{Go: s.goCommand, Binary: b.path, Root: s.Root}
	var symbols []string
	if len(patterns) > 0 {
		var err error
		if symbols, err = disasm.Symbols(ctx, options); err != nil {
			return err
		}
	}
	profiles := map[string]*profile.Profile{}
	functions := map[string][]string{}
	all := map[string]bool{}
	for _, c := range s.headline() {
		if c.Build != b.build.Name {
			continue
		}
		p, err := s.cpuProfile(c)
		if err != nil {
			continue // that it failed has been told
		}
		profiles[c.Arm] = p
		hot := disasm.Hot(p, symbols, patterns, hotShare)
		functions[c.Arm] = append(hot, s.callers(p, hot)...)
		for _, name := range functions[c.Arm] {
			all[name] = true
		}
	}
	if len(all) == 0 {
		return nil
	}
	options.Functions = slices.Sorted(maps.Keys(all))
	listings, err := disasm.Run(ctx, options)
	if err != nil {
		return err
	}
	for _, arm := range slices.Sorted(maps.Keys(profiles)) {
		weighed, samples := disasm.Weigh(listings, functions[arm], profiles[arm])
		err := s.writer.WriteAssembly(results.Assembly{
			Arm: arm, Build: b.build.Name, Binary: b.hash, Samples: samples, Listings: weighed,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// cpuProfile reads the CPU profile that was taken of a cell.
func (s *session) cpuProfile(c experiments.Cell) (*profile.Profile, error) {
	file, _, err := s.writer.ProfilePath(c.Arm, c.Build, results.CPU)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return profile.Parse(f)
}

// callers returns the functions that call a hot function of the module and
// are not hot themselves.
func (s *session) callers(p *profile.Profile, hot []string) []string {
	counts := map[string]int64{}
	total := int64(0)
	for _, sample := range p.Sample {
		n := sample.Value[0]
		total += n
		seen := map[string]bool{}
		for i := 1; i < len(sample.Location); i++ {
			callee, caller := symbol(sample.Location[i-1]), symbol(sample.Location[i])
			if s.ours(callee) && slices.Contains(hot, callee) && !slices.Contains(hot, caller) && !seen[caller] {
				seen[caller] = true
				counts[caller] += n
			}
		}
	}
	maps.DeleteFunc(counts, func(name string, n int64) bool {
		return name == "" || float64(n) < callerShare*float64(total)
	})
	return slices.Sorted(maps.Keys(counts))
}

// ours reports whether a function belongs to the module.
func (s *session) ours(function string) bool {
	rest, ok := strings.CutPrefix(function, s.pkg.Module.Path)
	return ok && (strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "."))
}

// symbol is the function in the binary that a location lies in: what was
// inlined there is part of it.
func symbol(l *profile.Location) string {
	if len(l.Line) == 0 || l.Line[len(l.Line)-1].Function == nil {
		return ""
	}
	return l.Line[len(l.Line)-1].Function.Name
}
