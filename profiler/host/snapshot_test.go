package host

import (
	"math"
	"testing"
	"time"
)

// TestBetween: what two moments tell of what ran beside a process.
func TestBetween(t *testing.T) {
	const ms = time.Millisecond
	start := time.Now()
	// at is a machine of two processors after so long.
	at := func(wall, idle, stolen time.Duration) Snapshot {
		return Snapshot{at: start.Add(wall), cores: 2, idle: idle, stolen: stolen, waiting: wall / 4, throttled: -1, clock: "tsc"}
	}
	tests := []struct {
		name      string
		after     Snapshot
		own       time.Duration
		want      Interference
		disturbed string
	}{
		{"alone", at(100*ms, 100*ms, 0), 100 * ms, Interference{0, 0, 0.25, -1, ""}, ""},
		{"a tick too much", at(100*ms, 90*ms, 0), 100 * ms, Interference{0.05, 0, 0.25, -1, ""}, ""},
		{"a tick too few", at(100*ms, 110*ms, 0), 100 * ms, Interference{0, 0, 0.25, -1, ""}, ""},
		{"a neighbour on the other processor", at(100*ms, 0, 0), 100 * ms, Interference{0.5, 0, 0.25, -1, ""}, "other work took 50% of the machine"},
		{"the hypervisor", at(100*ms, 60*ms, 40*ms), 100 * ms, Interference{0, 0.2, 0.25, -1, ""}, "the hypervisor kept 20% of the machine"},
		{"both, a little of each", at(100*ms, 76*ms, 10*ms), 100 * ms, Interference{0.07, 0.05, 0.25, -1, ""}, "other work took 7% of the machine"},
		{"no time at all", at(0, 0, 0), 0, Interference{-1, -1, -1, -1, ""}, ""},
		{"a processor came", Snapshot{at: start.Add(100 * ms), cores: 3, waiting: -1, throttled: -1, clock: "tsc"}, 0, Interference{-1, -1, -1, -1, ""}, ""},
		{"another clock", Snapshot{at: start.Add(100 * ms), waiting: -1, throttled: -1, clock: "hpet"}, 0, Interference{-1, -1, -1, -1, "hpet"}, "the clock source became hpet"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Between(at(0, 0, 0), test.after, test.own)
			close := func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }
			if !close(got.Foreign, test.want.Foreign) || !close(got.Stolen, test.want.Stolen) || !close(got.Pressure, test.want.Pressure) ||
				got.Throttled != test.want.Throttled || got.ClockSource != test.want.ClockSource {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if d := got.Disturbed(); d != test.disturbed {
				t.Errorf("disturbed by %q, want %q", d, test.disturbed)
			}
		})
	}
	held := Between(Snapshot{at: start, throttled: 5 * ms}, Snapshot{at: start.Add(100 * ms), throttled: 40 * ms}, 0)
	if d := held.Disturbed(); held.Throttled != 35*ms || d != "the control group's quota held tasks back for 35ms" {
		t.Errorf("got %+v, %q", held, d)
	}
}
