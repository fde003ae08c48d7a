package host

import (
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// Where the kernel tells of processors and of the clock.
const (
	cpus        = "sys/devices/system/cpu/"
	clockSource = "sys/devices/system/clocksource/clocksource0/current_clocksource"
)

// Describe returns what the operating system tells of this machine. The
// version of Go is the caller's to fill in, since it is the measured
// processes' and not this one's.
func Describe() results.Machine { return describe(here()) }

func describe(f files) results.Machine {
	cpuinfo := f.text("proc/cpuinfo")
	m := results.Machine{
		OS:          runtime.GOOS,
		Arch:        runtime.GOARCH,
		Cores:       runtime.NumCPU(),
		GOMAXPROCS:  runtime.GOMAXPROCS(0),
		Kernel:      f.line("proc/sys/kernel/osrelease"),
		ClockSource: f.line(clockSource),
		Governor:    strings.Join(f.governors(), ", "),
		Boost:       f.boost(),
		SMT:         f.smt(),
		LoadBefore:  -1,
	}
	m.CPU, _ = field(cpuinfo, "model name")
	m.Virtual, _ = f.hypervisor()
	if limit := findGroup(f).quota; !math.IsInf(limit, 1) {
		m.Quota = limit
	}
	if v, err := strconv.ParseFloat(f.loadAverage(), 64); err == nil {
		m.LoadBefore = v
	}
	total, _ := field(f.text("proc/meminfo"), "MemTotal")
	if kb, err := strconv.ParseInt(strings.TrimSuffix(total, " kB"), 10, 64); err == nil {
		m.MemoryBytes = kb << 10
	}
	return m
}

// loadAverage is the one over a minute.
func (f files) loadAverage() string {
	average, _, _ := strings.Cut(f.line("proc/loadavg"), " ")
	return average
}

// hypervisor names what the machine runs under, as "yes" where it does not
// say more, and empty where there is none. Only x86 processors tell.
func (f files) hypervisor() (name string, known bool) {
	if kind := f.line("sys/hypervisor/type"); kind != "" {
		return kind, true
	}
	flags, known := field(f.text("proc/cpuinfo"), "flags")
	switch clock := f.line(clockSource); {
	case !slices.Contains(strings.Fields(flags), "hypervisor"):
		return "", known
	case strings.HasPrefix(clock, "kvm"):
		return "kvm", true
	case strings.HasPrefix(clock, "hyperv"):
		return "hyperv", true
	}
	return "yes", true
}

// governors are the policies for the frequency that processors have, each
// once.
func (f files) governors() []string {
	var list []string
	for _, name := range f.names(cpus) {
		governor := f.line(cpus + name + "/cpufreq/scaling_governor")
		if governor != "" && !slices.Contains(list, governor) {
			list = append(list, governor)
		}
	}
	return list
}

// boost is "on" where processors run above their nominal frequency while they
// are cool enough, "off" where they do not, and else empty. Intel's driver has
// a file of its own, which says the opposite.
func (f files) boost() string {
	switch f.line(cpus + "intel_pstate/no_turbo") {
	case "0":
		return "on"
	case "1":
		return "off"
	}
	return onOff(f.line(cpus + "cpufreq/boost"))
}

// smt is "on" where two logical processors share a core, "off" where each has
// its own, and else empty.
func (f files) smt() string { return onOff(f.line(cpus + "smt/active")) }

func onOff(flag string) string { return map[string]string{"0": "off", "1": "on"}[flag] }
