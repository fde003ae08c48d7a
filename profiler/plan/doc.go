// Package plan decides which cell runs when. The profiler asks it for the
// order of every round before it starts a process.
//
// A block is one workload with all its arms and builds, and the control: what
// is compared runs close together. Every block is run once a round. Within a
// block the order follows a Latin square, so that over as many rounds as
// there are entries each entry stands once at each position; the square is
// shuffled anew each time it is used up. The order of the blocks is shuffled
// in every round.
//
// Everything follows from one seed: the same cells and the same seed give the
// same plan.
package plan
