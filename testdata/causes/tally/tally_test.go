package tally

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/testdata/causes"
)

var update = flag.Bool("update", false, "write the golden files anew")

// pairs are those that testdata/report.json has been made for.
var pairs = []causes.Pair{
	{Name: "found", Cause: "allocation", Also: []string{"gc-pressure"}},
	{Name: "found-and-more", Cause: "map"},
	{Name: "second", Cause: "clock"},
	{Name: "other-side", Cause: "timer"},
	{Name: "undecided", Cause: "defer"},
	{Name: "missing", Cause: "channel"},
	{Name: "quiet"},
	{Name: "same"},
	{Name: "suspected"},
	{Name: "loud"},
	{Name: "not-profiled"},
}

func fixture(t *testing.T) Tally {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rep report.Report
	if err := json.Unmarshal(text, &rep); err != nil {
		t.Fatal(err)
	}
	return Of(&rep.Experiments[0], pairs)
}

// TestOK: what counts as right, and what is established besides that is not.
func TestOK(t *testing.T) {
	wrong := map[string]bool{"second": true, "other-side": true, "undecided": true, "missing": true, "loud": true, "not-profiled": true}
	claimed := map[string][]string{"found-and-more": {"large-copy"}, "second": {"lock-cost"}, "loud": {"allocation"}}
	for _, row := range fixture(t) {
		name := row.Pair.Name
		if row.OK() == wrong[name] {
			t.Errorf("%s: OK is %v", name, row.OK())
		}
		if got := row.Claimed(); !slices.Equal(got, claimed[name]) {
			t.Errorf("%s: %v are claimed, want %v", name, got, claimed[name])
		}
	}
}

func TestWrite(t *testing.T) {
	var got bytes.Buffer
	if err := fixture(t).Write(&got); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "tally.txt")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("run the test with -update if this is right:\n%s", got.Bytes())
	}
}

// TestPassed: one cause of twenty may be missed, and nothing may be claimed.
func TestPassed(t *testing.T) {
	right := func(cause string) Row {
		c := &report.Comparison{Arm: "with", Cost: &report.CostDifference{}}
		if cause != "" {
			c.Findings = []explain.Finding{{Rule: cause, Side: "with"}}
		}
		return Row{Pair: causes.Pair{Cause: cause}, Comparison: c}
	}
	missed := Row{Pair: causes.Pair{Cause: "map"}, Comparison: &report.Comparison{Arm: "with"}}
	claimed := right("")
	claimed.Comparison.Findings = []explain.Finding{{Rule: "map", Side: "with", Strength: explain.Established}}
	unmeasured := Row{}

	all := slices.Concat(slices.Repeat(Tally{right("map")}, 20), slices.Repeat(Tally{right("")}, 5))
	check := func(what string, want bool, replace ...Row) {
		t.Helper()
		tally := slices.Clone(all)
		for _, r := range replace {
			for i := range tally {
				if tally[i].Pair.Cause == r.Pair.Cause && tally[i].OK() {
					tally[i] = r
					break
				}
			}
		}
		if tally.Passed() != want {
			t.Errorf("%s: passed is %v", what, !want)
		}
	}
	check("all right", true)
	check("one missed", true, missed)
	check("two missed", false, missed, missed)
	check("one claimed", false, claimed)
	check("one without not measured", false, unmeasured)
}

// TestRead: a folder that holds no record of the bank.
func TestRead(t *testing.T) {
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("an empty folder was read")
	}
	w, err := results.Create(t.TempDir(), results.Run{Schema: results.Schema})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(w.Dir); err == nil {
		t.Error("a record without the bank was read")
	}
}
