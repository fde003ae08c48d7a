package cost_test

import (
	"fmt"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/assay-bench/assay/report/cost"
)

// Two arms are profiled, each for a number of operations of its own, and what
// they differ by is taken apart by kind of work.
func Example() {
	// 1. Profiles are read with package profile. Here they are made up.
	boxed := read(2_000_000, map[string]int64{
		"runtime.mallocgc runtime.convT64 example.com/m.Send": 40,
		"runtime.gcDrain runtime.gcBgMarkWorker":              10,
		"example.com/m.Send":                                  50,
	})
	plain := read(4_000_000, map[string]int64{
		"example.com/m.Send": 90,
	})

	// 2. Samples become nanoseconds per operation.
	for kind, e := range boxed.Group(func(e *cost.Entry) string { return string(e.Kind) }) {
		if kind == string(cost.Interfaces) {
			fmt.Printf("%s: %.0f ns/op, from %.0f to %.0f\n", kind, e.Value, e.Low, e.High)
		}
	}

	// 3. A difference of two arms has an interval too.
	for _, kind := range []cost.Kind{cost.Interfaces, cost.GC, cost.User} {
		d := cost.Difference(boxed, plain, func(e *cost.Entry) bool { return e.Kind == kind })
		fmt.Printf("%s: %+.0f ns/op, surely more: %v\n", kind, d.Value, d.Above())
	}
	all := cost.Difference(boxed, plain, nil)
	fmt.Printf("all: %+.0f ns/op\n", all.Value)

	// Output:
	// interfaces: 200 ns/op, from 143 to 272
	// interfaces: +200 ns/op, surely more: true
	// garbage collection: +50 ns/op, surely more: true
	// user code: +25 ns/op, surely more: false
	// all: +275 ns/op
}

// read makes a CPU profile with 100 samples a second of stacks that begin at
// the innermost function.
func read(operations float64, samples map[string]int64) *cost.Profile {
	raw := &profile.Profile{SampleType: []*profile.ValueType{
		{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"},
	}}
	for stack, n := range samples {
		sample := &profile.Sample{Value: []int64{n, n * 10_000_000}}
		for name := range strings.FieldsSeq(stack) {
			id := uint64(len(raw.Location) + 1)
			f := &profile.Function{ID: id, Name: name}
			l := &profile.Location{ID: id, Line: []profile.Line{{Function: f}}}
			raw.Function, raw.Location = append(raw.Function, f), append(raw.Location, l)
			sample.Location = append(sample.Location, l)
		}
		raw.Sample = append(raw.Sample, sample)
	}
	p, err := cost.New(raw, operations, func(function string) bool { return strings.HasPrefix(function, "example.com/") })
	if err != nil {
		panic(err)
	}
	return p
}
