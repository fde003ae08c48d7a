package assembly

import (
	"slices"

	"github.com/assay-bench/assay/experiments/results"
)

// Same reports whether two functions are the same code: the same instructions
// in the same order, but for where they and their data lie, and for the
// functions' own names. A function without instructions is the same as no
// other.
//
// Data is not compared: two functions are the same that load different
// constants from memory, or allocate values of different types.
func Same(a, b results.Listing) bool {
	return same(a, b, aliases{}.with(a.Function, self), aliases{}.with(b.Function, self))
}

// self is what a function is called in itself.
const self = "<self>"

// same is Same where functions have aliases.
func same(a, b results.Listing, ofA, ofB aliases) bool {
	return len(a.Instructions) > 0 && len(a.Instructions) == len(b.Instructions) &&
		slices.Equal(normal(a, ofA, true), normal(b, ofB, true))
}
