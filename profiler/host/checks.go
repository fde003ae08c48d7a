package host

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// notTold is what is found where the kernel has no file for it.
const notTold = "the kernel does not tell"

// checkLoad is about what ran besides while nothing of assay did. As much as
// makes a process count as disturbed is bad. An idle machine stays below a
// hundredth.
func (f files) checkLoad(s surroundings) Check {
	const some = 0.03
	c := Check{Name: "other work", State: OK}
	if s.load.Foreign < 0 {
		c.State, c.Found = Unknown, notTold
		return c
	}
	found := []string{fmt.Sprintf("takes %.0f%% of the machine", 100*s.load.Foreign)}
	if s.load.Stolen > 0 {
		found = append(found, fmt.Sprintf("the hypervisor keeps %.0f%%", 100*s.load.Stolen))
	}
	if s.load.Pressure > 0.005 {
		found = append(found, fmt.Sprintf("tasks wait for a processor %.0f%% of the time", 100*s.load.Pressure))
	}
	if average := f.loadAverage(); average != "" {
		found = append(found, "the load average is "+average)
	}
	c.Found = strings.Join(found, ", ")
	if len(s.busiest) > 0 {
		c.Found += "; " + strings.Join(s.busiest, ", ")
	}
	switch other := s.load.Foreign + s.load.Stolen; {
	case other > maxOther:
		c.State = Bad
	case other > some:
		c.State = Mind
	default:
		return c
	}
	c.Do = "end what else runs, or wait for it: top shows it"
	if s.load.Stolen > s.load.Foreign {
		c.Do = "measure at another time, or on a machine that has its processors to itself"
	}
	return c
}

// checkQuota is about what a container may use. Go chooses GOMAXPROCS by the
// quota of the group alone, rounded up, and two at least; quotas of groups
// above it, the environment, and modules of a go version before 1.25 are not
// bound by that.
func (f files) checkQuota(s surroundings) Check {
	c := Check{Name: "CPU quota", State: OK, Found: "none"}
	limit := findGroup(f).quota
	switch {
	case s.os != "linux":
		c.State = Unknown
		return c
	case math.IsInf(limit, 1):
		return c
	}
	c.Found = fmt.Sprintf("%.3g processors, and GOMAXPROCS is %d", limit, s.gomaxprocs)
	if s.env != "" {
		c.Found += ", by the environment"
	}
	c.State, c.Do = Mind, "measure without a quota, or pin with a cpuset instead (docker run --cpuset-cpus): a group that has used up its quota is stopped for milliseconds"
	if float64(s.gomaxprocs) >= limit+1 {
		c.State = Bad
		c.Do = fmt.Sprintf("export GOMAXPROCS=%d, or measure without a quota: threads beyond it use it up early, and then all are stopped for milliseconds", max(1, int(limit)))
	}
	return c
}

// checkProcessors is about how many there are for what contends.
func (f files) checkProcessors(s surroundings) Check {
	c := Check{Name: "processors", State: OK, Found: fmt.Sprintf("%d, and GOMAXPROCS is %d", s.cores, s.gomaxprocs)}
	if s.env != "" {
		c.Found += ", by the environment"
	}
	online, _, _ := parseStat(f.text("proc/stat"))
	if online > s.cores {
		c.Found += fmt.Sprintf("; the machine has %d", online)
	}
	switch {
	case s.cores < 2:
		c.State, c.Do = Bad, "use two at least: with one, assay and the operating system interrupt what is measured"
	case s.gomaxprocs > s.cores:
		c.State, c.Do = Mind, fmt.Sprintf("export GOMAXPROCS=%d: more threads than processors take turns", s.cores)
	case online > s.cores:
		c.State, c.Do = Mind, "start assay where it may use all (taskset -p $$ shows what it may), or keep others off these"
	case s.cores < 4:
		c.State, c.Do = Mind, fmt.Sprintf("let nothing else run, and expect no answer on what contends among more than %d", s.cores)
	}
	return c
}

// checkClock is about what time.Now costs. Where the kernel lets programs read
// the clock by themselves, that is some tens of nanoseconds. Else it is a
// system call, and a clock outside of the processor takes a microsecond.
func (f files) checkClock(s surroundings) Check {
	const slow = 200 * time.Nanosecond
	c := Check{Name: "clock", State: OK, Found: fmt.Sprintf("time.Now takes %d ns", s.reading.Nanoseconds())}
	source := f.line(clockSource)
	if source != "" {
		c.Found = source + ", and " + c.Found
	}
	if s.reading < slow {
		return c
	}
	c.State, c.Do = Bad, "expect every reading of the clock within a benchmark to count"
	if source != "" {
		c.Do += "; another source may be faster: cat /sys/devices/system/clocksource/clocksource0/available_clocksource, and echo tsc > /" + clockSource + " where it is there"
	}
	return c
}

