package host

import (
	"sync"
	"time"
)

// A Snapshot is what the machine had done at some moment.
type Snapshot struct {
	at time.Time

	// cores is how many processors there are; zero where the operating
	// system does not tell. idle are the ticks in which they had nothing to
	// do, stolen those in which the hypervisor ran others, summed over all.
	cores        int
	idle, stolen int64

	// used is how long processors ran tasks, waiting how long some task had
	// to wait for one, throttled how long the control group's quota held
	// tasks back; negative where that is not known.
	used, waiting, throttled time.Duration

	// clock is what the kernel reads time from.
	clock string
}

// ownGroup is the control group of this process, which does not move while
// assay runs.
var ownGroup = sync.OnceValue(func() group { return findGroup(here()) })

// Now takes a Snapshot. It reads a few small files, which takes a tenth of a
// millisecond or two.
func Now() Snapshot {
	s := snapshot(here(), ownGroup())
	s.at = time.Now()
	return s
}

// snapshot is Now without the time.
func snapshot(f files, g group) Snapshot {
	s := Snapshot{used: -1, waiting: parsePressure(f.text("proc/pressure/cpu")), throttled: -1, clock: f.line(clockSource)}
	s.cores, s.idle, s.stolen = parseStat(f.text("proc/stat"))
	if g.usage != "" {
		s.used = time.Duration(count(f.text(g.usage), 1))
	}
	for _, stat := range g.stats {
		if held := parseThrottled(f.text(stat)); held >= 0 {
			s.throttled = max(0, s.throttled) + held
		}
	}
	return s
}
