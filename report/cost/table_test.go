package cost

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	got, err := parse("# comment\n\nmaps # of Go\n\truntime.map*\n  \n\t!internal/runtime/maps # tables\nclock\r\n\ttime.Now\r\n")
	want := table{
		{Maps, "runtime.map", true, false},
		{Maps, "internal/runtime/maps", false, true},
		{Clock, "time.Now", false, false},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for text, want := range map[string]string{
		"\truntime.map*":               `line 1: pattern "runtime.map*" stands before any kind`,
		"maps\nMaps":                   `line 2: "Maps" is no kind of work`,
		"maps\n\n\truntime.map always": `line 3: "runtime.map always" is no pattern`,
		"maps\n\t!":                    `line 2: "!" is no pattern`,
		"maps\n\t*":                    `line 2: "*" is no pattern`,
		"maps\n\tm\nclock\n\t!m*":      `line 4: pattern "!m*" is there already`,
	} {
		if table, err := parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %+v and error %v, want %s", text, table, err, want)
		}
	}
}

// TestFind: a pattern stands for what lies within its name, and the longest
// decides.
func TestFind(t *testing.T) {
	table, err := parse(`
locks
	sync
	sync.(*Mutex)
	m.F
copying
	sync.(*Mutex).Un*
	!sync.(*Mutex).Unlock
`)
	if err != nil {
		t.Fatal(err)
	}
	for function, want := range map[string]string{
		"sync.OnceFunc":                "sync",
		"sync.(*Mutex).Lock":           "sync.(*Mutex)",
		"sync.(*Mutex).Unlock":         "sync.(*Mutex).Unlock",
		"sync.(*Mutex).Unlock.func1":   "sync.(*Mutex).Unlock",
		"sync.(*Mutex).Unlock2":        "sync.(*Mutex).Un",
		"m.F":                          "m.F",
		"m.F[go.shape.int]":            "m.F",
		"m.F.func1.2":                  "m.F",
		"m.F-range1":                   "m.F",
		"m.First":                      "",
		"sync/atomic.AddInt64":         "",
		"example.com/sync.(*Mutex).Do": "",
		"":                             "",
	} {
		got := ""
		if p := table.find(function); p != nil {
			got = p.name
		}
		if got != want {
			t.Errorf("%q is of pattern %q, want %q", function, got, want)
		}
	}
}

// TestPatternsExist looks for a function of each pattern in the source of the
// installed Go, of all systems and architectures. A function that was renamed
// would else silently be of another kind.
func TestPatternsExist(t *testing.T) {
	names := declared(t)
	for _, p := range kinds {
		if !slices.ContainsFunc(names, p.match) {
			t.Errorf("no function is of the pattern %s of %s. Was it renamed?", p.name, p.kind)
		}
	}
	renamed := pattern{name: "runtime.mallocgcOfLastYear"}
	if slices.ContainsFunc(names, renamed.match) {
		t.Error("a function that does not exist was found")
	}
}

// declared lists the functions of all packages that patterns name.
func declared(t *testing.T) []string {
	t.Helper()
	packages := []string{"runtime", "internal/bytealg"} // and what their assembly has without a package
	for _, p := range kinds {
		name, _, _ := strings.Cut(p.name, "(")
		slash := strings.LastIndexByte(name, '/') + 1
		last, _, dotted := strings.Cut(name[slash:], ".")
		pkg := name[:slash] + last
		switch {
		case last == "":
			pkg += "..." // internal/syscall/...
		case !dotted && p.prefix, pkg == "gogo", pkg == "gcWriteBarrier", strings.HasSuffix(pkg, "body"):
			continue
		}
		packages = append(packages, pkg)
	}
	slices.Sort(packages)
	list := exec.Command("go", append([]string{"list", "-f", "{{.ImportPath}}\t{{.Dir}}"}, slices.Compact(packages)...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%s: %v", list, err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		pkg, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		names = append(names, declaredIn(t, pkg, dir)...)
	}
	if len(names) < 10_000 {
		t.Errorf("found %d functions only: the sources are not read right", len(names))
	}
	return names
}

var (
	funcLine     = regexp.MustCompile(`(?m)^func (?:\((?:\w+ )?(\*?)(\w+)(?:\[[^\]]*\])?\) )?(\w+)`)
	linknameLine = regexp.MustCompile(`(?m)^//go:linkname \w+ (\S+)`)
	textLine     = regexp.MustCompile(`(?m)^TEXT\s+([^\s(<]+)`)
)

// declaredIn lists the functions of a package as they are called in profiles:
// what Go files declare and what assembly does.
func declaredIn(t *testing.T, pkg, dir string) []string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		ext := filepath.Ext(file.Name())
		if ext != ".go" && ext != ".s" || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		source, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if ext == ".s" {
			for _, m := range textLine.FindAllStringSubmatch(string(source), -1) {
				name := strings.NewReplacer("∕", "/", "·", ".").Replace(m[1])
				if strings.HasPrefix(name, ".") {
					name = pkg + name
				}
				names = append(names, name)
			}
			continue
		}
		for _, m := range funcLine.FindAllStringSubmatch(string(source), -1) {
			pointer, receiver, name := m[1], m[2], m[3]
			switch {
			case pointer != "":
				name = "(*" + receiver + ")." + name
			case receiver != "":
				name = receiver + "." + name
			}
			names = append(names, pkg+"."+name)
		}
		for _, m := range linknameLine.FindAllStringSubmatch(string(source), -1) {
			names = append(names, m[1])
		}
	}
	return names
}
