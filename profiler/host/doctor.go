package host

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A State says how bad a thing is for measuring.
type State string

// The states, worst first.
const (
	Bad     State = "bad"     // figures will be wrong, or too noisy to use
	Mind    State = "mind"    // figures will be noisier, or hold for this setting alone
	Unknown State = "unknown" // the operating system does not tell
	OK      State = "ok"
)

// A Check is one thing that was looked at.
type Check struct {
	// Name is a word or two.
	Name  string `json:"name"`
	State State  `json:"state"`

	// Found is what there is, Do what can be done about it; empty where
	// nothing need be.
	Found string `json:"found"`
	Do    string `json:"do,omitempty"`
}

// Examine looks at everything about this machine that makes figures wrong or
// noisy, the worst first. It watches for that long what else runs; a context
// that ends cuts this short.
func Examine(ctx context.Context, watch time.Duration) []Check {
	before := Now()
	select {
	case <-time.After(watch):
	case <-ctx.Done():
	}
	return examine(os.DirFS("/"), surroundings{
		os:         runtime.GOOS,
		cores:      runtime.NumCPU(),
		gomaxprocs: runtime.GOMAXPROCS(0),
		env:        os.Getenv("GOMAXPROCS"),
		load:       Between(before, Now(), 0),
	})
}

// surroundings is what is not in a file.
type surroundings struct {
	os                string
	cores, gomaxprocs int
	env               string
	load              Interference
}

