package report

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/experiments/results"
)

// topFunctions is how many functions of a profile are shown.
const topFunctions = 12

// A cpuProfile is a CPU profile by function.
type cpuProfile struct {
	file      results.ProfileFile
	samples   int64
	seconds   float64
	total     int64
	functions map[string]*profiled
	err       error

	// locations are the functions of a location, and stacks counts those that
	// were added. A profile has many stacks and few locations.
	locations map[*profile.Location][]*profiled
	stacks    int
}

// A profiled function is what a profile shows of one function, in the unit of
// the profile.
type profiled struct {
	name string
	file string
	line int64

	// flat is what was sampled in the function itself, cum with all that it
	// called. A recursive function counts once a sample.
	flat, cum int64

	// own is set when the function was seen as code of its own, and not
	// only inlined into others.
	own bool

	// callers are the functions that call its own code, and caller is the one
	// that was added last.
	callers map[string]bool
	caller  *profiled

	// stack is the last one that it was counted on.
	stack int
}

// A rawProfile is a profile as it was read, or why it could not be.
type rawProfile struct {
	profile *profile.Profile
	err     error
}

// rawProfile reads a profile, each once. Nobody may modify it.
func (b *builder) rawProfile(file results.ProfileFile) (*profile.Profile, error) {
	if known, ok := b.raw[file.Path]; ok {
		return known.profile, known.err
	}
	p, err := b.readProfile(file)
	b.raw[file.Path] = rawProfile{p, err}
	return p, err
}

// readProfile reads a profile that is not kept.
func (b *builder) readProfile(file results.ProfileFile) (*profile.Profile, error) {
	f, err := os.OpenInRoot(b.record.Dir, filepath.FromSlash(file.Path))
	if err != nil {
		return nil, fmt.Errorf("the profile cannot be read: %w", err)
	}
	defer f.Close()
	p, err := profile.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s is broken: %w", file.Path, err)
	}
	return p, nil
}

// readProfiles reads the CPU profile of each arm and build. Where there are
// several workloads, the headline's is read.
func (b *builder) readProfiles() {
	files := map[side]results.ProfileFile{}
	for _, file := range b.in.Profiles {
		key := side{arm: file.Arm, build: file.Build}
		if _, have := files[key]; file.Kind == results.CPU && (!have || file.Workload.String() == b.out.Headline) {
			files[key] = file
		}
	}
	for _, file := range files {
		b.cpu = append(b.cpu, b.readCPU(file))
	}
	slices.SortFunc(b.cpu, func(x, y *cpuProfile) int {
		return cmp.Or(b.rank.compareArms(x.file.Arm, y.file.Arm), b.rank.compareBuilds(x.file.Build, y.file.Build))
	})
}

// profileOf is the CPU profile of an arm, or nil.
func (b *builder) profileOf(arm, build string) *cpuProfile {
	for _, p := range b.cpu {
		if p.file.Arm == arm && p.file.Build == build {
			return p
		}
	}
	return nil
}

// reference is the profile that another one is shown beside: that of the
// baseline in the same build, and for the baseline itself that of the first
// build. It is nil where there is none.
func (b *builder) reference(p *cpuProfile) *cpuProfile {
	if p.file.Arm != b.out.Baseline {
		if same := b.profileOf(b.out.Baseline, p.file.Build); same != nil {
			return same
		}
	}
	return b.profileOf(b.out.Baseline, b.firstBuild())
}

// readCPU reads one profile. What is wrong with it is kept in it.
func (b *builder) readCPU(file results.ProfileFile) *cpuProfile {
	p := &cpuProfile{file: file, functions: map[string]*profiled{}, locations: map[*profile.Location][]*profiled{}}
	raw, err := b.rawProfile(file)
	if err != nil {
		p.err = err
		return p
	}
	p.add(raw)
	return p
}

