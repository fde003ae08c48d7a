package host

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// Now returns the processor time that the machine has spent.
func Now() Busy {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return Busy{}
	}
	return parseStat(string(data))
}

// parseStat reads the first line of /proc/stat: user, nice, system, idle,
// iowait, irq, softirq and steal, in ticks of 10 ms. Guest time, which
// follows, is already in user time.
func parseStat(stat string) Busy {
	first, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(first)
	if len(fields) < 9 || fields[0] != "cpu" {
		return Busy{}
	}
	b := Busy{known: true}
	for i, text := range fields[1:9] {
		ticks, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return Busy{}
		}
		d := time.Duration(ticks) * 10 * time.Millisecond
		b.total += d
		switch i {
		case 3, 4: // idle and waiting for a disk
		case 7:
			b.stolen += d
		default:
			b.busy += d
		}
	}
	return b
}
