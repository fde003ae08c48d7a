package structs

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assay-bench/assay/experiments/results"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// build builds the module of testdata for a 64-bit machine.
func build(t *testing.T, flags ...string) (binary string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("this test builds Go code: %v", err)
	}
	archive, err := txtar.ParseFile(filepath.Join("testdata", "module.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	binary = filepath.Join(t.TempDir(), "binary")
	cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"build"}, flags...), "-o", binary, ".")...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

func isOfModule(pkg string) bool { return pkg == "example.com/m/v.two" }

// dump prints layouts for people.
func dump(list []results.Struct) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s: %d bytes, allocated as %d\n", s.Name, s.Size, s.Class)
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "\t%d+%d %s %s\n", f.Offset, f.Size, f.Name, f.Type)
		}
	}
	return b.String()
}

func TestRead(t *testing.T) {
	list, err := Read(build(t), isOfModule)
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "module.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(dump(list)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(golden, want, "got", []byte(dump(list))); d != nil {
		t.Errorf("%s", d)
	}
}

func TestReadWithoutDWARF(t *testing.T) {
	list, err := Read(build(t, "-ldflags=-w"), isOfModule)
	if err != nil || len(list) != 0 {
		t.Errorf("got %s, %v", dump(list), err)
	}
}

func TestReadFailures(t *testing.T) {
	if _, err := Read("no such file", isOfModule); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := Read("read_test.go", isOfModule); err == nil || !strings.Contains(err.Error(), "no executable") {
		t.Errorf("a file that is no executable: %v", err)
	}
}

func TestClass(t *testing.T) {
	// The smallest and some others have been the same in all versions.
	for size, want := range map[int64]int64{0: 0, 1: 8, 8: 8, 24: 24, 25: 32, 48: 48, 49: 64, 1024: 1024, 1 << 30: 0} {
		if got := class(size); got != want {
			t.Errorf("%d bytes are allocated as %d, want %d", size, got, want)
		}
	}
}

func TestPackage(t *testing.T) {
	check := func(name, want string) {
		t.Helper()
		if got := Package(name); got != want {
			t.Errorf("Package(%q) is %q, want %q", name, got, want)
		}
	}
	check("sync.Mutex", "sync")
	check("example.com/m/lib.(*List[go.shape.int]).Push", "example.com/m/lib")
	check("example.com/m/lib.List[example.com/m/other.T]", "example.com/m/lib")
	check("example.com/m/lib.F.func1", "example.com/m/lib")
	check("example.com/m/v%2etwo.T", "example.com/m/v.two")
	check("gopkg.in/yaml%2ev3_test.F", "gopkg.in/yaml.v3_test")
	check("a/%zz.T", "a/%zz")
	check("struct { x int }", "")
	check("struct { x example.com/m/lib.T }", "")
	check("table<string,example.com/m/lib.T>", "")
	check("type:.eq.example.com/m/lib.T", "")
	check("*example.com/m/lib.T", "")
	check("aeshashbody", "")
	check("", "")
}

// FuzzPackage: names from profiles may be anything.
func FuzzPackage(f *testing.F) {
	f.Add("example.com/m/lib.(*List[go.shape.int]).Push")
	f.Add("%./%2")
	f.Fuzz(func(t *testing.T, name string) {
		if got := Package(name); len(got) > len(name) {
			t.Errorf("Package(%q) is %q", name, got)
		}
	})
}
