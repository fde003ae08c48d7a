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

// A hotCell is a cell with its CPU profile and the functions of it that are
// taken apart.
type hotCell struct {
	cell      experiments.Cell
	profile   *profile.Profile
	functions []string
}

// gatherCode records the machine code of the functions that are hot in the
// profiles of a build, and returns their names. What cannot be had is told and
// left out.
func (s *session) gatherCode(ctx context.Context, b binary) (functions []string, err error) {
	defer s.toolchain()()
	functions, err = s.disassemble(ctx, b)
	if err == nil || ctx.Err() != nil {
		return functions, ctx.Err()
	}
	s.Progress.Note(fmt.Sprintf("%s: machine code of build %s: %v", s.asked.Name, b.build.Name, err))
	return functions, nil
}

// disassemble takes the hot functions of all cells of a build apart at once,
// since they share the binary, and records each cell's own.
func (s *session) disassemble(ctx context.Context, b binary) (functions []string, err error) {
	var patterns []*regexp.Regexp
	for _, hot := range s.asked.Hot {
		patterns = append(patterns, regexp.MustCompile(hot)) // checked by experiments.Read
	}
	options := disasm.Options{Go: s.goCommand, Binary: b.path, Root: s.Root}
	var symbols []string
	if len(patterns) > 0 {
		if symbols, err = disasm.Symbols(ctx, options); err != nil {
			return nil, err
		}
	}
	var cells []hotCell
	for _, c := range s.shown() {
		if c.Build != b.build.Name {
			continue
		}
		p, err := s.cpuProfile(c)
		if err != nil {
			continue // that it failed has been told
		}
		hot := disasm.Hot(p, symbols, patterns, hotShare)
		cells = append(cells, hotCell{c, p, append(hot, s.callers(p, hot)...)})
	}
	if len(patterns) == 0 {
		s.addCounterparts(cells)
	}
	for _, c := range cells {
		functions = append(functions, c.functions...)
	}
	slices.Sort(functions)
	functions = slices.Compact(functions)
	if len(functions) == 0 {
		return nil, nil
	}
	options.Functions = functions
	listings, err := disasm.Run(ctx, options)
	if err != nil {
		return functions, err
	}
	for _, c := range cells {
		weighed, samples := disasm.Weigh(listings, c.functions, c.profile)
		err := s.writer.WriteAssembly(results.Assembly{
			Arm: c.cell.Arm, Build: b.build.Name, Workload: s.other(c.cell), Binary: b.hash, Samples: samples, Listings: weighed,
		})
		if err != nil {
			return functions, err
		}
	}
	return functions, nil
}

// cpuProfile reads the CPU profile that was taken of a cell.
func (s *session) cpuProfile(c experiments.Cell) (*profile.Profile, error) {
	file, _, err := s.writer.ProfilePath(c.Arm, c.Build, s.other(c), results.CPU)
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

// addCounterparts adds what the hot functions of the other arms under the same
// workload are to be compared with: the same function, or one of the module
// with the same last name, where it has a sample of its own.
func (s *session) addCounterparts(cells []hotCell) {
	// Names with a leading dot are last names, which no function has.
	hot := map[string]map[string]bool{}
	for _, c := range cells {
		names := hot[c.cell.Workload.String()]
		if names == nil {
			names = map[string]bool{}
			hot[c.cell.Workload.String()] = names
		}
		for _, name := range c.functions {
			names[name] = true
			if s.ours(name) {
				names["."+lastName(name)] = true
			}
		}
	}
	for i, c := range cells {
		names := hot[c.cell.Workload.String()]
		found := map[string]bool{}
		for _, sample := range c.profile.Sample {
			if len(sample.Location) == 0 {
				continue
			}
			leaf := symbol(sample.Location[0])
			if names[leaf] || s.ours(leaf) && names["."+lastName(leaf)] {
				found[leaf] = true
			}
		}
		for _, name := range c.functions {
			delete(found, name)
		}
		cells[i].functions = append(c.functions, slices.Sorted(maps.Keys(found))...)
	}
}

// lastName is the last part of a function's name: Push for
// m/lib.(*List[go.shape.int]).Push.
func lastName(function string) string {
	if strings.HasSuffix(function, "]") {
		function, _, _ = strings.Cut(function, "[")
	}
	return function[strings.LastIndexByte(function, '.')+1:]
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
