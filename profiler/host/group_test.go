package host

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Lines of /proc/self/mountinfo.
const (
	mountV2     = "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	mountV1     = "31 30 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
	mountHybrid = "40 30 0:37 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n"
	mountDocker = "31 30 0:28 /docker/1f3a /sys/fs/cgroup/cpu,cpuacct ro,relatime master:9 - cgroup cgroup rw,cpu,cpuacct\n"
)

func TestFindGroup(t *testing.T) {
	const none = "nr_throttled 0\nthrottled_usec 0\n"
	unlimited := math.Inf(1)
	tests := []struct {
		name  string
		files files
		stats []string
		quota float64
		usage string
	}{
		{"no control groups", with(nil), nil, unlimited, ""},
		{"version 2 without a quota",
			with(nil, "proc/self/cgroup", "0::/user.slice/a.scope\n", "proc/self/mountinfo", mountV2,
				"sys/fs/cgroup/cpu.stat", "usage_usec 1\n",
				"sys/fs/cgroup/user.slice/cpu.stat", none, "sys/fs/cgroup/user.slice/cpu.max", "max 100000\n",
				"sys/fs/cgroup/user.slice/a.scope/cpu.stat", "usage_usec 1\n"),
			[]string{"sys/fs/cgroup/user.slice/cpu.stat"}, unlimited, ""},
		{"a container of version 2",
			with(nil, "proc/self/cgroup", "0::/\n", "proc/self/mountinfo", mountV2,
				"sys/fs/cgroup/cpu.stat", none, "sys/fs/cgroup/cpu.max", "250000 100000\n"),
			[]string{"sys/fs/cgroup/cpu.stat"}, 2.5, ""},
		{"a quota far above",
			with(nil, "proc/self/cgroup", "0::/a/b/c\n", "proc/self/mountinfo", mountV2,
				"sys/fs/cgroup/a/b/c/cpu.stat", none, "sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n",
				"sys/fs/cgroup/a/b/cpu.stat", none, "sys/fs/cgroup/a/b/cpu.max", "400000 100000\n",
				"sys/fs/cgroup/a/cpu.stat", none, "sys/fs/cgroup/a/cpu.max", "150000 100000\n"),
			[]string{"sys/fs/cgroup/a/b/c/cpu.stat", "sys/fs/cgroup/a/b/cpu.stat", "sys/fs/cgroup/a/cpu.stat"}, 1.5, ""},
		{"version 1",
			with(nil, "proc/self/cgroup", "4:cpu,cpuacct:/x\n1:name=systemd:/\n", "proc/self/mountinfo", mountV1,
				"sys/fs/cgroup/cpu,cpuacct/x/cpu.stat", "throttled_time 5\n",
				"sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "50000\n", "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us", "100000\n"),
			[]string{"sys/fs/cgroup/cpu,cpuacct/x/cpu.stat"}, 0.5, "sys/fs/cgroup/cpu,cpuacct/cpuacct.usage"},
		{"version 1 without a quota",
			with(nil, "proc/self/cgroup", "4:cpu,cpuacct:/\n", "proc/self/mountinfo", mountV1,
				"sys/fs/cgroup/cpu,cpuacct/cpu.stat", "throttled_time 5\n",
				"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"),
			[]string{"sys/fs/cgroup/cpu,cpuacct/cpu.stat"}, unlimited, "sys/fs/cgroup/cpu,cpuacct/cpuacct.usage"},
		{"a container of version 1, which sees its own group alone",
			with(nil, "proc/self/cgroup", "4:cpu,cpuacct:/docker/1f3a\n", "proc/self/mountinfo", mountDocker,
				"sys/fs/cgroup/cpu,cpuacct/cpu.stat", "throttled_time 5\n",
				"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000\n", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"),
			[]string{"sys/fs/cgroup/cpu,cpuacct/cpu.stat"}, 2, ""},
		{"both versions: the processors are with the first",
			with(nil, "proc/self/cgroup", "4:cpu,cpuacct:/\n0::/\n", "proc/self/mountinfo", mountHybrid+mountV1,
				"sys/fs/cgroup/unified/cpu.stat", "usage_usec 1\n",
				"sys/fs/cgroup/cpu,cpuacct/cpu.stat", "throttled_time 5\n"),
			[]string{"sys/fs/cgroup/cpu,cpuacct/cpu.stat"}, unlimited, "sys/fs/cgroup/cpu,cpuacct/cpuacct.usage"},
		{"both versions: the processors are with the second",
			with(nil, "proc/self/cgroup", "1:name=systemd:/\n0::/a\n", "proc/self/mountinfo", mountHybrid,
				"sys/fs/cgroup/unified/a/cpu.stat", none, "sys/fs/cgroup/unified/a/cpu.max", "100000 100000\n"),
			[]string{"sys/fs/cgroup/unified/a/cpu.stat"}, 1, ""},
		{"not mounted", with(nil, "proc/self/cgroup", "0::/a\n"), nil, unlimited, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := findGroup(test.files)
			if !slices.Equal(got.stats, test.stats) || got.quota != test.quota || got.usage != test.usage {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestUpwards(t *testing.T) {
	tests := []struct{ root, point, group, want string }{
		{"/", "sys/fs/cgroup", "/", "sys/fs/cgroup"},
		{"/", "sys/fs/cgroup", "/a/b", "sys/fs/cgroup/a/b sys/fs/cgroup/a sys/fs/cgroup"},
		{"/docker/x", "cg", "/docker/x/y", "cg/y cg"},
		{"/docker/x", "cg", "/docker/xy", "cg"},
		{"/docker/x", "cg", "/", "cg"},
		{"/../..", "cg", "/", "cg"},
		{"/", "cg", "/../../etc", "cg/etc cg"},
		{"/", ".", "/a", "a ."},
	}
	for _, test := range tests {
		got := strings.Join(mount{test.root, test.point}.upwards(test.group), " ")
		if got != test.want {
			t.Errorf("the group %s at %s, which shows %s: got %s, want %s", test.group, test.point, test.root, got, test.want)
		}
	}
}

// FuzzGroup: whatever the files hold, what is found lies below a mount.
func FuzzGroup(f *testing.F) {
	f.Add("0::/a/b\n", mountV2)
	f.Add("4:cpu,cpuacct:/docker/1f3a\n0::/\n", mountDocker+mountHybrid)
	f.Fuzz(func(t *testing.T, groups, mounts string) {
		for _, m := range parseMounts(mounts) {
			for _, group := range parseGroups(groups) {
				for _, folder := range m.upwards(group) {
					if folder != m.point && m.point != "." && !strings.HasPrefix(folder, m.point+"/") {
						t.Errorf("the group %q is looked for in %q, outside of %q", group, folder, m.point)
					}
				}
			}
		}
	})
}
