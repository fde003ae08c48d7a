package explain

import (
	"strings"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/symbol"
)

// A work is what the runtime does for measured code. It is named as the rule
// that accounts for it, but for those that no rule has alone.
type work string

const (
	noWork         work = ""
	workAllocation work = "allocation"
	workCollection work = "gc-pressure"
	workLocks      work = "lock" // of lock-wait or of lock-cost
	workGoroutine  work = "goroutine"
	workTimer      work = "timer"
	workClock      work = "clock"
	workChannel    work = "channel"
	workMap        work = "map"
	workConversion work = "conversion"
	workDefer      work = "defer"
	workReflection work = "reflection"
	workSyscall    work = "syscall"
	workScheduling work = "scheduling" // of the rule that Side.switches names
)

// asked has, by package, the functions by which code asks for a work. A name
// that ends in "*" stands for all that begin like it.
var asked = map[string][]struct {
	function string
	work     work
}{
	"runtime": {
		{"newobject", workAllocation}, {"newarray", workAllocation}, {"mallocgc*", workAllocation},
		{"makeslice*", workAllocation}, {"growslice*", workAllocation}, {"moveSlice*", workAllocation},
		{"concatstring*", workAllocation}, {"concatbyte*", workAllocation},
		{"convT*", workAllocation}, // an object for what an interface holds
		{"slicebytetostring*", workConversion}, {"slicerunetostring", workConversion},
		{"stringtoslice*", workConversion}, {"intstring", workConversion},
		{"assertE2I*", workConversion}, {"typeAssert", workConversion}, {"interfaceSwitch", workConversion},
		{"map*", workMap}, {"makemap*", workMap},
		{"chan*", workChannel}, {"makechan*", workChannel}, {"closechan", workChannel},
		{"selectgo", workChannel}, {"selectnb*", workChannel},
		{"newproc*", workGoroutine}, {"newcoro", workGoroutine},
		{"nanotime*", workClock}, {"walltime*", workClock},
		{"deferproc*", workDefer}, {"deferrangefunc", workDefer},
	},
	"internal/runtime/maps": {{"*", workMap}},
	"sync": {
		{"(*WaitGroup).Go*", workGoroutine},
		{"(*Mutex).*", workLocks}, {"(*RWMutex).*", workLocks}, {"(*rlocker).*", workLocks}, {"(*Once).*", workLocks},
		{"(*WaitGroup).*", workScheduling}, {"(*Cond).*", workScheduling}, // these wait for others, and hold nothing
	},
	"internal/sync":           {{"(*Mutex).*", workLocks}},
	"sync/atomic":             {{"*", workLocks}},
	"internal/runtime/atomic": {{"*", workLocks}},
	"time": {
		{"NewTimer", workTimer}, {"newTimer", workTimer}, {"NewTicker", workTimer},
		{"After", workTimer}, {"AfterFunc", workTimer}, {"Tick", workTimer}, {"Sleep", workTimer},
		{"(*Timer).*", workTimer}, {"(*Ticker).*", workTimer}, {"resetTimer", workTimer}, {"stopTimer", workTimer},
		{"Now", workClock}, {"now", workClock}, {"Since", workClock}, {"Until", workClock},
		{"runtimeNano", workClock}, {"runtimeNow", workClock},
	},
	"strconv":              {{"*", workConversion}},
	"internal/strconv":     {{"*", workConversion}},
	"fmt":                  {{"*", workConversion}},
	"reflect":              {{"*", workReflection}},
	"internal/reflectlite": {{"*", workReflection}},
	"syscall":              {{"*", workSyscall}},
	"os":                   {{"(*File).*", workSyscall}},
}

// askedFor is the work that a function does for those who call it.
func askedFor(function string) work {
	pkg, name := symbol.Package(function), symbol.Name(function)
	for _, a := range asked[pkg] {
		if prefix, ok := strings.CutSuffix(a.function, "*"); name == a.function || ok && strings.HasPrefix(name, prefix) {
			return a.work
		}
	}
	return noWork
}

