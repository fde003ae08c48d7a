package host

import (
	"runtime"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

func TestDescribe(t *testing.T) {
	base := results.Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0), LoadBefore: -1,
	}
	laptop, cloud := base, base
	laptop.CPU, laptop.Kernel, laptop.MemoryBytes = "Some Processor @ 2.60GHz", "6.8.0", 16<<30
	laptop.ClockSource, laptop.Governor, laptop.Boost, laptop.SMT = "tsc", "performance, powersave", "on", "on"
	laptop.LoadBefore = 0.25
	cloud.Virtual, cloud.ClockSource, cloud.Boost, cloud.SMT, cloud.Quota = "kvm", "kvm-clock", "off", "off", 1.5
	tests := []struct {
		name  string
		files files
		want  results.Machine
	}{
		{"a laptop", with(nil,
			"proc/cpuinfo", "processor\t: 0\nmodel name\t: Some Processor @ 2.60GHz\nflags\t\t: fpu vme\n",
			"proc/sys/kernel/osrelease", "6.8.0\n",
			"proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 1 kB\n",
			"proc/loadavg", "0.25 0.03 0.01 1/79 1\n",
			clockSource, "tsc\n",
			cpus+"cpu0/cpufreq/scaling_governor", "performance\n",
			cpus+"cpu1/cpufreq/scaling_governor", "performance\n",
			cpus+"cpu2/cpufreq/scaling_governor", "powersave\n",
			cpus+"intel_pstate/no_turbo", "0\n",
			cpus+"smt/active", "1\n"), laptop},
		{"a container in the cloud", with(nil,
			"proc/cpuinfo", "flags\t\t: fpu\thypervisor vme\n",
			clockSource, "kvm-clock\n",
			cpus+"cpufreq/boost", "0\n",
			cpus+"smt/active", "0\n",
			"proc/self/cgroup", "0::/\n",
			"proc/self/mountinfo", mountV2,
			"sys/fs/cgroup/cpu.max", "150000 100000\n"), cloud},
		{"a machine without files", with(nil), base},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := describe(test.files); got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestHypervisor(t *testing.T) {
	tests := []struct {
		name  string
		files files
		want  string
		known bool
	}{
		{"bare metal", with(nil, "proc/cpuinfo", "flags : fpu\n"), "", true},
		{"Xen", with(nil, "sys/hypervisor/type", "xen\n"), "xen", true},
		{"Hyper-V", with(nil, "proc/cpuinfo", "flags : hypervisor\n", clockSource, "hyperv_clocksource_tsc_page\n"), "hyperv", true},
		{"one that says no more", with(nil, "proc/cpuinfo", "flags : hypervisor\n", clockSource, "tsc\n"), "yes", true},
		{"ARM", with(nil, "proc/cpuinfo", "Features : fp asimd\n"), "", false},
		{"unreadable", with(nil), "", false},
	}
	for _, test := range tests {
		if got, known := test.files.hypervisor(); got != test.want || known != test.known {
			t.Errorf("%s: got %q, %v", test.name, got, known)
		}
	}
}

func TestDescribeThisMachine(t *testing.T) {
	m := Describe()
	if m.Cores < 1 || m.GOMAXPROCS < 1 {
		t.Errorf("got %+v", m)
	}
	if runtime.GOOS == "linux" && (m.Kernel == "" || m.MemoryBytes == 0 || m.LoadBefore < 0) {
		t.Errorf("this machine tells too little: %+v", m)
	}
}
