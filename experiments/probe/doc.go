// Package probe gives benchmarks what testing.B lacks. It is used inside
// benchmarks and nowhere else, and stands at the beginning of the pipeline:
// what it reports is what assay runs, records and compares.
//
//   - Bursts measures bursts of values that one goroutine sends: what a send
//     costs its caller, and what the burst costs the process until all that
//     it set off is done.
//   - Senders does the same for several goroutines that send at once, and
//     reports for how much of the time they truly did.
//   - Sink is told of deliveries, so that a burst ends when its last value
//     has arrived.
//   - Main writes a wall-clock profile of the benchmarks, which the testing
//     package cannot.
//
// # Metrics
//
// All are means over the bursts that b.Loop asks for. A burst that is not
// measured runs first.
//
//	ns/send           wall time of the sending, a clock read at each end
//	cpu-ns/send       processor time of the process, user and system, from
//	                  the first send until the last value is delivered and
//	                  the goroutines of the burst are gone
//	goroutines/burst  goroutines created in the same time
//	deliveries/burst  calls of Sink.Delivered in the same time
//	B/send            bytes allocated in the same time
//	allocs/send       objects allocated in the same time
//	overlap           see Senders
//	ops               values sent by the process in all; only where assay
//	                  captures evidence, to divide what a profile holds by
//
// What testing itself prints, ns/op, would hold the wait for the delivery and
// is suppressed.
//
// # What the harness adds
//
// Each burst reads the clock twice and the processor time twice. It parks the
// benchmark's goroutine once until the delivery, and mostly once more, for
// 100 µs, until the goroutines are gone. That is some ten microseconds of
// processor time a burst: nothing against 100,000 values, most of what there
// is for a single one. Statistics of the heap are read outside of what is
// timed. On Windows processor time is counted in steps of 15.6 ms, so that
// cpu-ns/send needs many bursts there.
//
// # What stands between the loop and the code under test
//
// Nothing. A caller hands in a closure that holds the loop over the concrete
// type: all of it for Bursts, a piece of it for Senders. To call the closure
// costs some 2 ns, which all values of the burst, or of the piece, share.
package probe
