package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/symbol"
)

func TestWorkOf(t *testing.T) {
	for _, test := range []struct {
		name          string
		kind          cost.Kind
		function, via string
		want          work
	}{
		{"an object", cost.Allocation, "runtime.mallocgc", "runtime.newobject", workAllocation},
		{"what a slice copies when it grows", cost.Allocation, "runtime.memmove", "runtime.growslice", workAllocation},
		{"an integer in an interface", cost.Interfaces, "runtime.mallocgcTinySize8", "runtime.convT64", workAllocation},
		{"an allocation in a library", cost.Allocation, "runtime.mallocgc", "bytes.(*Buffer).Write", workAllocation},
		{"an allocation of a map", cost.Maps, "runtime.mallocgc", "runtime.mapassign_faststr", workMap},
		{"an allocation of a channel", cost.Channels, "runtime.mallocgc", "runtime.makechan", workChannel},
		{"a hash of a map", cost.Maps, "aeshashbody", "runtime.mapaccess1_faststr", workMap},
		{"a hash of no map", cost.Hashing, "runtime.memhash64", "hash/maphash.Comparable", noWork},
		{"marking for an allocation", cost.GC, "runtime.gcDrainN", "runtime.newobject", workCollection},
		{"a file that is written by fmt", cost.Syscalls, "internal/runtime/syscall.Syscall6", "fmt.Fprintln", workSyscall},
		{"a number that a library formats", cost.Strings, "strconv.AppendInt", "encoding/json.Marshal", workConversion},
		{"a lock of a channel", cost.Channels, "runtime.lock2", "runtime.chanrecv1", workChannel},
		{"the clock for a timer", cost.Timers, "runtime.nanotime1", "time.(*Timer).Reset", workTimer},
		{"a lock", cost.Locks, "sync.(*Mutex).Lock", "sync.(*Mutex).Lock", workLocks},
		{"an atomic pointer", cost.Locks, "sync/atomic.(*Pointer[go.shape.struct { a/b.c int }]).Load", "sync/atomic.(*Pointer[go.shape.struct { a/b.c int }]).Load", workLocks},
		{"parking in a group", cost.Locks, "runtime.gopark", "sync.(*WaitGroup).Wait", workScheduling},
		{"comparing interfaces", cost.Interfaces, "runtime.efaceeq", "runtime.efaceeq", noWork},
		{"measured code", cost.User, "example.com/m/fmt.Sprint", "", noWork},
	} {
		e := spent(1, test.kind, test.function, test.via, line(10))
		if got := workOf(&e); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	// Nobody asked the scheduler to lock or to look at the clock.
	for _, kind := range []cost.Kind{cost.Locks, cost.Clock} {
		e := spent(1, kind, "runtime.lock2", "", cost.Place{})
		if got := workOf(&e); got != workScheduling {
			t.Errorf("%s that nobody asked for: got %q", kind, got)
		}
	}
}

func TestCutPackage(t *testing.T) {
	for function, want := range map[string][2]string{
		"runtime.newobject":                                  {"runtime", "newobject"},
		"example.com/m/lib.(*List[go.shape.int]).Push":       {"example.com/m/lib", "(*List[go.shape.int]).Push"},
		"example.com/m/lib.Map[example.com/m/lib.Key].func1": {"example.com/m/lib", "Map[example.com/m/lib.Key].func1"},
		"gopkg.in/yaml%2ev3.Marshal":                         {"gopkg.in/yaml%2ev3", "Marshal"},
		"aeshashbody":                                        {"aeshashbody", ""},
		"":                                                   {"", ""},
	} {
		pkg, name := symbol.Package(function), symbol.Name(function)
		if pkg != want[0] || name != want[1] {
			t.Errorf("%s: got %q and %q, want %q", function, pkg, name, want)
		}
	}
}