// checkGo is about the toolchain, without which nothing is built.
func checkGo(s surroundings) Check {
	if s.goCommand == "" {
		return Check{"go command", Bad, "not in PATH", "install Go (https://go.dev/dl), or add its bin folder to PATH"}
	}
	return Check{Name: "go command", State: OK, Found: s.goCommand}
}

// checkGovernor is about the policy for the frequency.
func (f files) checkGovernor() Check {
	c := Check{Name: "frequency governor", State: OK, Found: strings.Join(f.governors(), ", ")}
	switch c.Found {
	case "":
		c.State, c.Found = Unknown, notTold
	case "performance":
	default:
		c.State, c.Do = Mind, "cpupower frequency-set -g performance: the frequency follows the load with a delay, and short processes run in it"
	}
	return c
}

// checkBoost is about processors that run faster while they are cool.
func (f files) checkBoost() Check {
	c := Check{Name: "boost", State: OK, Found: f.boost()}
	switch c.Found {
	case "":
		c.State, c.Found = Unknown, notTold
	case "on":
		c.State, c.Do = Mind, "echo 0 > /"+cpus+"cpufreq/boost"
		if f.line(cpus+"intel_pstate/no_turbo") != "" {
			c.Do = "echo 1 > /" + cpus + "intel_pstate/no_turbo"
		}
		c.Do += ": the frequency depends on heat, and on what other cores do"
	}
	return c
}

// checkSMT is about logical processors that share a core.
func (f files) checkSMT() Check {
	c := Check{Name: "SMT", State: OK, Found: f.smt()}
	switch c.Found {
	case "":
		c.State, c.Found = Unknown, notTold
	case "on":
		c.State, c.Do = Mind, "echo off > /"+cpus+"smt/control: two logical processors share a core, and slow each other down"
	}
	return c
}

// checkHeat is about processors that were slowed down because they were hot.
func (f files) checkHeat() Check {
	c := Check{Name: "heat", State: Unknown, Found: notTold}
	slowed := int64(0)
	for _, name := range f.names(cpus) {
		if n := count(f.line(cpus+name+"/thermal_throttle/core_throttle_count"), 1); n >= 0 {
			c.State = OK
			slowed += n
		}
	}
	switch {
	case c.State == Unknown:
	case slowed == 0:
		c.Found = "has not slowed a processor down since the machine started"
	default:
		c.State, c.Found = Mind, fmt.Sprintf("has slowed processors down %d times since the machine started", slowed)
		c.Do = "cool it, or turn boost off; see whether core_throttle_count grows during a run: grep . /" + cpus + "cpu*/thermal_throttle/core_throttle_count"
	}
	return c
}

// checkPower is about a battery that has to last. Those of a mouse or a
// keyboard have the scope of a device.
func (f files) checkPower(s surroundings) Check {
	const supplies = "sys/class/power_supply/"
	c := Check{Name: "power", State: OK, Found: "no battery in use"}
	for _, name := range f.names(supplies) {
		if f.line(supplies+name+"/status") == "Discharging" && f.line(supplies+name+"/scope") != "Device" {
			c.State, c.Found, c.Do = Mind, "on battery", "plug it in: the processor saves energy"
		}
	}
	if s.os != "linux" {
		c.State = Unknown
	}
	return c
}

// checkHypervisor is about others on the same hardware.
func (f files) checkHypervisor() Check {
	c := Check{Name: "hypervisor", State: OK, Found: "none"}
	switch name, known := f.hypervisor(); {
	case !known:
		c.State, c.Found = Unknown, notTold
	case name != "":
		c.State, c.Found = Mind, name
		c.Do = "trust ratios within a run, and no figure of another day: neighbours share caches and memory, and cannot be seen"
	}
	return c
}

// checkCounters is about whether the processor counts events for us.
func (f files) checkCounters() Check {
	c := Check{Name: "hardware counters", State: OK, Found: "open to this user"}
	devices := f.names("sys/bus/event_source/devices")
	level, err := strconv.Atoi(f.line("proc/sys/kernel/perf_event_paranoid"))
	switch {
	case devices == nil:
		c.State, c.Found = Unknown, notTold
	case !slices.ContainsFunc(devices, isProcessor):
		c.State, c.Found = Mind, "none"
		c.Do = "use a machine that has them, bare metal as a rule, where instructions or cache misses matter: here only time can be measured"
	case err == nil && level > 2:
		c.State, c.Found = Mind, fmt.Sprintf("closed to users: perf_event_paranoid is %d", level)
		c.Do = "sysctl kernel.perf_event_paranoid=2"
	}
	return c
}

// isProcessor reports whether a source of events is a processor's: cpu, on
// machines with cores of two kinds cpu_core and cpu_atom, on ARM
// armv8_pmuv3_0 and the like.
func isProcessor(device string) bool {
	return strings.HasPrefix(device, "cpu") || strings.HasPrefix(device, "armv")
}
