// Package attribution shares a ratio between two arms out among the changes
// that lead from one to the other. It stands beside package explain: that one
// says what a difference consists of, this one which decision it came from.
//
// An arm is a combination of factors, such as its lock and its clock, each at
// a level. What one change is worth depends on what was changed before it, so
// that a single ratio cannot tell. There are three figures for it, all of them
// ratios of the arm with the change to the arm without:
//
//   - added first, the other factors being as they were (add one in);
//   - added last, the other factors being changed already (leave one out);
//   - on average over the orders in which the changes can be made.
//
// The last one adds up: in every round, the logarithms of the averages sum to
// that of the whole ratio. It is the value that L. S. Shapley defined for
// players of a game, "A value for n-person games", Contributions to the Theory
// of Games II (1953), of the game whose worth is the logarithm of the metric.
// It is the only one that is whole, treats factors alike that do the same, and
// gives nothing to a factor that does nothing.
//
// It takes an arm for each combination, and a ladder has few of them. Then the
// average is over those orders alone for which every arm on the way exists;
// U. Faigle and W. Kern, "The Shapley value for cooperative games under
// precedence constraints", International Journal of Game Theory 21 (1992), do
// the same where players can only join after others. A chain of arms has one
// order, and the averages are its steps. Factors that no arm tells apart share
// one figure: their effects are aliased, as the literature on the design of
// experiments calls it.
//
// Interactions are of ratios too. Two changes that save so many nanoseconds
// each, whatever the other does, save a larger part when little is left: that
// shows as an interaction below 1, although nanoseconds add up.
//
// # What does not add up
//
// Everything is computed within rounds, and what is shown is the median over
// rounds with the interval of package stats, as for any other ratio. The
// figures of a round add up exactly, and their medians only nearly. The mean
// of the logarithms would add up; but a few slow processes would move it, the
// whole ratio would be another than in the table of comparisons, and its
// interval would rest on the shape of the noise. So the medians stand, and what
// they leave over is stated as the remainder, as J. W. Tukey does where he
// fits tables by medians and shows what remains (Exploratory Data Analysis,
// 1977, on median polish).
package attribution
