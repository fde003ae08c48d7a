package host

import "time"

// Busy is how much processor time the whole machine had spent at some moment.
type Busy struct {
	known bool

	// total is all processor time, busy the part in which a processor
	// worked, stolen the part that the hypervisor gave to others.
	total, busy, stolen time.Duration
}

// Other returns the shares of the machine's processor time, from 0 to 1, that
// went to work other than a process which itself used own, and that the
// hypervisor kept, between two moments. Both are negative where the operating
// system does not tell, and where the two moments lie too close together for
// the ticks in which it counts.
//
// The machine counts in ticks of 10 ms a processor, the process in
// microseconds; what is below zero by that difference is zero.
func Other(before, after Busy, own time.Duration) (foreign, stolen float64) {
	total := after.total - before.total
	if !before.known || !after.known || total < minSpan {
		return -1, -1
	}
	foreign = float64(after.busy-before.busy-own) / float64(total)
	stolen = float64(after.stolen-before.stolen) / float64(total)
	return max(0, foreign), max(0, stolen)
}

// minSpan is the shortest processor time that ticks of 10 ms can resolve to
// about a tenth.
const minSpan = 100 * time.Millisecond
