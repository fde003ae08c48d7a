package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files with the given content, below a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFind(t *testing.T) {
	root := tree(t, map[string]string{
		"go.mod":                             "module m\n",
		"one/experiment.yaml":                minimal,
		"deep/er/two/experiment.yaml":        minimal,
		"testdata/no/experiment.yaml":        minimal,
		"vendor/no/experiment.yaml":          minimal,
		".hidden/no/experiment.yaml":         minimal,
		"_hidden/no/experiment.yaml":         minimal,
		"nested/go.mod":                      "module n\n",
		"nested/no/experiment.yaml":          minimal,
		"results/2026/run.json":              "{}",
		"results/2026/one/experiment.yaml":   minimal,
		"experiments/results/doc.go":         "package results\n",
		"experiments/three/experiment.yaml":  minimal,
		"experiments/three/sub/anything.txt": "",
	})
	dirs, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, dir := range dirs {
		rel, _ := filepath.Rel(root, dir)
		got = append(got, filepath.ToSlash(rel))
	}
	if want := "deep/er/two experiments/three one"; strings.Join(got, " ") != want {
		t.Errorf("found %v, want %s", got, want)
	}
	if got, err := ModuleRoot(filepath.Join(root, "deep", "er")); err != nil || got != root {
		t.Errorf("the module's root is %s, %v; want %s", got, err, root)
	}
}

func TestSelect(t *testing.T) {
	root := tree(t, map[string]string{
		"go.mod":                  "module m\n",
		"a/one/experiment.yaml":   minimal,
		"a/two/experiment.yaml":   minimal,
		"b/two/experiment.yaml":   minimal,
		"b/three/experiment.yaml": minimal,

		"testdata/bank/experiment.yaml": minimal, // only for who names it
	})
	t.Chdir(root)
	dirs, err := Find(root)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		names string
		want  string // the folders, or what the error contains
	}{
		{"", "a/one a/two b/three b/two"},
		{"one", "a/one"},
		{"three one", "a/one b/three"},
		{"./a/...", "a/one a/two"},
		{"./b/two one", "a/one b/two"},
		{"./...", "a/one a/two b/three b/two"},
		{"oen", `there is no experiment "oen", did you mean "one"?`},
		{"zebra", `there is no experiment "zebra"; there are one, two, three, two`},
		{"two", `experiment "two" is ambiguous`},
		{"./c", "no experiment matches ./c"},
		{"./testdata/bank one", "a/one testdata/bank"},
		{"./testdata/...", "no experiment matches ./testdata/..."},
	}
	for _, test := range tests {
		t.Run(test.names, func(t *testing.T) {
			chosen, err := Select(dirs, strings.Fields(test.names))
			if err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %q does not contain %q", err, test.want)
				}
				return
			}
			var got []string
			for _, dir := range chosen {
				rel, _ := filepath.Rel(root, dir)
				got = append(got, filepath.ToSlash(rel))
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("selected %v, want %s", got, test.want)
			}
		})
	}
}

func TestLoadNamesTheFile(t *testing.T) {
	root := tree(t, map[string]string{"x/experiment.yaml": "title: [\n"})
	t.Chdir(root)
	_, err := Load(filepath.Join(root, "x"))
	if err == nil || !strings.HasPrefix(err.Error(), filepath.Join("x", "experiment.yaml")+":1:") {
		t.Errorf("the error does not begin with the file as one would type it: %v", err)
	}
}

func TestNearest(t *testing.T) {
	check := func(word, want string) {
		t.Helper()
		if got := nearest(word, []string{"taskreuse", "lockswap", "ladder"}); got != want {
			t.Errorf("nearest to %q is %q, want %q", word, got, want)
		}
	}
	check("taskruse", "taskreuse")
	check("LADDER", "ladder")
	check("lock-swap", "lockswap")
	check("elephants", "")
	check("", "")
}
