package cost

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// TestNew: entries are the samples that agree in function, symbol, kind, site
// and via. Samples at other addresses of a line are the same; at other lines
// they are not.
func TestNew(t *testing.T) {
	place := func(function string, line int) Place { return Place{function, function + ".go", line} }
	raw := cpuProfile(map[string]int64{
		"runtime.memclrNoHeapPointers < runtime.mallocgc < runtime.newobject < m.f:12 < m.main": 50,
		"runtime.memclrNoHeapPointers < runtime.mallocgc < runtime.newobject < m.f:12 < m.else": 3,
		"runtime.memclrNoHeapPointers < runtime.mallocgc < runtime.newobject < m.f:13 < m.main": 2,
		// The clock is read in code that was inlined twice.
		"time.Since|m.Deadline[go.shape.int]:7|m.Send:30 < m.main": 20,
		"m.Deadline[go.shape.int]:8|m.Send:30 < m.main":            10,
		"sort.insertionSort < sort.Sort < m.f:20 < m.main":         9,
		"m.less < sort.insertionSort < sort.Sort < m.f:20":         8,
		"runtime.gcDrain < runtime.gcBgMarkWorker":                 7,
		"?":       4,
		"? < m.g": 1,
		"":        5,
		"m.idle":  0,
	})
	got := mustNew(t, raw, 1000)
	want := &Profile{Operations: 1000, Period: 1e7, Samples: 119, Entries: []Entry{
		{"runtime.memclrNoHeapPointers", "runtime.memclrNoHeapPointers", Allocation, place("m.f", 12), "runtime.newobject", 53},
		{"time.Since", "m.Send", Clock, place("m.Deadline[go.shape.int]", 7), "time.Since", 20},
		{"m.Deadline[go.shape.int]", "m.Send", User, place("m.Deadline[go.shape.int]", 8), "", 10},
		{"sort.insertionSort", "sort.insertionSort", Library, place("m.f", 20), "sort.Sort", 9},
		{"unknown", "unknown", Runtime, Place{}, "", 9},
		{"m.less", "m.less", User, place("m.less", 1), "", 8},
		{"runtime.gcDrain", "runtime.gcDrain", GC, Place{}, "", 7},
		{"runtime.memclrNoHeapPointers", "runtime.memclrNoHeapPointers", Allocation, place("m.f", 13), "runtime.newobject", 2},
		{"unknown", "unknown", Runtime, place("m.g", 1), "unknown", 1},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", lines(got), lines(want))
	}
}

// lines is a profile as text, a line an entry.
func lines(p *Profile) string {
	text := fmt.Sprintf("%d samples of %v ns in %v operations\n", p.Samples, p.Period, p.Operations)
	for _, e := range p.Entries {
		text += fmt.Sprintf("%+v\n", e)
	}
	return text
}

// TestNewKeepsRaw: the profile is read by others too.
func TestNewKeepsRaw(t *testing.T) {
	raw := cpuProfile(map[string]int64{"runtime.mallocgc < m.f": 3, "": 2})
	before := raw.String()
	mustNew(t, raw, 1)
	if _, err := Amounts(raw, "samples", "cpu", 1, measured); err != nil {
		t.Error(err)
	}
	if raw.String() != before {
		t.Error("the profile was modified")
	}
}

// TestPeriod: what a sample stands for is read from the samples, since the
// profile's own word for it is of something else in wall-clock profiles.
func TestPeriod(t *testing.T) {
	b := newBuilder("samples/count", "time/nanoseconds")
	b.Period = 1
	b.add("runtime.gopark < runtime.chanrecv < runtime.chanrecv1 < m.f < runtime.goexit", 30, 30*10_101_010)
	b.add("m.g < runtime.goexit", 10, 10*10_101_010)
	p := mustNew(t, b.Profile, 100)
	if p.Period != 10_101_010 {
		t.Errorf("the period is %v", p.Period)
	}
	if e := p.Entries[0]; e.Kind != Channels || e.Via != "runtime.chanrecv1" {
		t.Errorf("waiting for a channel is %+v", e)
	}
}

// TestGenerated: what the compiler makes to compare values of a type is named
// like the type, and is nevertheless not where measured code asked for a map.
func TestGenerated(t *testing.T) {
	everything := func(function string) bool { return !strings.HasPrefix(function, "runtime.") }
	raw := cpuProfile(map[string]int64{"runtime.strhash < type:.hash.example.com/m.Key < runtime.mapaccess1 < example.com/m.F": 1})
	p, err := New(raw, 1, everything)
	if err != nil {
		t.Fatal(err)
	}
	if e := p.Entries[0]; e.Site.Function != "example.com/m.F" || e.Kind != Maps {
		t.Errorf("got %+v", e)
	}
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		name       string
		operations float64
		spoil      func(*profile.Profile)
		want       string
	}{
		{"no operations", 0, func(*profile.Profile) {}, "of 0 operations"},
		{"negative operations", -1, func(*profile.Profile) {}, "of -1 operations"},
		{"operations that are no number", math.NaN(), func(*profile.Profile) {}, "of NaN operations"},
		{"too many operations", math.Inf(1), func(*profile.Profile) {}, "of +Inf operations"},
		{"too few operations", 1e-320, func(*profile.Profile) {}, "cannot be shared out"},
		{"no types", 1, func(p *profile.Profile) { p.SampleType, p.Sample = nil, nil }, "no CPU or wall-clock profile"},
		{"types that are nil", 1, func(p *profile.Profile) { p.SampleType = make([]*profile.ValueType, 2) }, "no CPU or wall-clock profile"},
		{"an allocation profile", 1, func(p *profile.Profile) { p.SampleType[1].Unit = "bytes" }, "no CPU or wall-clock profile"},
		{"a mutex profile", 1, func(p *profile.Profile) { p.SampleType[0].Type = "contentions" }, "no CPU or wall-clock profile"},
		{"no samples", 1, func(p *profile.Profile) { p.Sample = nil }, "no samples"},
		{"samples that count nothing", 1, func(p *profile.Profile) { p.Sample[0].Value[0] = 0 }, "no samples"},
		{"samples without time", 1, func(p *profile.Profile) { p.Sample[0].Value[1] = 0 }, "cannot be shared out"},
		{"a negative count", 1, func(p *profile.Profile) { p.Sample[0].Value[0] = -3 }, "sample 1 of the profile is negative: -3 count"},
		{"a negative time", 1, func(p *profile.Profile) { p.Sample[0].Value[1] = -3 }, "sample 1 of the profile is negative: -3 nanoseconds"},
		{"more samples than a number holds", 1, func(p *profile.Profile) {
			p.Sample[0].Value[0] = math.MaxInt64
			p.Sample = append(p.Sample, p.Sample[0])
		}, "more samples than can be counted"},
		{"values that are missing", 1, func(p *profile.Profile) { p.Sample[0].Value = nil }, "contradicts itself"},
		{"a sample that is missing", 1, func(p *profile.Profile) { p.Sample[0] = nil }, "contradicts itself"},
		{"a location that is missing", 1, func(p *profile.Profile) { p.Sample[0].Location[0] = nil }, "contradicts itself"},
		{"a function that is missing", 1, func(p *profile.Profile) { p.Location[0].Line[0].Function = nil }, "contradicts itself"},
	} {
		raw := cpuProfile(map[string]int64{"m.f": 3})
		test.spoil(raw)
		if p, err := New(raw, test.operations, measured); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v and error %v, want one that says %q", test.name, p, err, test.want)
		}
	}
}

