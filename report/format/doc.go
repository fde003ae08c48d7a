// Package format writes numbers as a report shows them. Every renderer of a
// report uses it, so that a figure reads the same on the page, in Markdown
// and on a terminal.
//
// Figures have three significant digits, which is about what a run on a
// shared machine can tell apart. Figures from 1000 up are whole, with commas
// between thousands. Ratios within 2% of 1, and intervals that narrow, have one
// digit more: there the distance from 1 is what counts. What is not a number, or
// not finite, is None.
package format

// None stands for a figure that does not exist.
const None = "–"
