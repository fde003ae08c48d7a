package host

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// tick is the unit of /proc/stat. USER_HZ is 100 on every architecture that
// Go runs on.
const tick = 10 * time.Millisecond

// throttling is the file that counts how long this process's control group
// was held back, which does not move while assay runs.
var throttling = sync.OnceValue(func() string {
	g := findGroup(os.DirFS("/"))
	if g.cpu == "" {
		return ""
	}
	return "/" + g.cpu + "/cpu.stat"
})

func (s *Snapshot) read() {
	if data, err := os.ReadFile("/proc/stat"); err == nil {
		s.cores, s.idle, s.stolen = parseStat(string(data))
	}
	if data, err := os.ReadFile("/proc/pressure/cpu"); err == nil {
		s.waiting = parsePressure(string(data))
	}
	if file := throttling(); file != "" {
		if data, err := os.ReadFile(file); err == nil {
			s.throttled = parseThrottled(string(data))
		}
	}
	s.clock = line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
}

// parseStat reads /proc/stat: how many processors there are, and of the first
// line, which sums them up, the time they were idle or waited for a disk, and
// the time that was stolen. All is zero when the file has another form.
func parseStat(stat string) (cores int, idle, stolen time.Duration) {
	for l := range strings.Lines(stat) {
		fields := strings.Fields(l)
		if len(fields) < 9 || !strings.HasPrefix(fields[0], "cpu") {
			continue
		}
		if fields[0] != "cpu" {
			cores++
			continue
		}
		var ticks [9]time.Duration
		for i, text := range fields[1:9] {
			v, err := strconv.ParseInt(text, 10, 64)
			if err != nil || v < 0 {
				return 0, 0, 0
			}
			ticks[i+1] = time.Duration(v)
		}
		idle, stolen = (ticks[4]+ticks[5])*tick, ticks[8]*tick
	}
	return cores, idle, stolen
}

// parsePressure reads the total of the line "some" of /proc/pressure/cpu,
// which is in microseconds. It is -1 when there is none.
func parsePressure(text string) time.Duration {
	for l := range strings.Lines(text) {
		fields := strings.Fields(l)
		if len(fields) == 0 || fields[0] != "some" {
			continue
		}
		for _, f := range fields[1:] {
			if total, ok := strings.CutPrefix(f, "total="); ok {
				return number(total, time.Microsecond)
			}
		}
	}
	return -1
}

// parseThrottled reads cpu.stat of a control group: throttled_usec of version
// 2, throttled_time of version 1, which is in nanoseconds. It is -1 when there
// is neither.
func parseThrottled(text string) time.Duration {
	for l := range strings.Lines(text) {
		fields := strings.Fields(l)
		switch {
		case len(fields) != 2:
		case fields[0] == "throttled_usec":
			return number(fields[1], time.Microsecond)
		case fields[0] == "throttled_time":
			return number(fields[1], time.Nanosecond)
		}
	}
	return -1
}

// number reads a count of units; -1 when it is none.
func number(text string, unit time.Duration) time.Duration {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 0 || v > int64(1<<62)/int64(unit) {
		return -1
	}
	return time.Duration(v) * unit
}
