package host

import (
	"fmt"
	"time"
)

// A Snapshot is what the machine had done at some moment.
type Snapshot struct {
	at time.Time

	// cores is how many processors there are; zero where the operating
	// system does not tell. idle is how long they had nothing to do, stolen
	// how long the hypervisor gave them to others, summed over all.
	cores        int
	idle, stolen time.Duration

	// waiting is how long some task had to wait for a processor, throttled
	// how long the control group's quota held tasks back; negative where
	// that is not known.
	waiting, throttled time.Duration

	// clock is what the kernel reads time from.
	clock string
}

// Now takes a Snapshot. It reads a few small files, which takes a tenth of a
// millisecond or so.
func Now() Snapshot {
	s := Snapshot{waiting: -1, throttled: -1}
	s.read()
	s.at = time.Now()
	return s
}

// An Interference is what happened beside a process while it ran.
type Interference struct {
	// Foreign and Stolen are the shares of the machine's processor time, from
	// 0 to 1, that went to other work and that the hypervisor kept; Pressure is
	// the share of the wall time in which some task waited for a processor,
	// those of the process itself included. All are negative where they are
	// not known.
	Foreign, Stolen, Pressure float64

	// Throttled is how long the control group's quota held tasks back;
	// negative where that is not known.
	Throttled time.Duration

	// ClockSource is what the kernel read time from at the end, if that
	// changed meanwhile; empty otherwise.
	ClockSource string
}

// Between tells what happened between two moments beside a process that used
// own processor time.
//
// Other work is what is left when idle time, stolen time and own are taken
// from the processors' time. Linux counts idle time to the microsecond and
// shows it in ticks of 10 ms, so that a process of 80 ms on two processors
// comes out within some percent. The time that processors were busy, which it
// shows too, is sampled at ticks and not half as good.
func Between(before, after Snapshot, own time.Duration) Interference {
	in := Interference{Foreign: -1, Stolen: -1, Pressure: -1, Throttled: -1}
	wall := after.at.Sub(before.at)
	if wall <= 0 {
		return in
	}
	if before.cores > 0 && before.cores == after.cores {
		all := wall * time.Duration(after.cores)
		stolen := after.stolen - before.stolen
		foreign := all - (after.idle - before.idle) - stolen - own
		in.Foreign = max(0, float64(foreign)/float64(all))
		in.Stolen = max(0, float64(stolen)/float64(all))
	}
	if before.waiting >= 0 && after.waiting >= before.waiting {
		in.Pressure = float64(after.waiting-before.waiting) / float64(wall)
	}
	if before.throttled >= 0 && after.throttled >= before.throttled {
		in.Throttled = after.throttled - before.throttled
	}
	if before.clock != after.clock {
		in.ClockSource = after.clock
	}
	return in
}

// What counts as a disturbance. A tenth of the machine is what the 10 ms ticks
// can tell from none in a process of 80 ms. Pressure and context switches do
// not count: goroutines that contend bring them upon themselves.
const (
	maxOther     = 0.1
	maxThrottled = time.Millisecond
)

// Disturbed says in a sentence what disturbed the process, and is empty where
// nothing did that is known.
func (in Interference) Disturbed() string {
	foreign, stolen := max(0, in.Foreign), max(0, in.Stolen)
	switch {
	case in.ClockSource != "":
		return "the clock source became " + in.ClockSource
	case in.Throttled > maxThrottled:
		return fmt.Sprintf("the control group's quota held tasks back for %v", in.Throttled.Round(time.Millisecond))
	case foreign+stolen <= maxOther:
		return ""
	case stolen > foreign:
		return fmt.Sprintf("the hypervisor kept %.0f%% of the machine", 100*stolen)
	}
	return fmt.Sprintf("other work took %.0f%% of the machine", 100*foreign)
}