// FuzzNew: whatever parses as a profile is an error, or figures that add up
// and can be written.
func FuzzNew(f *testing.F) {
	for _, raw := range []*profile.Profile{
		cpuProfile(map[string]int64{"runtime.memmove < runtime.growslice < m.f|m.g": 3, "": 1, "?": 2, "runtime.mcall": 4}),
		cpuProfile(nil),
	} {
		var data bytes.Buffer
		if err := raw.WriteUncompressed(&data); err != nil {
			f.Fatal(err)
		}
		f.Add(data.Bytes(), 10.0)
		f.Add(data.Bytes()[:data.Len()/2], 1e300)
	}
	f.Fuzz(func(t *testing.T, data []byte, operations float64) {
		raw, err := profile.ParseUncompressed(data)
		if err != nil {
			return
		}
		p, err := New(raw, operations, measured)
		if err != nil {
			return
		}
		var sum int64
		for _, e := range p.Entries {
			sum += e.Samples
			if e.Function == "" || e.Symbol == "" || e.Kind == "" || e.Samples <= 0 {
				t.Errorf("an entry is %+v", e)
			}
		}
		if sum != p.Samples {
			t.Errorf("the entries have %d samples of %d", sum, p.Samples)
		}
		kinds := p.Group(func(e *Entry) string { return string(e.Kind) })
		if _, err := json.Marshal([]any{p, p.Total(), Difference(p, p, nil), kinds}); err != nil {
			t.Error(err)
		}
		for kind, e := range kinds {
			if !(e.Low <= e.Value && e.Value <= e.High) {
				t.Errorf("%s is %+v", kind, e)
			}
		}
	})
}

// BenchmarkNew reads a large profile.
func BenchmarkNew(b *testing.B) {
	build := newBuilder("samples/count", "cpu/nanoseconds")
	for i := range 100_000 {
		line := ":" + string(rune('0'+i%10))
		build.add("runtime.memmove < runtime.growslice"+line+" < m.inner"+line+"|m.f < m.g"+line+strings.Repeat(" < m.h", i%30), 1, 10_000_000)
	}
	b.ReportAllocs()
	for b.Loop() {
		mustNew(b, build.Profile, 1000)
	}
}
