package probe

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

func TestRunWithoutProfile(t *testing.T) {
	var stderr strings.Builder
	if status := run(func() int { return 7 }, "", &stderr); status != 7 {
		t.Errorf("status %d, want that of the tests", status)
	}
	if stderr.Len() > 0 {
		t.Errorf("printed %q", stderr.String())
	}
}

// sleepTests stands for benchmarks that mostly wait.
func sleepTests() int {
	time.Sleep(200 * time.Millisecond)
	return 0
}

func TestRunWritesProfile(t *testing.T) {
	for _, test := range []struct {
		name   string
		tests  func() int
		in     string // a function that the profile must show
		status int
	}{
		{"long", sleepTests, "probe.sleepTests", 0},
		{"over at once", func() int { return 3 }, "probe.waitForSamples", 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "wall.pprof")
			var stderr strings.Builder
			if status := run(test.tests, file, &stderr); status != test.status {
				t.Errorf("status %d, want %d; stderr: %s", status, test.status, stderr.String())
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			p, err := profile.Parse(f)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(p.String(), test.in) {
				t.Errorf("the profile does not show %s:\n%s", test.in, p)
			}
		})
	}
}

func TestRunCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "missing", "wall.pprof")
	var stderr strings.Builder
	if status := run(func() int { return 0 }, file, &stderr); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	if !strings.HasPrefix(stderr.String(), "wall-clock profile: open ") {
		t.Errorf("stderr: %q", stderr.String())
	}
}

func TestFinish(t *testing.T) {
	zero := 0
	err := finish(func() error { _ = 1 / zero; return nil })
	if err == nil || !strings.Contains(err.Error(), "too few samples") {
		t.Errorf("error %v, want one that explains", err)
	}
	full := errors.New("disk full")
	if err := finish(func() error { return full }); err != full {
		t.Errorf("error %v, want %v", err, full)
	}
}
