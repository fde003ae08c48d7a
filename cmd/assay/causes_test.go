package main

import (
	"flag"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments"
	rules "github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/testdata/causes"
	"github.com/assay-bench/assay/testdata/causes/tally"
)

// The bank lies below testdata, where ./... does not look, so that its tests
// are run from here.

var bank = flag.String("bank", "", "hold the record of the bank in this `folder` against what was planted")

// TestBankRuns builds the bank, runs its tests and those of package tally, and
// each benchmark once. Every pair has to have both arms.
func TestBankRuns(t *testing.T) {
	root, err := experiments.ModuleRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"go vet ./testdata/causes/...",
		"go test -bench . -benchtime 1x ./testdata/causes/...",
	} {
		fields := strings.Fields(command)
		cmd := exec.CommandContext(t.Context(), fields[0], fields[1:]...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		if fields[1] == "test" {
			checkBenchmarks(t, string(out))
		}
	}
}

// checkBenchmarks looks for the benchmarks of all pairs in what go test
// printed.
func checkBenchmarks(t *testing.T, output string) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^Benchmark(Cause/pair=\S+?)(-\d+)?\s`)
	ran := map[string]bool{}
	for _, match := range line.FindAllStringSubmatch(output, -1) {
		ran[match[1]] = true
	}
	for _, p := range causes.Pairs {
		for _, arm := range []string{"without", "with"} {
			if name := "Cause/pair=" + p.Name + "/variant=" + arm; !ran[name] {
				t.Errorf("benchmark %s did not run", name)
			}
		}
	}
	if want := 2 * len(causes.Pairs); len(ran) != want {
		t.Errorf("%d benchmarks ran, want %d", len(ran), want)
	}
}

// TestBankExperiment: the bank asks for what its rows are made of.
func TestBankExperiment(t *testing.T) {
	x, err := experiments.Load(filepath.Join("..", "..", "testdata", "causes"))
	if err != nil {
		t.Fatal(err)
	}
	if x.Compare != "variant" || x.Baseline != "without" || x.Evidence != "all" {
		t.Errorf("it compares %q with %q and has evidence of %q workloads", x.Compare, x.Baseline, x.Evidence)
	}
}

// TestBankPlantsEveryRule: what is expected of a pair are rules that there
// are, and every rule has a pair that it is the cause of, or a reason why not.
func TestBankPlantsEveryRule(t *testing.T) {
	planted := map[string]bool{}
	without := 0
	for _, p := range causes.Pairs {
		if p.Cause == "" {
			without++
			if len(p.Also) > 0 {
				t.Errorf("pair %s has no cause, and %v besides", p.Name, p.Also)
			}
			continue
		}
		planted[p.Cause] = true
		for _, rule := range append([]string{p.Cause}, p.Also...) {
			if !slices.ContainsFunc(rules.Rules, func(r rules.Rule) bool { return r.Name == rule }) {
				t.Errorf("pair %s: there is no rule %q", p.Name, rule)
			}
		}
	}
	if n := len(causes.Pairs) - without; n < 20 || without < 5 {
		t.Errorf("%d pairs with a cause and %d without; want 20 and 5 at least", n, without)
	}
	for _, r := range rules.Rules {
		if planted[r.Name] == (causes.Unplanted[r.Name] != "") {
			t.Errorf("rule %s: planted in a pair is %v, and the reason why it cannot be is %q", r.Name, planted[r.Name], causes.Unplanted[r.Name])
		}
	}
}

// TestBankRecord takes a record of the bank up pair by pair:
//
//	go test ./cmd/assay -run TestBankRecord -bank ../../results/latest
func TestBankRecord(t *testing.T) {
	if *bank == "" {
		t.Skip("no record of the bank is given with -bank")
	}
	rows, err := tally.Read(*bank)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(row.Pair.Name, func(t *testing.T) {
			if row.OK() {
				return
			}
			if row.Comparison == nil {
				t.Fatal("the record does not have it")
			}
			t.Errorf("planted is %q, and the verdict %s, with these findings:", row.Pair.Cause, row.Comparison.Verdict)
			for _, f := range row.Comparison.Findings {
				t.Errorf("%s, %s, of %s: %.3g ns/op\n  agrees: %q\n  disagrees: %q", f.Rule, f.Strength, f.Side, f.NsPerOp, f.Agrees, f.Disagrees)
			}
		})
	}
}
