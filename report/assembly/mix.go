package assembly

import "github.com/assay-bench/assay/experiments/results"

// A Mix is what a function's instructions do, and where its samples lie by
// that. An instruction counts for each class that it is of.
type Mix struct {
	// All are all instructions.
	All Count `json:"all"`

	// Direct and Indirect are calls, Branches jumps.
	Direct   Count `json:"direct"`
	Indirect Count `json:"indirect"`
	Branches Count `json:"branches"`

	// Locked take a cache line for themselves.
	Locked Count `json:"locked"`

	// Loads and Stores read and write memory, the stack included.
	Loads  Count `json:"loads"`
	Stores Count `json:"stores"`

	// Divisions are of integers.
	Divisions Count `json:"divisions"`

	// BoundsChecks and NilChecks are what guards indices and pointers.
	BoundsChecks Count `json:"boundsChecks"`
	NilChecks    Count `json:"nilChecks"`

	// WriteBarriers are tests for whether pointers are marked, and calls that
	// mark them.
	WriteBarriers Count `json:"writeBarriers"`
}

// A Count is a number of instructions, and of the CPU samples on them.
type Count struct {
	Instructions int   `json:"instructions"`
	Samples      int64 `json:"samples"`
}

// MixOf counts the instructions of a function.
func MixOf(l results.Listing) Mix {
	var m Mix
	counts := []struct {
		class Class
		count *Count
	}{
		{DirectCall, &m.Direct}, {IndirectCall, &m.Indirect}, {Branch, &m.Branches},
		{Locked, &m.Locked}, {Load, &m.Loads}, {Store, &m.Stores}, {Division, &m.Divisions},
		{BoundsCheck, &m.BoundsChecks}, {NilCheck, &m.NilChecks}, {WriteBarrier, &m.WriteBarriers},
	}
	for i, class := range Classes(l) {
		samples := l.Instructions[i].Samples
		m.All.add(samples)
		for _, c := range counts {
			if class&c.class != 0 {
				c.count.add(samples)
			}
		}
	}
	return m
}

func (c *Count) add(samples int64) {
	c.Instructions++
	c.Samples += samples
}
