package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

// standIn is a benchmark that takes the place of every experiment that the
// documentation names, with the arms that it names.
const standIn = `package x

import "testing"

func BenchmarkSend(b *testing.B) {
	for _, arm := range []string{"goroutine", "worker-ticks"} {
		b.Run("variant="+arm, func(b *testing.B) {
			sink := 0
			for b.Loop() {
				for i := range 100 {
					sink += i
				}
			}
		})
	}
}
`

// TestDocumentedCommands runs every command that README.md and docs show in a
// block of sh, in their order, in a small module that has the experiments by
// the same names. Commands of make are only checked to have a rule.
func TestDocumentedCommands(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to run commands with")
	}
	root, err := experiments.ModuleRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	module := scratchModule(t)
	commands := 0
	for _, doc := range append([]string{filepath.Join(root, "README.md")}, docs...) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
			for line := range strings.Lines(block[1]) {
				if line = strings.TrimSpace(line); line != "" {
					commands++
					runDocumented(t, root, module, filepath.Base(doc), line)
				}
			}
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands were found: does the test still find the blocks?", commands)
	}
}

// scratchModule makes a module in which the documented commands work: assay
// in bin, and a stand-in for each experiment.
func scratchModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	for _, name := range []string{"taskreuse", "lockswap", "ladder", "sum"} {
		write("experiments/"+name+"/"+experiments.FileName, "title: T\nquestion: Q?\ncompare: variant\nbaseline: goroutine\n")
		write("experiments/"+name+"/x_test.go", standIn)
	}
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, pkg := range map[string]string{"assay": ".", "benchstat": "golang.org/x/perf/cmd/benchstat"} {
		if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, name), pkg).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	// The first command in the documentation is the one that makes the
	// record that the others read, and it is make.
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "assay"), "run", "-quick", "-rounds=2", "taskreuse")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

func runDocumented(t *testing.T, root, module, doc, line string) {
	t.Helper()
	dir, command := module, line
	switch {
	case strings.HasPrefix(line, "make "):
		dir, command = root, strings.Replace(line, "make ", "make -n ", 1)
	case strings.HasPrefix(line, "go tool benchstat "):
		// The tool belongs to the module that the documentation is read in.
		command = strings.Replace(line, "go tool benchstat ", "bin/benchstat ", 1)
	case strings.HasPrefix(line, "go test ./report/"), strings.HasPrefix(line, "go test ./profiler"):
		// Tests that print what a page says. They belong to assay's own
		// module, and take long only to count often.
		dir = root
		command = regexp.MustCompile(`(-more|-alternatives) \S+`).ReplaceAllStringFunc(line, func(flag string) string {
			return map[string]string{"-more": "-more 1", "-alternatives": "-alternatives 1s"}[strings.Fields(flag)[0]]
		})
	case strings.HasPrefix(line, "go test -bench 'Cause/"):
		dir, command = root, strings.Replace(line, "-bench ", "-benchtime 1x -bench ", 1)
	case strings.HasPrefix(line, "bin/assay selftest"):
		command = regexp.MustCompile(`-budget \S+`).ReplaceAllString(line, "-budget 2s")
	case strings.HasPrefix(line, "assay run"), strings.HasPrefix(line, "bin/assay run"):
		command = strings.Replace(line, "assay run", "assay run -rounds=1 -capture=cpu", 1)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(module, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s shows a command that fails: %s\n%v\n%s", doc, line, err, out)
	}
}
