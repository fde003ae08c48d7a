package cost

import (
	"maps"
	"slices"
	"testing"
)

// TestKinds: who asked for work decides what kind it is.
func TestKinds(t *testing.T) {
	for stack, want := range map[string]Kind{
		"m.f":                                  User,
		"m.f < sort.Sort < m.g":                User,
		"sort.insertionSort < sort.Sort < m.g": Library,
		"compress/flate.(*compressor).deflate": Library,

		"runtime.mallocgc < runtime.newobject < m.f":                                         Allocation,
		"runtime.memclrNoHeapPointers < runtime.mallocgc < runtime.makeslice < m.f":          Allocation,
		"runtime.memmove < runtime.growslice < m.f":                                          Allocation,
		"runtime.memmove < runtime.growslice < bytes.growSlice < bytes.(*Buffer).grow < m.f": Allocation,
		"runtime.mallocgcSmallScanNoHeaderSC4 < m.f":                                         Allocation,
		"runtime.memmove < m.f":                                                              Copying,
		"runtime.memmove < bytes.(*Buffer).Write < m.f":                                      Copying,
		"runtime.duffzero < m.f":                                                             Copying,
		"runtime.wbMove < m.f":                                                               Copying,

		// The collector, whoever was caught.
		"runtime.scanObject < runtime.gcDrainN < runtime.gcAssistAlloc1 < runtime.gcAssistAlloc < runtime.mallocgc < runtime.newobject < m.f": GC,
		"runtime.(*mspan).countAlloc < runtime.(*sweepLocked).sweep < runtime.(*mcentral).cacheSpan < runtime.mallocgc < m.f":                 GC,
		"runtime.wbBufFlush1 < runtime.wbBufFlush < gcWriteBarrier < m.f":                                                                     GC,
		"gcWriteBarrier < m.f":                                                       GC,
		"runtime.bulkBarrierPreWrite < runtime.wbMove < m.f":                         GC,
		"runtime.shade < runtime.mapassign < m.f":                                    GC,
		"runtime.futex < runtime.gcDrain < runtime.gcBgMarkWorker < runtime.goexit":  GC,
		"runtime.copystack < runtime.shrinkstack < runtime.gcDrain":                  GC,
		"sync.poolCleanup < runtime.clearpools < runtime.gcStart < runtime.GC < m.f": GC,
		"runtime.madvise < runtime.(*pageAlloc).scavengeOne < runtime.bgscavenge":    GC,
		"runtime._ExternalCode < runtime._GC":                                        GC,

		// Channels and the scheduler.
		"runtime.lock2 < runtime.chansend < runtime.chansend1 < m.f": Channels,
		"runtime.futex < runtime.futexwakeup < runtime.startm < runtime.wakep < runtime.ready < runtime.goready < runtime.send < runtime.chansend < runtime.chansend1 < m.f": Channels,
		"runtime.gopark < runtime.selectgo < m.f": Channels,
		"runtime.futex < runtime.stopm < runtime.findRunnable < runtime.schedule < runtime.park_m < runtime.mcall": Scheduling,
		"runtime.lock2 < runtime.mcall": Scheduling,
		"gogo":                          Scheduling,
		"runtime.asyncPreempt < m.f":    User,
		"runtime.mcall < runtime.asyncPreempt2 < runtime.asyncPreempt < m.f":                                                   Scheduling,
		"runtime.usleep < runtime.sysmon < runtime.mstart1":                                                                    Scheduling,
		"internal/runtime/syscall/linux.EpollWait < runtime.netpoll < runtime.findRunnable < runtime.schedule < runtime.mcall": Scheduling,

		"runtime.gfget < runtime.newproc1 < runtime.newproc.func1 < runtime.systemstack < runtime.newproc < m.f": Goroutines,
		"runtime.mallocgc < runtime.malg < runtime.newproc1 < runtime.newproc < m.f":                             Goroutines,
		"runtime.newproc < sync.(*WaitGroup).Go < m.f":                                                           Goroutines,
		"runtime.gfput < runtime.gdestroy < runtime.goexit0 < runtime.mcall":                                     Goroutines,
		"runtime.findRunnable < runtime.schedule < runtime.goexit0 < runtime.mcall":                              Scheduling,
		"runtime.memmove < runtime.copystack < runtime.newstack < m.f":                                           Goroutines,
		"runtime.copystack < runtime.newstack < fmt.Sprint < m.f":                                                Goroutines,
		"runtime.schedule < runtime.gopreempt_m < runtime.newstack < m.f":                                        Scheduling,
		"runtime.goexit": Goroutines,

		// Timers and the clock.
		"runtime.nanotime1 < time.Now < m.f":                                                    Clock,
		"runtime.nanotime1 < time.runtimeNano < time.Since < m.f":                               Clock,
		"runtime.nanotime1 < runtime.nanotime < time.Now < context.WithDeadlineCause < m.f":     Clock,
		"runtime._VDSO < runtime._System":                                                       Clock,
		"runtime.nanotime1 < time.when < time.AfterFunc < m.f":                                  Timers,
		"runtime.lock2 < runtime.(*timer).modify < time.resetTimer < time.(*Timer).Reset < m.f": Timers,
		"runtime.newproc < time.goFunc < runtime.(*timer).unlockAndRun < runtime.(*timers).run < runtime.(*timers).check < runtime.findRunnable < runtime.schedule < runtime.mcall": Timers,
		"runtime.(*timers).check < runtime.findRunnable < runtime.schedule < runtime.mcall":                                                                                         Scheduling,
		"runtime.gopark < time.Sleep < m.f":                             Timers,
		"runtime.newobject < time.NewTimer < context.WithTimeout < m.f": Timers,

		"internal/sync.(*Mutex).Lock|sync.(*Mutex).Lock|m.f":                                                            Locks,
		"runtime.procyield < internal/sync.runtime_doSpin < internal/sync.(*Mutex).lockSlow < sync.(*Mutex).Lock < m.f": Locks,
		"sync/atomic.(*Int64).Add|m.f": Locks,
		"runtime.gopark < runtime.semacquire1 < sync.runtime_SemacquireWaitGroup < sync.(*WaitGroup).Wait < m.f": Locks,
		"sync/atomic.(*Uint64).Load|sync.(*poolDequeue).popHead < sync.(*Pool).Get < m.f":                        Library,

		"aeshashbody < runtime.mapaccess1_faststr < m.f":                                                          Maps,
		"runtime.mallocgc < runtime.newarray < internal/runtime/maps.newTable < runtime.mapassign < m.f":          Maps,
		"internal/sync.(*HashTrieMap[go.shape.interface {},go.shape.interface {}]).Load < sync.(*Map).Load < m.f": Maps,
		"internal/sync.(*HashTrieMap[...]).Load < m.f":                                                            Maps,
		"aeshashbody < runtime.strhash < hash/maphash.String < m.f":                                               Hashing,
		"runtime.memhash64 < m.f": Hashing,

		"runtime.mallocgc < runtime.rawbyteslice < runtime.stringtoslicebyte < m.f":  Strings,
		"runtime.growslice < fmt.(*buffer).writeString < fmt.Sprintf < m.f":          Strings,
		"strconv.AppendInt < encoding/json.intEncoder < encoding/json.Marshal < m.f": Strings,
		"memeqbody < runtime.memequal < m.f":                                         Strings,
		"cmpbody < bytes.Compare < m.f":                                              Strings,
		"runtime.mallocgc < runtime.convT64 < m.f":                                   Interfaces,
		"runtime.getitab < runtime.assertE2I2 < m.f":                                 Interfaces,
		"runtime.deferreturn < m.f":                                                  Defer,
		"runtime.mallocgc < runtime.goPanicIndex < m.f":                              Defer,
		"runtime.recovery < runtime.mcall":                                           Defer,
		"runtime.typedmemmove < reflect.Value.Set < m.f":                             Reflection,
		"reflect.Value.Field < encoding/json.Marshal < m.f":                          Reflection,

		// The kernel, whoever got there.
		"internal/runtime/syscall/linux.Syscall6 < syscall.RawSyscall6 < syscall.Syscall < syscall.write < internal/poll.(*FD).Write < os.(*File).Write < fmt.Fprintln < m.f": Syscalls,
		"runtime.exitsyscall < syscall.Syscall < syscall.read < m.f":                                Syscalls,
		"runtime.gopark < runtime.netpollblock < internal/poll.(*FD).Read < net.(*conn).Read < m.f": Syscalls,
		"runtime.mallocgc < os.ReadFile < m.f":                                                      Syscalls,

		"testing.(*B).Loop|m.f": Harness,
		"runtime.stopTheWorld < runtime.ReadMemStats < testing.(*B).StopTimer < testing.(*B).loopSlowPath < m.f": Harness,
		"syscall.write < os.(*File).Write < m.f < testing.tRunner":                                               Syscalls,
		"fmt.Fprintf < testing.(*M).Run < main.main < runtime.main":                                              Harness,
		"time.Now < github.com/assay-bench/assay/experiments/probe.Bursts < m.f":                                 Harness,
		"compress/flate.(*compressor).deflate < runtime/pprof.profileWriter":                                     Harness,
		"unicode.init < runtime.doInit1 < runtime.main":                                                          Startup,
		"runtime.mallocgc < main.main < runtime.main":                                                            Startup,

		"runtime.systemstack < runtime.Stack < m.f": Runtime,
		"runtime.memmove < runtime.Stack < m.f":     Runtime, // that is no copy that m.f asked for
		"runtime.rand < math/rand/v2.Uint64 < m.f":  Library,
		"type:.eq.example.com/m.Key < m.f":          Runtime,
		"?":                                         Runtime,
		"? < m.f":                                   Runtime,
	} {
		p := mustNew(t, cpuProfile(map[string]int64{stack: 1}), 1)
		if got := p.Entries[0].Kind; got != want {
			t.Errorf("%s\n\tis %s, want %s", stack, got, want)
		}
	}
}

// TestEveryKind: the table has patterns for all kinds that need some.
func TestEveryKind(t *testing.T) {
	got := map[Kind]bool{User: true, Runtime: true}
	for _, p := range kinds {
		got[p.kind] = true
	}
	if missing := slices.DeleteFunc(slices.Clone(all), func(k Kind) bool { return got[k] }); len(missing) > 0 {
		t.Errorf("there are no patterns for %v", missing)
	}
	if len(got) != len(all) {
		t.Errorf("the kinds are %v, want the %d of kind.go", slices.Collect(maps.Keys(got)), len(all))
	}
}
