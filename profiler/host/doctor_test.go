package host

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// machine makes a file system of names and contents.
func machine(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

const cpus = "sys/devices/system/cpu/"

// TestExamine looks at machines that differ, and expects one line each of what
// is not in order.
func TestExamine(t *testing.T) {
	quiet := surroundings{os: "linux", cores: 8, gomaxprocs: 8}
	fit := map[string]string{
		"proc/cpuinfo": "flags\t: fpu vme\n",
		"proc/stat":    "cpu  1 1 1 1 1 1 1 1\n" + strings.Repeat("cpu0 1\n", 8),
		"proc/loadavg": "0.08 0.03 0.01 1/79 1\n",
		"sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
		cpus + "cpu0/cpufreq/scaling_governor":                            "performance\n",
		cpus + "intel_pstate/no_turbo":                                    "1\n",
		cpus + "smt/active":                                               "0\n",
		"sys/bus/event_source/devices/cpu/type":                           "4\n",
		"proc/sys/kernel/perf_event_paranoid":                             "1\n",
		"sys/class/power_supply/AC/online":                                "1\n",
	}
	with := func(changes ...string) map[string]string {
		files := map[string]string{}
		for name, text := range fit {
			files[name] = text
		}
		for i := 0; i < len(changes); i += 2 {
			if files[changes[i]] = changes[i+1]; changes[i+1] == "" {
				delete(files, changes[i])
			}
		}
		return files
	}
	around := func(change func(*surroundings)) surroundings {
		s := quiet
		change(&s)
		return s
	}
	tests := []struct {
		name  string
		files map[string]string
		in    surroundings
		want  []string
	}{
		{"a machine that is fit", fit, quiet, nil},
		{"a laptop", with(cpus+"cpu0/cpufreq/scaling_governor", "powersave", cpus+"intel_pstate/no_turbo", "0", cpus+"smt/active", "1",
			"sys/class/power_supply/BAT0/status", "Discharging\n"), quiet,
			[]string{"mind frequency governor: powersave", "mind boost: on", "mind SMT: on", "mind power: on battery"}},
		{"a busy one", fit, around(func(s *surroundings) { s.load = Interference{Foreign: 0.5, Stolen: 0.02} }),
			[]string{"bad other work: other work takes 50% of the machine, the hypervisor keeps 2%, the load average is 0.08"}},
		{"a virtual one with neighbours", with("proc/cpuinfo", "flags\t: fpu hypervisor\n", "sys/bus/event_source/devices/cpu/type", "", "sys/bus/event_source/devices/software/type", "1\n"),
			around(func(s *surroundings) { s.load = Interference{Stolen: 0.1} }),
			[]string{"mind other work: other work takes 0% of the machine, the hypervisor keeps 10%", "mind hypervisor: a virtual machine", "mind hardware counters: none"}},
		{"a slow clock", with("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n"), quiet, []string{"bad clock source: hpet"}},
		{"AMD's boost", with(cpus+"intel_pstate/no_turbo", "", cpus+"cpufreq/boost", "1\n"), quiet, []string{"mind boost: on"}},
		{"counters that are closed", with("proc/sys/kernel/perf_event_paranoid", "4\n"), quiet, []string{"mind hardware counters: closed"}},
		{"a container with a quota", with("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.stat", "usage_usec 1\n", "sys/fs/cgroup/cpu.max", "200000 100000\n"),
			around(func(s *surroundings) { s.gomaxprocs = 2 }), []string{"mind CPU quota: the control group may use 2 processors, and GOMAXPROCS is 2"}},
		{"a quota below GOMAXPROCS", with("proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.stat", "usage_usec 1\n", "sys/fs/cgroup/a/b/cpu.max", "max 100000\n", "sys/fs/cgroup/a/cpu.max", "150000 100000\n"),
			around(func(s *surroundings) { s.env = "8" }), []string{"bad CPU quota: the control group may use 1.5 processors, and GOMAXPROCS is 8, which the environment sets"}},
		{"version 1 of control groups", with("proc/self/cgroup", "4:cpu,cpuacct:/docker/x\n1:name=systemd:/\n", "sys/fs/cgroup/cpu,cpuacct/cpu.stat", "throttled_time 5\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"),
			quiet, []string{"bad CPU quota: the control group may use 0.5 processors, and GOMAXPROCS is 8"}},
		{"version 1 without a quota", with("proc/self/cgroup", "1:cpu:/\n", "sys/fs/cgroup/cpu/cpu.stat", "throttled_time 5\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"), quiet, nil},
		{"few processors", fit, around(func(s *surroundings) { s.cores, s.gomaxprocs = 1, 1 }), []string{"bad processors: 1, and GOMAXPROCS is 1"}},
		{"two processors", with("proc/stat", "cpu 1\ncpu0 1\ncpu1 1\n"), around(func(s *surroundings) { s.cores, s.gomaxprocs = 2, 2 }), []string{"mind processors: 2, and GOMAXPROCS is 2"}},
		{"bound to a few", fit, around(func(s *surroundings) { s.cores, s.gomaxprocs = 4, 4 }), []string{"mind processors: 4, and GOMAXPROCS is 4; this process may use 4 of 8"}},
		{"nothing to read", nil, around(func(s *surroundings) { s.os, s.load.Foreign = "darwin", -1 }),
			[]string{"unknown other work: darwin does not tell", "unknown CPU quota: darwin does not tell", "unknown clock source: darwin does not tell",
				"unknown frequency governor: darwin does not tell", "unknown boost: darwin does not tell", "unknown SMT: darwin does not tell",
				"unknown hypervisor: darwin does not tell", "unknown hardware counters: darwin does not tell"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range examine(machine(test.files), test.in) {
				if c.State != OK {
					got = append(got, fmt.Sprintf("%s %s: %s", c.State, c.Name, c.Found))
				}
				if c.State == Bad && c.Do == "" {
					t.Errorf("%s is bad, and nothing can be done", c.Name)
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

func TestExamineThisMachine(t *testing.T) {
	checks := Examine(t.Context(), time.Millisecond)
	if len(checks) != 10 {
		t.Errorf("got %d checks", len(checks))
	}
	for _, c := range checks {
		if c.Name == "" || c.Found == "" || c.State == "" {
			t.Errorf("an empty check: %+v", c)
		}
	}
}
