package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	goCommand, err := Find()
	if err != nil {
		t.Skip(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"go.mod":    "module example.com/m\n\ngo 1.26\n",
		"a/a.go":    "package a\n",
		"b/b.go":    "package b\n\nsyntax error\n",
		"c/read.me": "no package\n",
		// A package of nothing but tests, in a folder of another name.
		"d/d_test.go": "package other_test\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dir := func(name string) string { return filepath.Join(root, name) }
	packages, err := List(t.Context(), goCommand, root, []string{dir("a"), dir("b"), dir("c"), dir("d")})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if p := packages[dir(name)]; p.ImportPath != "example.com/m/"+name || p.Module.Path != "example.com/m" {
			t.Errorf("%s is %+v", name, p)
		}
	}
	if a, d := packages[dir("a")], packages[dir("d")]; a.Name != "a" || d.Name != "other" || len(d.XTestGoFiles) != 1 {
		t.Errorf("the packages in a and d are %+v and %+v", a, d)
	}
	if version, err := Version(t.Context(), goCommand, root); err != nil || !strings.HasPrefix(version, "go1.") && !strings.HasPrefix(version, "devel") {
		t.Errorf("the version is %q, %v", version, err)
	}
}

func TestFindWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(); err == nil || !strings.Contains(err.Error(), "install Go") {
		t.Errorf("got %v", err)
	}
}

func TestFailureSaysTheFirstThingThatIsWrong(t *testing.T) {
	check := func(output, want string) {
		t.Helper()
		if got := (&Failure{Output: output}).Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check("# example.com/m/b\nb/b.go:3:1: syntax error\nb/b.go:4:1: another\n", "b/b.go:3:1: syntax error")
	check("\n\n  go: no such module\n", "go: no such module")
	check("", "the go command failed and printed nothing")
}

func TestHash(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if _, err := Hash(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := os.WriteFile(file, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	// FIPS 180-4 has the hash of "abc".
	if got, err := Hash(file); err != nil || got != "ba7816bf8f01cfea" {
		t.Errorf("got %s, %v", got, err)
	}
}
