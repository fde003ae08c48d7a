package host

import (
	"strconv"
	"strings"
	"time"
)

// tick is the unit of /proc/stat. USER_HZ is 100 on every architecture that
// Go runs on.
const tick = 10 * time.Millisecond

// parseStat reads /proc/stat: how many processors there are, and from the
// first line, which sums them up, the ticks in which they were idle or waited
// for a disk, and those that the hypervisor gave to others. There are no
// processors when the file has another form, and when none was ever idle:
// some sandboxes show a file of zeros.
func parseStat(stat string) (cores int, idle, stolen int64) {
	for l := range strings.Lines(stat) {
		fields := strings.Fields(l)
		if len(fields) < 9 || !strings.HasPrefix(fields[0], "cpu") {
			continue
		}
		if fields[0] != "cpu" {
			cores++
			continue
		}
		idle = count(fields[4], 1)
		disk := count(fields[5], 1)
		stolen = count(fields[8], 1)
		if idle <= 0 || disk < 0 || stolen < 0 {
			return 0, 0, 0
		}
		idle += disk
	}
	if idle <= 0 {
		return 0, 0, 0
	}
	return cores, idle, stolen
}

// parsePressure reads the total of the line "some" of /proc/pressure/cpu,
// which is in microseconds. It is negative when there is none.
func parsePressure(text string) time.Duration {
	for l := range strings.Lines(text) {
		fields := strings.Fields(l)
		if len(fields) == 0 || fields[0] != "some" {
			continue
		}
		for _, f := range fields[1:] {
			if total, ok := strings.CutPrefix(f, "total="); ok {
				return time.Duration(count(total, int64(time.Microsecond)))
			}
		}
	}
	return -1
}

// parseThrottled reads cpu.stat of a control group: throttled_usec of version
// 2, throttled_time of version 1, which is in nanoseconds. It is negative when
// there is neither.
func parseThrottled(text string) time.Duration {
	for l := range strings.Lines(text) {
		fields := strings.Fields(l)
		switch {
		case len(fields) != 2:
		case fields[0] == "throttled_usec":
			return time.Duration(count(fields[1], int64(time.Microsecond)))
		case fields[0] == "throttled_time":
			return time.Duration(count(fields[1], 1))
		}
	}
	return -1
}

// count reads a number of units. It is -1 for what is none, or too large to
// reckon with.
func count(text string, unit int64) int64 {
	v, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || v < 0 || v > 1<<62/unit {
		return -1
	}
	return v * unit
}
