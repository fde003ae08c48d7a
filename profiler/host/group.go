package host

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A group is the control group that this process lives in, as far as
// processor time goes.
type group struct {
	// stats are the files that count how long the quota held tasks of this
	// process back: one of each group from its own upwards that has a quota,
	// or the nearest one where none has.
	stats []string

	// quota is how many processors' time the group may use, by its own limit
	// and by those of all groups above; infinite without one.
	quota float64

	// usage is the file that counts the processor time of everything that
	// runs on the machine; empty where there is none.
	usage string
}

// findGroup looks for the control group of this process: by version 1 of
// control groups where that has the cpu controller, and else by version 2.
func findGroup(f files) group {
	g := group{quota: math.Inf(1)}
	mounts := parseMounts(f.text("proc/self/mountinfo"))
	groups := parseGroups(f.text("proc/self/cgroup"))
	for _, controller := range []string{"cpu", ""} {
		within, member := groups[controller]
		m, mounted := mounts[controller]
		if !member || !mounted {
			continue
		}
		for _, folder := range m.upwards(within) {
			limit := f.quota(folder)
			g.quota = min(g.quota, limit)
			stat := folder + "/cpu.stat"
			if parseThrottled(f.text(stat)) >= 0 && (len(g.stats) == 0 || !math.IsInf(limit, 1)) {
				g.stats = append(g.stats, stat)
			}
		}
		break
	}
	// Only the group at the top of its hierarchy counts for the machine.
	if m, mounted := mounts["cpuacct"]; mounted && m.root == "/" {
		g.usage = m.point + "/cpuacct.usage"
	}
	return g
}

// quota is what one folder allows, in processors. Version 2 has a file with
// "max 100000" or "200000 100000". Version 1 has a file for each number, with
// -1 for no limit.
func (f files) quota(folder string) float64 {
	most, period, _ := strings.Cut(f.line(folder+"/cpu.max"), " ")
	if most == "" {
		most, period = f.line(folder+"/cpu.cfs_quota_us"), f.line(folder+"/cpu.cfs_period_us")
	}
	x, errX := strconv.ParseUint(most, 10, 63)
	y, errY := strconv.ParseUint(period, 10, 63)
	if errX != nil || errY != nil || x == 0 || y == 0 {
		return math.Inf(1)
	}
	return float64(x) / float64(y)
}

// A mount is where control groups can be looked up.
type mount struct {
	// root is the group that point shows, which is "/" but for containers.
	root string

	// point is without its leading slash.
	point string
}

// upwards lists the folder of a group and those of the groups above it. Where
// the group lies outside of what is mounted, as it may seem from within a
// container, that is the mount alone.
func (m mount) upwards(group string) []string {
	rest, below := strings.CutPrefix(path.Clean("/"+group)+"/", strings.TrimSuffix(m.root, "/")+"/")
	if !below {
		rest = ""
	}
	var list []string
	for at := path.Join(m.point, rest); at != m.point; at = path.Dir(at) {
		list = append(list, at)
	}
	return append(list, m.point)
}

// parseMounts reads /proc/self/mountinfo: where the controllers for processor
// time are. The empty name stands for version 2, which has one place for all.
//
//	31 30 0:28 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu
func parseMounts(text string) map[string]mount {
	found := map[string]mount{}
	for l := range strings.Lines(text) {
		before, after, _ := strings.Cut(l, " - ")
		where, what := strings.Fields(before), strings.Fields(after)
		if len(where) < 5 || len(what) < 3 {
			continue
		}
		m := mount{root: where[3], point: path.Clean(strings.TrimPrefix(where[4], "/"))}
		switch what[0] {
		case "cgroup":
			options := strings.Split(what[2], ",")
			for _, controller := range []string{"cpu", "cpuacct"} {
				if slices.Contains(options, controller) {
					found[controller] = m
				}
			}
		case "cgroup2":
			found[""] = m
		}
	}
	return found
}

// parseGroups reads /proc/self/cgroup: the group by its controller, and by the
// empty name that of version 2.
//
//	4:cpu,cpuacct:/docker/1f3a
//	0::/user.slice
func parseGroups(text string) map[string]string {
	found := map[string]string{}
	for l := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSpace(l), ":", 3)
		if len(parts) != 3 {
			continue
		}
		for controller := range strings.SplitSeq(parts[1], ",") {
			found[controller] = parts[2]
		}
	}
	return found
}
