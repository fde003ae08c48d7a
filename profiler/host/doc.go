// Package host tells what machine this is, what else runs on it, and what
// makes it a bad one to measure on. The profiler puts the first into
// run.json, once, and the second beside every process, so that a reader of
// the record can tell a slow program from a busy machine. assay doctor prints
// the third.
//
// All that is known comes from files that Linux shows. Where there are none,
// facts are absent: empty, or negative where zero would be a statement.
package host
