package host

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestExamine looks at machines that differ, and expects a line of each thing
// that is not in order.
func TestExamine(t *testing.T) {
	fit := map[string]string{
		"proc/cpuinfo":                         "flags\t: fpu vme\n",
		"proc/stat":                            "cpu  1 1 1 9 1 1 1 1\n" + strings.Repeat("cpu0 1 1 1 9 1 1 1 1\n", 8),
		"proc/loadavg":                         "0.08 0.03 0.01 1/79 1\n",
		clockSource:                            "tsc\n",
		cpus + "cpu0/cpufreq/scaling_governor": "performance\n",
		cpus + "cpu0/thermal_throttle/core_throttle_count": "0\n",
		cpus + "cpu1/thermal_throttle/core_throttle_count": "0\n",
		cpus + "intel_pstate/no_turbo":                     "1\n",
		cpus + "smt/active":                                "0\n",
		"sys/bus/event_source/devices/cpu/type":            "4\n",
		"proc/sys/kernel/perf_event_paranoid":              "1\n",
		"sys/class/power_supply/AC/online":                 "1\n",
		"sys/class/power_supply/hidpp_battery_0/scope":     "Device\n",
		"sys/class/power_supply/hidpp_battery_0/status":    "Discharging\n",
		"proc/self/mountinfo":                              mountV2,
		"proc/self/cgroup":                                 "0::/a/b\n",
		"sys/fs/cgroup/a/b/cpu.max":                        "max 100000\n",
	}
	on := func(change func(*surroundings)) surroundings {
		s := surroundings{os: "linux", cores: 8, gomaxprocs: 8, reading: 40, goCommand: "/usr/local/go/bin/go", load: Interference{Foreign: 0.001}}
		change(&s)
		return s
	}
	quiet := on(func(*surroundings) {})
	tests := []struct {
		name  string
		files files
		in    surroundings
		want  []string
	}{
		{"a machine that is fit", with(fit), quiet, nil},
		{"a laptop", with(fit,
			cpus+"cpu0/cpufreq/scaling_governor", "powersave\n",
			cpus+"cpu1/thermal_throttle/core_throttle_count", "12\n",
			cpus+"intel_pstate/no_turbo", "0\n",
			cpus+"smt/active", "1\n",
			"sys/class/power_supply/BAT0/status", "Discharging\n"), quiet,
			[]string{"mind frequency governor: powersave → cpupower frequency-set -g performance",
				"mind boost: on → echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
				"mind SMT: on → echo off > /sys/devices/system/cpu/smt/control",
				"mind heat: has slowed processors down 12 times", "mind power: on battery → plug it in"}},
		{"another maker's boost", with(fit, cpus+"intel_pstate/no_turbo", "", cpus+"cpufreq/boost", "1\n"), quiet,
			[]string{"mind boost: on → echo 0 > /sys/devices/system/cpu/cpufreq/boost"}},
		{"a busy machine", with(fit), on(func(s *surroundings) {
			s.load = Interference{Foreign: 0.5, Stolen: 0.02, Pressure: 0.3}
			s.busiest = []string{"make (process 9) 80% of a processor"}
		}), []string{"bad other work: takes 50% of the machine, the hypervisor keeps 2%, tasks wait for a processor 30% of the time, the load average is 0.08; make (process 9) 80% of a processor → end what"}},
		{"one that is not quite idle", with(fit), on(func(s *surroundings) { s.load = Interference{Foreign: 0.05} }),
			[]string{"mind other work: takes 5% of the machine, the load average is 0.08 → end what"}},
		{"a virtual one with neighbours", with(fit, "proc/cpuinfo", "flags\t: fpu hypervisor\n", clockSource, "kvm-clock\n",
			"sys/bus/event_source/devices/cpu/type", "", "sys/bus/event_source/devices/software/type", "1\n"),
			on(func(s *surroundings) { s.load = Interference{Stolen: 0.15} }),
			[]string{"bad other work: takes 0% of the machine, the hypervisor keeps 15%, the load average is 0.08 → measure at another time",
				"mind hypervisor: kvm → trust ratios", "mind hardware counters: none → use a machine that has them"}},
		{"a slow clock", with(fit, clockSource, "hpet\n"), on(func(s *surroundings) { s.reading = 1200 }),
			[]string{"bad clock: hpet, and time.Now takes 1200 ns → expect every reading of the clock within a benchmark to count; another source"}},
		{"counters that are closed", with(fit, "proc/sys/kernel/perf_event_paranoid", "4\n"), quiet,
			[]string{"mind hardware counters: closed to users: perf_event_paranoid is 4 → sysctl"}},
		{"a container with a quota", with(fit, "sys/fs/cgroup/a/b/cpu.max", "150000 100000\n"), on(func(s *surroundings) { s.gomaxprocs = 2 }),
			[]string{"mind CPU quota: 1.5 processors, and GOMAXPROCS is 2 → measure without a quota"}},
		{"a quota above, which Go does not see", with(fit, "sys/fs/cgroup/a/cpu.max", "200000 100000\n"), quiet,
			[]string{"bad CPU quota: 2 processors, and GOMAXPROCS is 8 → export GOMAXPROCS=2"}},
		{"a quota, and an environment that does not heed it", with(fit, "sys/fs/cgroup/a/b/cpu.max", "50000 100000\n"), on(func(s *surroundings) { s.env = "8" }),
			[]string{"bad CPU quota: 0.5 processors, and GOMAXPROCS is 8, by the environment → export GOMAXPROCS=1"}},
		{"one processor", with(fit, "proc/stat", ""), on(func(s *surroundings) { s.cores, s.gomaxprocs = 1, 1 }),
			[]string{"bad processors: 1, and GOMAXPROCS is 1 → use two"}},
		{"two processors", with(fit, "proc/stat", ""), on(func(s *surroundings) { s.cores, s.gomaxprocs = 2, 2 }),
			[]string{"mind processors: 2, and GOMAXPROCS is 2 → let nothing else run, and expect no answer on what contends among more than 2"}},
		{"bound to a few", with(fit), on(func(s *surroundings) { s.cores, s.gomaxprocs = 4, 4 }),
			[]string{"mind processors: 4, and GOMAXPROCS is 4; the machine has 8 → start assay where it may use all"}},
		{"more threads than processors", with(fit), on(func(s *surroundings) { s.gomaxprocs, s.env = 16, "16" }),
			[]string{"mind processors: 8, and GOMAXPROCS is 16, by the environment → export GOMAXPROCS=8"}},
		{"no toolchain", with(fit), on(func(s *surroundings) { s.goCommand = "" }), []string{"bad go command: not in PATH → install Go"}},
		{"Linux without files", with(nil), on(func(s *surroundings) { s.load.Foreign = -1 }),
			[]string{"unknown other work: the kernel does not tell", "unknown frequency governor: the kernel does not tell",
				"unknown boost: the kernel does not tell", "unknown SMT: the kernel does not tell", "unknown heat: the kernel does not tell",
				"unknown hypervisor: the kernel does not tell", "unknown hardware counters: the kernel does not tell"}},
		{"another system", with(nil), on(func(s *surroundings) { s.os, s.load.Foreign = "darwin", -1 }),
			[]string{"unknown other work: darwin does not tell", "unknown CPU quota: darwin does not tell",
				"unknown frequency governor: darwin does not tell", "unknown boost: darwin does not tell", "unknown SMT: darwin does not tell",
				"unknown heat: darwin does not tell", "unknown power: darwin does not tell",
				"unknown hypervisor: darwin does not tell", "unknown hardware counters: darwin does not tell"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range examine(test.files, test.in) {
				if c.State != OK {
					got = append(got, fmt.Sprintf("%s %s: %s → %s", c.State, c.Name, c.Found, c.Do))
				}
				if asks := c.State == Bad || c.State == Mind; asks != (c.Do != "") {
					t.Errorf("%s is %s, and what to do is %q", c.Name, c.State, c.Do)
				}
			}
			if len(got) != len(test.want) {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], test.want[i]) {
					t.Errorf("got %q, want %q", got[i], test.want[i])
				}
			}
		})
	}
}

// TestExamineThisMachine: there is something to say of every machine, at once
// when the context has ended.
func TestExamineThisMachine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	checks := Examine(ctx, time.Hour)
	if len(checks) == 0 {
		t.Error("nothing was looked at")
	}
	for _, c := range checks {
		if c.Name == "" || c.Found == "" || c.State == "" {
			t.Errorf("an empty check: %+v", c)
		}
	}
}
