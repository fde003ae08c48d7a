package cost

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// TestAmounts: the allocation profile leaves the runtime's own functions out,
// so that most sites are where the stack ends.
func TestAmounts(t *testing.T) {
	b := newBuilder("alloc_objects/count", "alloc_space/bytes", "inuse_objects/count", "inuse_space/bytes")
	b.add("m.newThing:3|m.f < m.main", 1000, 64_000, 1, 64)
	b.add("m.newThing:3|m.g < m.main", 1000, 64_000, 1, 64)
	b.add("strings.(*Builder).grow < strings.(*Builder).WriteString < m.f:9 < m.main", 500, 500_000, 0, 0)
	b.add("bufio.NewReaderSize < main.main", 10, 40_960, 10, 40_960)
	b.add("m.idle", 0, 0, 0, 0)
	got, err := Amounts(b.Profile, "alloc_objects", "alloc_space", 1000, measured)
	want := []Amount{
		{Place{"m.f", "m.f.go", 9}, "strings.(*Builder).WriteString", 0.5, 500},
		{Place{"m.newThing", "m.newThing.go", 3}, "", 2, 128},
		{Place{}, "", 0.01, 40.96},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

// TestNoAmounts: an arm that allocates nothing is not an arm of which nothing is
// known.
func TestNoAmounts(t *testing.T) {
	got, err := Amounts(newBuilder("contentions/count", "delay/nanoseconds").Profile, "contentions", "delay", 1, measured)
	if err != nil || got == nil || len(got) != 0 {
		t.Errorf("got %#v, %v, want an empty list", got, err)
	}
}

func TestAmountsErrors(t *testing.T) {
	for _, test := range []struct {
		name       string
		operations float64
		spoil      func(*profile.Profile)
		want       string
	}{
		{"no operations", 0, func(*profile.Profile) {}, "of 0 operations"},
		{"too few operations", 1e-320, func(*profile.Profile) {}, "too large for a number"},
		{"no types", 1, func(p *profile.Profile) { p.SampleType = nil }, "the profile has no contentions"},
		{"another profile", 1, func(p *profile.Profile) { p.SampleType[1].Type = "cpu" }, "the profile has no delay"},
		{"a negative count", 1, func(p *profile.Profile) { p.Sample[0].Value[0] = -1 }, "is negative: -1 count"},
		{"a negative value", 1, func(p *profile.Profile) { p.Sample[0].Value[1] = -1 }, "is negative: -1 nanoseconds"},
		{"values that are missing", 1, func(p *profile.Profile) { p.Sample[0].Value = nil }, "contradicts itself"},
	} {
		b := newBuilder("contentions/count", "delay/nanoseconds")
		b.add("sync.(*Mutex).Unlock < m.f", 3, 300)
		test.spoil(b.Profile)
		if got, err := Amounts(b.Profile, "contentions", "delay", test.operations, measured); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v and error %v, want one that says %q", test.name, got, err, test.want)
		}
	}
	if _, err := Amounts(newBuilder().Profile, "contentions", "delay", math.NaN(), measured); err == nil {
		t.Error("a profile without types has amounts")
	}
}