// examine is Examine for a machine whose files are given.
func examine(root fs.FS, s surroundings) []Check {
	look := files{root}
	checks := []Check{
		look.load(s),
		look.quota(s),
		look.cores(s),
		look.clock(),
		look.governor(),
		look.boost(),
		look.smt(),
		look.virtual(),
		look.counters(),
		look.power(),
	}
	if s.os != "linux" {
		for i := range checks {
			if checks[i].State == Unknown {
				checks[i].Found = s.os + " does not tell"
			}
		}
	}
	order := []State{Bad, Mind, Unknown, OK}
	slices.SortStableFunc(checks, func(a, b Check) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
	return checks
}

// files reads what the kernel says in files.
type files struct{ fs.FS }

// first is the first line of a file, and "" when it cannot be read.
func (f files) first(name string) string {
	data, _ := fs.ReadFile(f.FS, name)
	l, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(l)
}

// load is what ran besides while nothing of assay did.
func (f files) load(s surroundings) Check {
	c := Check{Name: "other work", State: OK}
	if s.load.Foreign < 0 {
		c.State, c.Found = Unknown, "/proc/stat cannot be read"
		return c
	}
	c.Found = fmt.Sprintf("other work takes %.0f%% of the machine, the hypervisor keeps %.0f%%", 100*s.load.Foreign, 100*s.load.Stolen)
	if average, _, ok := strings.Cut(f.first("proc/loadavg"), " "); ok {
		c.Found += ", the load average is " + average
	}
	switch other := s.load.Foreign + s.load.Stolen; {
	case other > 0.25:
		c.State = Bad
	case other > 0.05:
		c.State = Mind
	default:
		return c
	}
	c.Do = "end what else runs (top shows it)"
	if s.load.Stolen > s.load.Foreign {
		c.Do = "measure at another time, or on a machine whose processors are not shared"
	}
	return c
}

// quota is what the container may use.
func (f files) quota(s surroundings) Check {
	c := Check{Name: "CPU quota", State: OK, Found: "none"}
	if s.os != "linux" {
		c.State = Unknown
		return c
	}
	limit := findGroup(f.FS).quota
	if math.IsInf(limit, 1) {
		return c
	}
	c.Found = fmt.Sprintf("the control group may use %.4g processors, and GOMAXPROCS is %d", limit, s.gomaxprocs)
	c.State, c.Do = Mind, "measure without a quota: a group that has used it up is stopped for some milliseconds"
	if float64(s.gomaxprocs) > limit {
		c.State = Bad
		c.Do = fmt.Sprintf("set GOMAXPROCS=%d, or measure without a quota: more threads than it allows are stopped in turn", max(1, int(limit)))
		if s.env != "" {
			c.Found += ", which the environment sets"
		}
	}
	return c
}

// cores is how many processors there are for what contends.
func (f files) cores(s surroundings) Check {
	c := Check{Name: "processors", State: OK, Found: fmt.Sprintf("%d, and GOMAXPROCS is %d", s.cores, s.gomaxprocs)}
	online := 0
	stat, _ := fs.ReadFile(f.FS, "proc/stat")
	for l := range strings.Lines(string(stat)) {
		if strings.HasPrefix(l, "cpu") && !strings.HasPrefix(l, "cpu ") {
			online++
		}
	}
	switch {
	case s.cores < 2:
		c.State, c.Do = Bad, "use a machine with two processors at least: with one, assay and the operating system interrupt what is measured"
	case online > s.cores:
		c.State = Mind
		c.Found += fmt.Sprintf("; this process may use %d of %d", s.cores, online)
		c.Do = "start assay with access to all processors (taskset -p shows which it has), or keep others off these"
	case s.cores < 4:
		c.State, c.Do = Mind, "what contends on more than "+strconv.Itoa(s.cores)+" processors cannot be answered here"
	}
	return c
}

// clock is what time.Now reads.
func (f files) clock() Check {
	c := Check{Name: "clock source", State: OK, Found: f.first("sys/devices/system/clocksource/clocksource0/current_clocksource")}
	switch c.Found {
	case "":
		c.State, c.Found = Unknown, "the kernel does not tell"
	case "tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page":
		// Read without a system call.
	default:
		c.State = Bad
		c.Do = "every reading of the clock is a system call: see which others there are in available_clocksource beside it, and write tsc to current_clocksource where that is one"
	}
	return c
}

// governor is the policy for the frequency.
func (f files) governor() Check {
	c := Check{Name: "frequency governor", State: OK, Found: f.first("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")}
	switch c.Found {
	case "":
		c.State, c.Found = Unknown, "the kernel does not tell; a hypervisor may decide"
	case "performance":
	default:
		c.State, c.Do = Mind, "cpupower frequency-set -g performance: the processor changes its frequency while it is measured"
	}
	return c
}

// boost is whether processors run faster while they are cool.
func (f files) boost() Check {
	c := Check{Name: "boost", State: Mind, Found: "on: the frequency depends on heat and on what other cores do"}
	intel, generic := f.first("sys/devices/system/cpu/intel_pstate/no_turbo"), f.first("sys/devices/system/cpu/cpufreq/boost")
	switch {
	case intel == "1" || intel == "" && generic == "0":
		c.State, c.Found = OK, "off"
	case intel == "0":
		c.Do = "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo"
	case generic == "1":
		c.Do = "echo 0 > /sys/devices/system/cpu/cpufreq/boost"
	default:
		c.State, c.Found = Unknown, "the kernel does not tell"
	}
	return c
}

// smt is whether two logical processors share one core.
func (f files) smt() Check {
	c := Check{Name: "SMT", State: OK, Found: "off"}
	switch f.first("sys/devices/system/cpu/smt/active") {
	case "0":
	case "1":
		c.State, c.Found = Mind, "on: two logical processors share a core"
		c.Do = "echo off > /sys/devices/system/cpu/smt/control"
	default:
		c.State, c.Found = Unknown, "the kernel does not tell"
	}
	return c
}

// virtual is whether other machines share the hardware.
func (f files) virtual() Check {
	c := Check{Name: "hypervisor", State: OK, Found: "none"}
	info, err := fs.ReadFile(f.FS, "proc/cpuinfo")
	switch {
	case err != nil:
		c.State, c.Found = Unknown, "/proc/cpuinfo cannot be read"
	case strings.Contains(" "+strings.ReplaceAll(field(info, "flags"), "\t", " ")+" ", " hypervisor "):
		c.State, c.Found = Mind, "a virtual machine: its neighbours share caches and memory, and cannot be seen"
		c.Do = "trust ratios within a run, and no figure of another day; the control shows what is left"
	}
	return c
}

// counters is whether the processor counts events for us.
func (f files) counters() Check {
	c := Check{Name: "hardware counters", State: OK, Found: "there"}
	devices, err := fs.ReadDir(f.FS, "sys/bus/event_source/devices")
	if err != nil {
		c.State, c.Found = Unknown, "the kernel does not tell"
		return c
	}
	if !slices.ContainsFunc(devices, func(d fs.DirEntry) bool {
		return strings.HasPrefix(d.Name(), "cpu") || strings.HasPrefix(d.Name(), "armv8")
	}) {
		c.State, c.Found = Mind, "none: only time can be measured, not why it passes"
		return c
	}
	if level, err := strconv.Atoi(f.first("proc/sys/kernel/perf_event_paranoid")); err == nil && level > 2 {
		c.State, c.Found, c.Do = Mind, fmt.Sprintf("closed to users: perf_event_paranoid is %d", level), "sysctl kernel.perf_event_paranoid=1"
	}
	return c
}

// power is whether a battery decides.
func (f files) power() Check {
	c := Check{Name: "power", State: OK, Found: "no battery in use"}
	supplies, err := fs.ReadDir(f.FS, "sys/class/power_supply")
	if err != nil {
		return c
	}
	for _, s := range supplies {
		if f.first("sys/class/power_supply/"+s.Name()+"/status") == "Discharging" {
			return Check{Name: "power", State: Mind, Found: "on battery: the processor saves", Do: "plug it in"}
		}
	}
	return c
}
