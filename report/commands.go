package report

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// commands makes the experiment again and opens its main files.
func (b *builder) commands() []Command {
	list := []Command{}
	add := func(does string, words ...string) {
		list = append(list, Command{Does: does, Line: shellLine(words)})
	}
	run := &b.record.Run
	if run.Revision != "" && !run.Dirty {
		add("check out what was measured", "git", "checkout", run.Revision[:min(12, len(run.Revision))])
	}
	again := alone(run.Command, b.out.Name)
	if run.SelfTest {
		again = run.Command // it runs all of its experiments
	}
	if len(again) > 0 {
		add("run it again", again...)
	}
	if len(b.in.Observations) > 0 {
		add("compare with benchstat", "benchstat", "-col", "/"+b.out.Compare, b.path(results.RoundsPath(b.out.Name)))
	}
	arms := []string{b.out.Baseline}
	if best := b.best(); best != "" {
		arms = append(arms, best)
	}
	for _, arm := range arms {
		if p := b.profileOf(arm, b.firstBuild()); p != nil {
			add("open the CPU profile of "+b.out.armLabel(arm), "go", "tool", "pprof", "-http=:", b.path(p.file.Path))
		}
	}
	if b.in.Package != "" && !run.SelfTest {
		add("run the benchmark without assay", "go", "test", "-run", "^$", "-bench", cmp.Or(b.in.Asked.Bench, "."), b.in.Package)
	}
	return list
}

// alone is the command line of a run, asking for one experiment alone. The
// orders do not depend on which experiments run beside it.
func alone(command []string, name string) []string {
	if len(command) < 2 {
		return nil
	}
	flags := 2 // "assay run"
	for flags < len(command) && strings.HasPrefix(command[flags], "-") {
		flags++
	}
	return append(slices.Clone(command[:flags]), name)
}

// path is where a file of the record lies, as a shell in the folder in which
// the record was named finds it.
func (b *builder) path(file string) string {
	return path.Join(filepath.ToSlash(b.record.Dir), file)
}

// shellLine writes a command line for a POSIX shell.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = shellQuote(word)
	}
	return strings.Join(quoted, " ")
}

// shellQuote quotes a word where a shell would not leave it as it is. Names
// in paths come from benchmarks, and may be made to do harm when pasted.
func shellQuote(word string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
