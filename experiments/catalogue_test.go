package experiments_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

// armName is what arms of the catalogue are called: a value in the name of a
// sub-benchmark and part of a file's name.
var armName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// TestCatalogue reads every experiment that comes with assay, and looks for
// names that nothing is called by. It runs none of them.
func TestCatalogue(t *testing.T) {
	dirs, err := experiments.Find(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) == 0 {
		t.Fatal("there are no experiments")
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(dir, "bench_test.go")); err != nil {
				t.Error(err)
			}
			x, err := experiments.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			if x.Hypothesis == "" || x.Limits == "" {
				t.Error("an experiment states what was expected and what it cannot show: hypothesis and limits")
			}

			var arms []string
			for _, arm := range x.Arms {
				arms = append(arms, arm.Name)
				if !armName.MatchString(arm.Name) {
					t.Errorf("arm %q is not made of lower-case letters, digits and single hyphens", arm.Name)
				}
				if arm.Label == "" {
					t.Errorf("arm %s has no label", arm.Name)
				}
			}
			known := func(what, arm string) {
				t.Helper()
				if arm != "" && !slices.Contains(arms, arm) {
					t.Errorf("%s: there is no arm %q", what, arm)
				}
			}
			known("baseline", x.Baseline)
			for _, claim := range x.Claims {
				known(claim.Text, claim.Arm)
				known(claim.Text, claim.Against)
			}
			for _, published := range x.Published {
				for _, figure := range published.Figures {
					known(figure.Text, figure.Arm)
					if _, ok := x.Metric(figure.Metric); !ok {
						t.Errorf("%s: there is no metric %q", figure.Text, figure.Metric)
					}
				}
			}
		})
	}
}
