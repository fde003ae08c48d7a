package host

import (
	"reflect"
	"runtime"
	"testing"
)

func TestSnapshot(t *testing.T) {
	f := with(nil,
		"proc/stat", "cpu  9 9 9 800 20 9 9 7 9 9\ncpu0 9 9 9 800 20 9 9 7 9 9\n",
		"proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=3000\n",
		"cpuacct.usage", "5000000\n",
		"own/cpu.stat", "throttled_usec 1000\n",
		"above/cpu.stat", "throttled_usec 4000\n",
		clockSource, "tsc\n")
	got := snapshot(f, group{stats: []string{"own/cpu.stat", "above/cpu.stat", "gone/cpu.stat"}, usage: "cpuacct.usage"})
	want := Snapshot{cores: 1, idle: 820, stolen: 7, used: 5 * ms, waiting: 3 * ms, throttled: 5 * ms, clock: "tsc"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got, want = snapshot(with(nil), group{usage: "cpuacct.usage"}), Snapshot{used: -1, waiting: -1, throttled: -1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("without files: got %+v, want %+v", got, want)
	}
}

func TestNow(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip(runtime.GOOS + " does not tell what it does")
	}
	before, after := Now(), Now()
	if before.cores < 1 || before.clock == "" || !after.at.After(before.at) {
		t.Errorf("this machine tells too little, or runs backwards: %+v, %+v", before, after)
	}
}

// BenchmarkNow is what assay spends beside every process, twice.
func BenchmarkNow(b *testing.B) {
	for b.Loop() {
		Now()
	}
}
