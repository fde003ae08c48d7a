// Package cell runs one test binary in a fresh process and tells how it went:
// what it printed, what it used, and whether it failed, hung or said nothing
// that can be read. The profiler calls it for every process that it starts,
// timed or not.
package cell
