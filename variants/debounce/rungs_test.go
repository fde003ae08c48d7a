package debounce

import (
	"regexp"
	"testing"
)

func TestRungNames(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range Rungs {
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(r.Name) {
			t.Errorf("%q does not do as a name of a benchmark", r.Name)
		}
		if seen[r.Name] {
			t.Errorf("%q is there twice", r.Name)
		}
		seen[r.Name] = true
		if found, ok := Find(r.Name); !ok || found.Name != r.Name {
			t.Errorf("Find(%q) gives %q, %v", r.Name, found.Name, ok)
		}
	}
	if r, ok := Find("worker"); ok {
		t.Errorf("Find(%q) gives %q", "worker", r.Name)
	}
}
