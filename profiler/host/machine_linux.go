package host

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/assay-bench/assay/experiments/results"
)

func describe(m *results.Machine) {
	cpuinfo, _ := os.ReadFile("/proc/cpuinfo")
	m.CPU = field(cpuinfo, "model name")
	if strings.Contains(" "+field(cpuinfo, "flags")+" ", " hypervisor ") {
		m.Virtual = "yes"
	}
	if kind := line("/sys/hypervisor/type"); kind != "" {
		m.Virtual = kind
	}
	m.ClockSource = line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
	if m.Virtual == "yes" && strings.HasPrefix(m.ClockSource, "kvm") {
		m.Virtual = "kvm"
	}
	m.Governor = line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	if load, _, ok := strings.Cut(line("/proc/loadavg"), " "); ok {
		if v, err := strconv.ParseFloat(load, 64); err == nil {
			m.LoadBefore = v
		}
	}
	meminfo, _ := os.ReadFile("/proc/meminfo")
	if kb, err := strconv.ParseInt(strings.TrimSuffix(field(meminfo, "MemTotal"), " kB"), 10, 64); err == nil {
		m.MemoryBytes = kb << 10
	}
	var uts unix.Utsname
	if unix.Uname(&uts) == nil {
		m.Kernel = unix.ByteSliceToString(uts.Release[:])
	}
}

// line returns the first line of a file, or "" when it cannot be read.
func line(file string) string {
	data, _ := os.ReadFile(file)
	first, _, _ := bytes.Cut(data, []byte{'\n'})
	return string(bytes.TrimSpace(first))
}
