package host

import (
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	tests := []struct {
		name, stat   string
		cores        int
		idle, stolen int64
	}{
		{"a machine", "cpu  100 1 50 800 20 3 4 22 7 0\ncpu0 50 1 25 400 10 1 2 11 3 0\ncpu1 50 0 25 400 10 2 2 11 4 0\nintr 5\n", 2, 820, 22},
		{"a sandbox", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\n", 0, 0, 0},
		{"an old kernel", "cpu 1 2 3 4\n", 0, 0, 0},
		{"no sum", "cpu0 50 1 25 400 10 1 2 11 3 0\n", 0, 0, 0},
		{"not a number", "cpu 1 2 3 4 x 6 7 8\ncpu0 1 2 3 4 5 6 7 8\n", 0, 0, 0},
		{"negative", "cpu 1 2 3 4 5 6 7 -8\ncpu0 1 2 3 4 5 6 7 8\n", 0, 0, 0},
		{"empty", "", 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if cores, idle, stolen := parseStat(test.stat); cores != test.cores || idle != test.idle || stolen != test.stolen {
				t.Errorf("got %d, %v, %v", cores, idle, stolen)
			}
		})
	}
}

func TestParsePressure(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"some avg10=0.00 avg60=0.81 avg300=12.42 total=2613613171\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n": 2613613171 * time.Microsecond,
		"full total=5\n":                    -1,
		"some total=-5\n":                   -1,
		"some\n":                            -1,
		"some total=99999999999999999999\n": -1,
		"":                                  -1,
	} {
		if got := parsePressure(text); got != want {
			t.Errorf("parsePressure(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestParseThrottled(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"usage_usec 5\nnr_throttled 2\nthrottled_usec 1500\n":    1500 * time.Microsecond,
		"nr_periods 5\nnr_throttled 2\nthrottled_time 1500000\n": 1500 * time.Microsecond,
		"throttled_usec 0\n":    0,
		"usage_usec 5\n":        -1,
		"throttled_usec many\n": -1,
		"throttled_usec 1 2\n":  -1,
		"":                      -1,
	} {
		if got := parseThrottled(text); got != want {
			t.Errorf("parseThrottled(%q) = %d, want %d", text, got, want)
		}
	}
}

// FuzzStat: whatever the kernel says is a count, or -1 for none.
func FuzzStat(f *testing.F) {
	f.Add("cpu  100 1 50 800 20 3 4 22 7 0\ncpu0 1 1 1 1 1 1 1 1\n")
	f.Add("some avg10=0.00 total=2613613171\nthrottled_usec 5")
	f.Add("throttled_time 9223372036854775807")
	f.Add("cpu 0 0 0 9223372036854775807 9223372036854775807 0 0 0")
	f.Fuzz(func(t *testing.T, text string) {
		if cores, idle, stolen := parseStat(text); cores < 0 || idle < 0 || stolen < 0 {
			t.Errorf("parseStat: %d processors, idle %d, stolen %d", cores, idle, stolen)
		}
		if d := parsePressure(text); d < -1 {
			t.Errorf("parsePressure: %d", d)
		}
		if d := parseThrottled(text); d < -1 {
			t.Errorf("parseThrottled: %d", d)
		}
	})
}
