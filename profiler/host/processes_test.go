package host

import (
	"slices"
	"testing"
	"time"
	"unicode"
)

// stat is a line of /proc/<pid>/stat.
func stat(name, user, system string) string {
	return "7 (" + name + ") S 1 7 7 0 -1 4194560 100 0 3 0 " + user + " " + system + " 5 6 20 0 1 0 100\n"
}

func TestBusiest(t *testing.T) {
	before := with(nil,
		"proc/1/stat", stat("init", "100", "100"),
		"proc/2/stat", stat("spin", "0", "0"),
		"proc/3/stat", stat("assay", "0", "0"),
		"proc/4/stat", stat("gone", "0", "0"),
		"proc/self/stat", stat("assay", "0", "0")).processes()
	after := with(nil,
		"proc/1/stat", stat("init", "101", "103"),
		"proc/2/stat", stat("spin", "90", "10"),
		"proc/3/stat", stat("assay", "50", "0"),
		"proc/5/stat", stat("a) (b\x1b[1m", "20", "0"),
		"proc/6/stat", stat("less", "10", "0"),
		"proc/7/stat", stat("least", "6", "0"),
		"proc/8/stat", "8 (torn",
		"proc/uptime", "5 5\n").processes()
	want := []string{"spin (process 2) 100% of a processor", "a) (b?[1m (process 5) 20% of a processor", "less (process 6) 10% of a processor"}
	if got := busiest(before, after, time.Second, 3); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := busiest(after, after, time.Second, 3); got != nil {
		t.Errorf("got %q of a machine that did nothing", got)
	}
}

// FuzzProcess: a process calls itself what it likes, and none of that gets to
// a terminal.
func FuzzProcess(f *testing.F) {
	f.Add(stat("bash", "1", "2"))
	f.Add(stat("a) R 1 (b", "1", "2"))
	f.Add(")(")
	f.Fuzz(func(t *testing.T, line string) {
		p, ok := parseProcess(line)
		if ok && p.used < 0 {
			t.Errorf("used %d", p.used)
		}
		for _, r := range p.name {
			if !unicode.IsPrint(r) {
				t.Errorf("the name %q has %q", p.name, r)
			}
		}
	})
}
