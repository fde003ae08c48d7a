package host

import (
	"fmt"
	"time"
)

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

	// blur is by how much Foreign and Stolen together may be wrong.
	blur float64
}

// maxBlur is what a difference of ticks may be wrong by. Linux counts idle time
// to the microsecond, but cuts it down to ticks when it shows it, and time
// spent on waiting for a disk apart from that: a tick for each. The time in
// which processors were busy, which it shows too, would be worse. That is
// sampled, and a process of 85 ms on an idle machine of two processors comes
// out with -9% to 8% of other work, against -1% to 5% by idle time.
const maxBlur = 2 * tick

// Between tells what happened between two moments beside a process that used
// own processor time: that of children it waited for included, and that of
// assay itself.
//
// Other work is what is left of the processors' time without idle time, stolen
// time and own. Where version 1 of control groups counts the nanoseconds that
// the whole machine used, that refines it: the process above then comes out
// with 0% to 2.5%. The finer count is believed within the blur of ticks alone,
// since in a container it may be the container's.
func Between(before, after Snapshot, own time.Duration) Interference {
	in := Interference{Foreign: -1, Stolen: -1, Pressure: -1, Throttled: -1}
	wall := after.at.Sub(before.at)
	if wall <= 0 {
		return in
	}
	if before.cores > 0 && before.cores == after.cores {
		all := wall * time.Duration(after.cores)
		stolen := time.Duration(after.stolen-before.stolen) * tick
		foreign := all - time.Duration(after.idle-before.idle)*tick - stolen - own
		blur := maxBlur
		if before.used >= 0 && after.used >= before.used {
			foreign = min(max(after.used-before.used-own, foreign-maxBlur), foreign+maxBlur)
			if stolen == 0 {
				blur = 0
			}
		}
		in.Foreign = share(foreign, all)
		in.Stolen = share(stolen, all)
		in.blur = share(blur, all)
	}
	if before.waiting >= 0 && after.waiting >= before.waiting {
		in.Pressure = share(after.waiting-before.waiting, wall)
	}
	if before.throttled >= 0 && after.throttled >= before.throttled {
		in.Throttled = after.throttled - before.throttled
	}
	if before.clock != after.clock {
		in.ClockSource = after.clock
	}
	return in
}

// share is a part of a whole, from 0 to 1: counters that are read one after
// the other may not add up.
func share(part, whole time.Duration) float64 {
	return min(max(0, float64(part)/float64(whole)), 1)
}

// What counts as a disturbance. Pressure and context switches do not:
// goroutines that contend bring them upon themselves.
const (
	// maxOther is the share of the machine that may go to other work and to
	// the hypervisor together. To leave out the processes above a tenth
	// brought the spread beside a noisy neighbour from 82% down to 7%, which
	// is what a quiet machine shows; and what a quiet machine does on its own
	// stays far below. Where ticks can show more than that out of nothing, as
	// they do for a process of 20 ms, it takes more than they can.
	maxOther = 0.1

	// maxThrottled is a hundredth of a process of 100 ms. A group that is
	// stopped is stopped for some milliseconds at least.
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
		return fmt.Sprintf("the control group's quota held it back for %v", in.Throttled.Round(time.Millisecond))
	case foreign+stolen <= max(maxOther, in.blur):
		return ""
	case stolen > foreign:
		return fmt.Sprintf("the hypervisor kept %.0f%% of the machine", 100*stolen)
	}
	return fmt.Sprintf("other work took %.0f%% of the machine", 100*foreign)
}
