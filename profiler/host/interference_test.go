package host

import (
	"math"
	"testing"
	"time"
)

const ms = time.Millisecond

// TestBetween: what two moments tell of what ran beside a process.
func TestBetween(t *testing.T) {
	start := time.Now()
	// at is a machine of two processors after so long, so many ticks of idle
	// and stolen time, and so much use; less than none where that is not
	// counted.
	at := func(wall time.Duration, idle, stolen int64, used time.Duration) Snapshot {
		return Snapshot{at: start.Add(wall), cores: 2, idle: idle, stolen: stolen, used: used, waiting: wall / 4, throttled: -1, clock: "tsc"}
	}
	const unknown = -ms
	tests := []struct {
		name            string
		before, after   Snapshot
		own             time.Duration
		foreign, stolen float64
		disturbed       string
	}{
		{"alone", at(0, 0, 0, unknown), at(100*ms, 10, 0, unknown), 100 * ms, 0, 0, ""},
		{"a tick too few", at(0, 0, 0, unknown), at(100*ms, 9, 0, unknown), 100 * ms, 0.05, 0, ""},
		{"a tick too many", at(0, 0, 0, unknown), at(100*ms, 11, 0, unknown), 100 * ms, 0, 0, ""},
		{"a neighbour on the other processor", at(0, 0, 0, unknown), at(100*ms, 0, 0, unknown), 100 * ms, 0.5, 0, "other work took 50% of the machine"},
		{"a neighbour on both", at(0, 0, 0, unknown), at(200*ms, 0, 0, unknown), 100 * ms, 0.75, 0, "other work took 75% of the machine"},
		{"a neighbour at times", at(0, 0, 0, unknown), at(100*ms, 7, 0, unknown), 100 * ms, 0.15, 0, "other work took 15% of the machine"},
		{"short, and ticks may make it up", at(0, 0, 0, unknown), at(20*ms, 1, 0, unknown), 15 * ms, 0.375, 0, ""},
		{"short, with a neighbour", at(0, 0, 0, unknown), at(30*ms, 0, 0, unknown), 25 * ms, 35. / 60, 0, "other work took 58% of the machine"},
		{"the hypervisor", at(0, 0, 0, unknown), at(100*ms, 6, 4, unknown), 100 * ms, 0, 0.2, "the hypervisor kept 20% of the machine"},
		{"both, a little of each", at(0, 0, 0, unknown), at(100*ms, 7, 1, unknown), 106 * ms, 0.07, 0.05, "other work took 7% of the machine"},
		{"counted: alone", at(0, 0, 0, 0), at(100*ms, 9, 0, 101*ms), 100 * ms, 0.005, 0, ""},
		{"counted: a neighbour at times", at(0, 0, 0, 0), at(100*ms, 8, 0, 122*ms), 100 * ms, 0.11, 0, "other work took 11% of the machine"},
		{"counted: short, with a neighbour at times", at(0, 0, 0, 0), at(20*ms, 1, 0, 21*ms), 15 * ms, 0.15, 0, "other work took 15% of the machine"},
		{"counted, but for a container alone", at(0, 0, 0, 0), at(100*ms, 0, 0, 100*ms), 100 * ms, 0.4, 0, "other work took 40% of the machine"},
		{"counted, and backwards", at(0, 0, 0, 100*ms), at(100*ms, 10, 0, 0), 100 * ms, 0, 0, ""},
		{"counted, and a tick was stolen", at(0, 0, 0, 0), at(60*ms, 4, 1, 71*ms), 65 * ms, 6. / 120, 10. / 120, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Between(test.before, test.after, test.own)
			near := func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }
			if !near(got.Foreign, test.foreign) || !near(got.Stolen, test.stolen) || !near(got.Pressure, 0.25) || got.Throttled != -1 || got.ClockSource != "" {
				t.Errorf("got %+v, want %v and %v", got, test.foreign, test.stolen)
			}
			if d := got.Disturbed(); d != test.disturbed {
				t.Errorf("disturbed by %q, want %q", d, test.disturbed)
			}
		})
	}
}

// TestBetweenWithoutKnowledge: what is not known disturbs nothing.
func TestBetweenWithoutKnowledge(t *testing.T) {
	start := time.Now()
	nothing := Snapshot{at: start, used: -1, waiting: -1, throttled: -1}
	later := nothing
	later.at = start.Add(100 * ms)
	known := Snapshot{at: start, cores: 2}
	more := Snapshot{at: start.Add(100 * ms), cores: 3, waiting: -1, throttled: -1}
	for name, got := range map[string]Interference{
		"nothing is known": Between(nothing, later, 50*ms),
		"no time passed":   Between(known, known, 0),
		"a processor came": Between(known, more, 0),
	} {
		if got.Foreign != -1 || got.Stolen != -1 || got.Pressure != -1 || got.Throttled != -1 || got.Disturbed() != "" {
			t.Errorf("%s: %+v, disturbed by %q", name, got, got.Disturbed())
		}
	}
}

// TestDisturbed: what disturbs besides other work.
func TestDisturbed(t *testing.T) {
	start := time.Now()
	before := Snapshot{at: start, throttled: 5 * ms, clock: "tsc"}
	tests := []struct {
		throttled time.Duration
		clock     string
		want      string
	}{
		{5 * ms, "tsc", ""},
		{6 * ms, "tsc", ""},
		{40 * ms, "tsc", "the control group's quota held it back for 35ms"},
		{5 * ms, "hpet", "the clock source became hpet"},
		{5 * ms, "", ""},
	}
	for _, test := range tests {
		after := Snapshot{at: start.Add(100 * ms), throttled: test.throttled, clock: test.clock}
		if got := Between(before, after, 0); got.Disturbed() != test.want || got.Throttled != test.throttled-5*ms {
			t.Errorf("%+v is disturbed by %q, want %q", got, got.Disturbed(), test.want)
		}
	}
}
