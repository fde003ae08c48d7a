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
//     does not show. Each is held to about one false alarm in a hundred.
//
// Distances are measured on a logarithmic scale, so that both directions are
// alike: swapping the arms inverts the ratio and its bounds, and mirrors the
// outcome.
//
// # Why the sign test
//
// Wilcoxon's signed ranks, with Hodges and Lehmann's estimate, and a bootstrap
// of the median were tried in its place; TestChoice prints how they compare.
// Wilcoxon's interval is narrower by a fifth where noise is even, and wider,
// up to several times, where one process in five is disturbed. It asks that
// ratios lie evenly around their middle. They do when the noise of both sides
// is alike, and do not when one side is skewed or has two modes: then it holds
// less often than it says, and speaks of the pseudomedian, which is no round's
// figure. A bootstrap of the median holds less often than it says with few
// rounds, whatever the noise.
//
// All of them take rounds for independent, and hold less often when rounds
// depend on one another. The sign test loses least: nothing that matters at a
// correlation of 0.1, which is more than ratios within rounds are seen to
// have, and four or five points of 95 at 0.3. Widening the interval by the
// correlation that is found would mend that from about fifty rounds on. With
// fewer it cannot be told from chance, and the confidence would no longer be
// exact; Autocorrelation warns instead.
//
// The interval is that of W. R. Thompson, "On confidence ranges for the
// median and other expectation distributions for populations of unknown
// distribution form", Annals of Mathematical Statistics 7 (1936). The design
// of rounds is that of a randomised complete block design; nanobench compares
// alternatives in the same way.
package stats
