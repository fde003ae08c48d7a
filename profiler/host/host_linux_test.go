package host

import (
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	tests := []struct {
		name, stat   string
		cores        int
		idle, stolen time.Duration
	}{
		{"a machine", "cpu  100 1 50 800 20 3 4 22 7 0\ncpu0 50 1 25 400 10 1 2 11 3 0\ncpu1 50 0 25 400 10 2 2 11 4 0\nintr 5\n", 2, 8200 * time.Millisecond, 220 * time.Millisecond},
		{"an old kernel", "cpu 1 2 3 4\n", 0, 0, 0},
		{"not a number", "cpu 1 2 3 x 5 6 7 8\n", 0, 0, 0},
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
		"some avg10=0.00 avg60=0.81 avg300=12.42 total=2613613171\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n": 2613613171 * time.Microsecond,
		"full total=5\n":                    -1,
		"some total=-5\n":                   -1,
		"some\n":                            -1,
		"some total=99999999999999999999\n": -1,
		"":                                  -1,
	} {
		if got := parsePressure(text); got != want {
			t.Errorf("parsePressure(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestParseThrottled(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"usage_usec 5\nnr_throttled 2\nthrottled_usec 1500\n":    1500 * time.Microsecond,
		"nr_periods 5\nnr_throttled 2\nthrottled_time 1500000\n": 1500 * time.Microsecond,
		"usage_usec 5\n":        -1,
		"throttled_usec many\n": -1,
		"":                      -1,
	} {
		if got := parseThrottled(text); got != want {
			t.Errorf("parseThrottled(%q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("cpu  100 1 50 800 20 3 4 22 7 0\ncpu0 1 1 1 1 1 1 1 1\n")
	f.Add("some avg10=0.00 total=2613613171\nthrottled_usec 5")
	f.Fuzz(func(t *testing.T, text string) {
		if cores, idle, stolen := parseStat(text); cores < 0 || idle < 0 && stolen == 0 {
			t.Logf("%d %v %v", cores, idle, stolen)
		}
		if d := parsePressure(text); d < -1 {
			t.Errorf("pressure %v", d)
		}
		if d := parseThrottled(text); d < -1 {
			t.Errorf("throttled %v", d)
		}
	})
}

func TestDescribe(t *testing.T) {
	m := Describe()
	if m.CPU == "" || m.Cores < 1 || m.Kernel == "" || m.MemoryBytes == 0 || m.LoadBefore < 0 {
		t.Errorf("this Linux machine tells too little: %+v", m)
	}
	before, after := Now(), Now()
	if before.cores < 1 || after.idle < before.idle || before.clock == "" {
		t.Errorf("this Linux machine tells too little, or runs backwards: %+v, %+v", before, after)
	}
}

func BenchmarkNow(b *testing.B) {
	for b.Loop() {
		Now()
	}
}