// add counts every sample of a profile.
func (p *cpuProfile) add(raw *profile.Profile) {
	value, err := raw.SampleIndexByName("")
	if err != nil || value < 0 {
		return // a profile without any type of sample, and so without samples
	}
	number := slices.IndexFunc(raw.SampleType, func(t *profile.ValueType) bool { return t.Type == "samples" })
	inSeconds := map[string]float64{"nanoseconds": 1e-9, "microseconds": 1e-6, "milliseconds": 1e-3, "seconds": 1}[raw.SampleType[value].Unit]
	for _, sample := range raw.Sample {
		v := sample.Value[value]
		p.total += v
		if number >= 0 {
			p.samples += sample.Value[number]
		}
		p.addStack(sample.Location, v)
	}
	p.seconds = float64(p.total) * inSeconds
}

// addStack counts a stack, the leaf first. A location has several lines where
// calls were inlined: the innermost function first, and last the one whose
// code it is.
func (p *cpuProfile) addStack(stack []*profile.Location, value int64) {
	p.stacks++
	leaf := true
	var callee *profiled
	for _, location := range stack {
		lines := p.linesOf(location)
		if len(lines) == 0 {
			leaf, callee = false, nil // an address that nobody knows
			continue
		}
		for _, function := range lines {
			if leaf {
				function.flat += value
				leaf = false
			}
			if function.stack != p.stacks {
				function.cum += value
				function.stack = p.stacks
			}
		}
		function := lines[len(lines)-1]
		function.own = true
		if callee != nil && callee.caller != function {
			callee.callers[function.name] = true
			callee.caller = function
		}
		callee = function
	}
}

// linesOf are the functions of a location's lines.
func (p *cpuProfile) linesOf(l *profile.Location) []*profiled {
	known, ok := p.locations[l]
	if !ok {
		for _, line := range l.Line {
			known = append(known, p.function(line.Function))
		}
		p.locations[l] = known
	}
	return known
}

// function finds a function by its name.
func (p *cpuProfile) function(f *profile.Function) *profiled {
	if f == nil {
		f = &profile.Function{Name: "unknown"}
	}
	found := p.functions[f.Name]
	if found == nil {
		found = &profiled{name: f.Name, file: f.Filename, line: f.StartLine, callers: map[string]bool{}}
		p.functions[f.Name] = found
	}
	return found
}

// share is a part of all samples, from 0 to 1.
func (p *cpuProfile) share(value int64) float64 {
	if p == nil || p.total <= 0 {
		return 0
	}
	return float64(value) / float64(p.total)
}

// hottest lists functions, those with the most samples of their own first.
func (p *cpuProfile) hottest(keep func(*profiled) bool) []*profiled {
	var list []*profiled
	for f := range maps.Values(p.functions) {
		if keep(f) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(x, y *profiled) int {
		return cmp.Or(cmp.Compare(y.flat, x.flat), cmp.Compare(y.cum, x.cum), cmp.Compare(x.name, y.name))
	})
	return list
}

// profiles shows the top of each CPU profile beside that of the baseline.
func (b *builder) profiles() []Profile {
	list := []Profile{}
	for _, p := range b.cpu {
		shown := Profile{Arm: p.file.Arm, Build: p.file.Build, Samples: p.samples, Seconds: p.seconds, Rows: []ProfileRow{}}
		switch {
		case p.err != nil:
			shown.Error = p.err.Error()
		case p.total <= 0:
			shown.Error = "the profile has no samples: the process was too short for it"
		}
		reference := b.reference(p)
		for _, f := range p.hottest(func(f *profiled) bool { return f.flat > 0 }) {
			if len(shown.Rows) == topFunctions {
				break
			}
			row := ProfileRow{Function: f.name, File: f.file, Line: f.line, Flat: p.share(f.flat), Cum: p.share(f.cum)}
			if reference != nil {
				if same := reference.functions[f.name]; same != nil {
					row.Baseline = reference.share(same.flat)
				}
			}
			shown.Rows = append(shown.Rows, row)
		}
		list = append(list, shown)
	}
	return list
}
