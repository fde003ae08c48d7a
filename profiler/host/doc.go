// Package host tells what machine this is and what else runs on it. The
// profiler puts the first into run.json, once, and the second beside every
// process, so that a reader of the record can tell a slow program from a busy
// machine.
//
// What only Linux tells is absent elsewhere: empty, or negative where zero
// would be a statement.
package host