// workOfKind is the work that an entry belongs to by its kind alone.
var workOfKind = map[cost.Kind]work{
	cost.Allocation: workAllocation,
	cost.GC:         workCollection,
	cost.Locks:      workLocks,
	cost.Goroutines: workGoroutine,
	cost.Timers:     workTimer,
	cost.Clock:      workClock,
	cost.Channels:   workChannel,
	cost.Maps:       workMap,
	cost.Defer:      workDefer,
	cost.Reflection: workReflection,
	cost.Syscalls:   workSyscall,
	cost.Scheduling: workScheduling,
}

// workOf is the work that an entry belongs to. It is one at most, and so what
// rules claim by it never overlaps. What measured code asked for decides: a
// conversion that allocates is a conversion, a map that hashes is a map. But
// collecting garbage and calling the kernel are works of their own, whoever
// had to do them.
func workOf(e *cost.Entry) work {
	switch e.Kind {
	case cost.GC, cost.Syscalls:
		return workOfKind[e.Kind]
	case cost.User, cost.Harness, cost.Startup:
		return noWork
	}
	if w := askedFor(e.Via); w != noWork {
		return w
	}
	if askedFor(e.Function) == workConversion {
		return workConversion
	}
	if e.Site.Function == "" && (e.Kind == cost.Locks || e.Kind == cost.Clock) {
		return workScheduling // the scheduler has locks and looks at the clock
	}
	return workOfKind[e.Kind]
}

// isWork chooses the entries of a work.
func isWork(w work) func(*cost.Entry) bool {
	return func(e *cost.Entry) bool { return workOf(e) == w }
}

// of chooses the entries of a work, and those of the scheduler where this
// work is why More switches goroutines more often than Less.
func (s Side) of(w work) func(*cost.Entry) bool {
	if s.switches() != w {
		return isWork(w)
	}
	return func(e *cost.Entry) bool {
		got := workOf(e)
		return got == w || got == workScheduling
	}
}

// leastEvents is how often per operation something must happen to count as
// part of the operation. What happens more rarely belongs to a start, an end
// or the runtime's own business.
const leastEvents = 0.01

// leastStarted is the share of what scheduling costs that starting and ending
// goroutines must cost to be what is scheduled.
const leastStarted = 0.05

// leastCollected is the share of what scheduling costs that collecting garbage
// must cost for the collector's workers to be what is scheduled.
const leastCollected = 0.5

// isStart chooses the entries of starting and ending goroutines, without the
// growth of stacks, which is of the same kind.
func isStart(e *cost.Entry) bool {
	if workOf(e) != workGoroutine {
		return false
	}
	name := symbol.Name(e.Function)
	return askedFor(e.Via) == workGoroutine || strings.HasPrefix(name, "goexit") || name == "gdestroy" || name == "gfput"
}

// switches is the work because of which More switches between goroutines
// more often than Less. A goroutine that is started must be switched to;
// otherwise it is what goroutines wait for most often, by the block profile
// or else by what it costs. Without any of these it is the collector, which
// wakes its workers for each collection. It is noWork where scheduling costs no
// more.
func (s Side) switches() work {
	extra := s.Extra(isWork(workScheduling))
	if !s.notable(extra) {
		return noWork
	}
	if started := s.Extra(isStart); started.Above() && started.Value >= leastStarted*extra.Value {
		return workGoroutine
	}
	candidates := []work{workChannel, workLocks, workTimer}
	if s.More.Block != nil {
		var most work
		count := leastEvents
		for _, w := range candidates {
			more, _ := totals(chosen(s.More.Block, askedBy(w)))
			less, _ := totals(chosen(s.Less.Block, askedBy(w)))
			if more-less > count {
				most, count = w, more-less
			}
		}
		if most != noWork {
			return most
		}
		candidates = []work{workTimer} // a goroutine that sleeps is in no block profile
	}
	var most work
	value := 0.0
	for _, w := range candidates {
		if extra := s.Extra(isWork(w)); extra.Above() && extra.Value > value {
			most, value = w, extra.Value
		}
	}
	if collected := s.Extra(isWork(workCollection)); most == noWork && collected.Above() && collected.Value >= leastCollected*extra.Value {
		return workCollection
	}
	return most
}
