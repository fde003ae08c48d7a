package host

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// A group is the control group that this process lives in, as far as
// processor time goes.
type group struct {
	// cpu is the folder of the cpu controller, without a leading slash;
	// empty where there is none that can be read.
	cpu string

	// quota is how many processors' time the group and all above it may use;
	// infinite without a limit.
	quota float64
}

// findGroup looks in a file system that is rooted at / for the control group
// of this process, in version 2 and in version 1. In a container the folders
// that /proc/self/cgroup names may lie outside of what is mounted; the mount's
// own root is then the group.
func findGroup(root fs.FS) group {
	g := group{quota: math.Inf(1)}
	data, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return g
	}
	for l := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(l), ":", 3)
		if len(parts) != 3 {
			continue
		}
		var mounts []string
		switch {
		case parts[0] == "0" && parts[1] == "":
			mounts = []string{"sys/fs/cgroup", "sys/fs/cgroup/unified"}
		case hasController(parts[1], "cpu"):
			mounts = []string{"sys/fs/cgroup/" + parts[1], "sys/fs/cgroup/cpu"}
		default:
			continue
		}
		for _, mount := range mounts {
			for _, folder := range []string{path.Join(mount, parts[2]), mount} {
				if _, err := fs.Stat(root, folder+"/cpu.stat"); err != nil {
					continue
				}
				g.cpu = folder
				// What holds above holds here too.
				for at := folder; strings.HasPrefix(at, mount); at = path.Dir(at) {
					g.quota = min(g.quota, quota(root, at))
				}
				if !math.IsInf(g.quota, 1) {
					return g
				}
				break
			}
		}
	}
	return g
}

func hasController(list, name string) bool {
	for c := range strings.SplitSeq(list, ",") {
		if c == name {
			return true
		}
	}
	return false
}

// quota is what one folder allows: cpu.max has "max 100000" or "200000 100000"
// in version 2; version 1 has a file for each, and -1 without a limit.
func quota(root fs.FS, folder string) float64 {
	most, period := "", ""
	if data, err := fs.ReadFile(root, folder+"/cpu.max"); err == nil {
		most, period, _ = strings.Cut(strings.TrimSpace(string(data)), " ")
	} else {
		a, _ := fs.ReadFile(root, folder+"/cpu.cfs_quota_us")
		b, _ := fs.ReadFile(root, folder+"/cpu.cfs_period_us")
		most, period = strings.TrimSpace(string(a)), strings.TrimSpace(string(b))
	}
	x, errX := strconv.ParseFloat(most, 64)
	y, errY := strconv.ParseFloat(period, 64)
	if errX != nil || errY != nil || x <= 0 || y <= 0 {
		return math.Inf(1)
	}
	return x / y
}
