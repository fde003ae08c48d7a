// Package tally holds what a report says of the bank against what was planted
// in it. It stands at the end of the pipeline: package causes knows the truth,
// package report has concluded from a record, and this counts how often the
// two agree.
package tally
