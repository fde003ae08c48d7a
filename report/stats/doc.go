// Package stats says how much two arms differ and whether to believe it. It
// is the arithmetic of package report: pure functions of numbers, with no
// knowledge of records, files or units.
//
// A round measures every arm once, close together in time, so that whatever
// disturbs the machine in a round disturbs all arms of it. A comparison is
// therefore made within rounds, never between two heaps of numbers:
//
//  1. Compare takes the ratio in every round. Their median is the estimate.
//  2. Its interval is bounded by two of the sorted ratios, chosen by the sign
//     test. It holds for every distribution, skewed ones included, and its
//     level is exact: nothing is assumed to be normal, or symmetric.
//  3. Simultaneous is the level at which the intervals of several arms hold
//     all at once.
//  4. Floor turns the comparison of the baseline with itself into the noise
//     floor: a difference that code cannot have caused. ControlFailed says
//     when that comparison shows that something is wrong.
//  5. Judge makes an outcome of an interval, a margin and a floor. Where it is
//     left open, Needed says how many rounds would decide, and Detectable what
//     difference these rounds would have found.
//  6. Modes, Drift, Autocorrelation and SplitVariance look for what an interval
//     does not show.
//
// Hodges and Lehmann's estimate with Wilcoxon's signed ranks, and a bootstrap
// of the median, were tried in place of the sign test: TestChoice compares the
// three. Wilcoxon's interval is narrower by a quarter where noise is even, and
// wider, up to several times, where one process in ten is disturbed. It also
// speaks of another figure, the pseudomedian, which is not the median once the
// noise of the two sides differs. The bootstrap holds less often than it says
// with few rounds. When rounds depend on one another all three hold less often;
// the sign test loses least.
//
// Distances are measured on a logarithmic scale, so that both directions are
// alike: swapping the arms inverts the ratio and its bounds, and mirrors the
// outcome.
//
// The interval is that of W. R. Thompson, "On confidence ranges for the
// median and other expectation distributions for populations of unknown
// distribution form", Annals of Mathematical Statistics 7 (1936). The design
// of rounds is that of a randomised complete block design; nanobench compares
// alternatives in the same way.
package stats
