package host

import (
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	tests := []struct {
		name string
		stat string
		want Busy
	}{
		{"a machine", "cpu  100 1 50 800 20 3 4 22 7 0\ncpu0 1 2 3\n", Busy{true, 10 * time.Second, 1580 * time.Millisecond, 220 * time.Millisecond}},
		{"an old kernel", "cpu 1 2 3 4\n", Busy{}},
		{"not a number", "cpu 1 2 3 x 5 6 7 8\n", Busy{}},
		{"empty", "", Busy{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := parseStat(test.stat); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestOther(t *testing.T) {
	at := func(total, busy, stolen time.Duration) Busy { return Busy{true, total, busy, stolen} }
	tests := []struct {
		name            string
		before, after   Busy
		own             time.Duration
		foreign, stolen float64
	}{
		{"alone", at(0, 0, 0), at(time.Second, 500*time.Millisecond, 0), 500 * time.Millisecond, 0, 0},
		{"a neighbour on a tenth", at(0, 0, 0), at(time.Second, 600*time.Millisecond, 0), 500 * time.Millisecond, 0.1, 0},
		{"the hypervisor took a fifth", at(0, 0, 0), at(time.Second, 500*time.Millisecond, 200*time.Millisecond), 500 * time.Millisecond, 0, 0.2},
		{"ticks lag behind", at(0, 0, 0), at(time.Second, 490*time.Millisecond, 0), 500 * time.Millisecond, 0, 0},
		{"too short to tell", at(0, 0, 0), at(20*time.Millisecond, 20*time.Millisecond, 0), 0, -1, -1},
		{"not known", Busy{}, at(time.Second, 0, 0), 0, -1, -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			foreign, stolen := Other(test.before, test.after, test.own)
			if foreign != test.foreign || stolen != test.stolen {
				t.Errorf("got %v and %v, want %v and %v", foreign, stolen, test.foreign, test.stolen)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	m := Describe()
	if m.CPU == "" || m.Cores < 1 || m.Kernel == "" || m.MemoryBytes == 0 || m.LoadBefore < 0 {
		t.Errorf("this Linux machine tells too little: %+v", m)
	}
	if before, after := Now(), Now(); !before.known || after.total < before.total {
		t.Errorf("the machine's time runs backwards: %+v, %+v", before, after)
	}
}
