// Package cost turns the profiles of a record into figures per operation that
// add up. It stands between the record and package explain: the first has
// samples, the second says why two arms differ.
//
//  1. New counts the samples of a CPU or wall-clock profile. Of each it keeps
//     three things: the innermost function, what kind of work it is (Kind),
//     and where in the measured code the work was asked for (Entry.Site).
//     Amounts does the same for profiles that count every event.
//  2. A sample stands for so many nanoseconds. Divided by the operations that
//     the process ran, samples become nanoseconds per operation: Sum of those
//     that one chooses, Group by a key, Total of all.
//  3. Difference says what two arms differ by.
//
// Every sample is in one Entry, and every Entry is of one Kind, so that sums
// over functions, over kinds and over sites all come to the same total.
//
// How often a function is sampled is chance. An Estimate therefore has an
// interval, which counts samples as independent events and knows of nothing
// else: a profile comes from one process, and processes differ.
package cost
