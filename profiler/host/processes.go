package host

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A process is what one had used at some moment.
type process struct {
	name string
	used int64 // ticks
}

// processes are all that can be seen, by their numbers.
func (f files) processes() map[int]process {
	found := map[int]process{}
	for _, name := range f.names("proc") {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if p, ok := parseProcess(f.line("proc/" + name + "/stat")); ok {
			found[pid] = p
		}
	}
	return found
}

// parseProcess reads /proc/<pid>/stat. The name stands in parentheses and may
// hold any byte, parentheses too; the two times that follow count from there.
func parseProcess(stat string) (process, bool) {
	start, end := strings.IndexByte(stat, '('), strings.LastIndexByte(stat, ')')
	if start < 0 || end < start {
		return process{}, false
	}
	fields := strings.Fields(stat[end+1:])
	if len(fields) < 13 {
		return process{}, false
	}
	user, system := count(fields[11], 1), count(fields[12], 1)
	if user < 0 || system < 0 {
		return process{}, false
	}
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, stat[start+1:end])
	return process{name: name, used: user + system}, true
}

// busiest lists the processes that used most between two moments, at most
// three, and none that used less than a twentieth of a processor. The one with
// the number self is left out.
func busiest(before, after map[int]process, wall time.Duration, self int) []string {
	type use struct {
		process
		pid int
	}
	var list []use
	for pid, p := range after {
		p.used -= before[pid].used
		if pid != self && time.Duration(p.used)*tick*20 >= wall {
			list = append(list, use{p, pid})
		}
	}
	slices.SortFunc(list, func(a, b use) int {
		return cmp.Or(cmp.Compare(b.used, a.used), cmp.Compare(a.pid, b.pid))
	})
	var texts []string
	for _, u := range list[:min(3, len(list))] {
		texts = append(texts, fmt.Sprintf("%s (process %d) %.0f%% of a processor", u.name, u.pid, 100*float64(time.Duration(u.used)*tick)/float64(wall)))
	}
	return texts
}
