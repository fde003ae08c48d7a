package cost

// A Kind is a kind of work. A sample is of one kind, so that the kinds of a
// profile add up to all of it. The table in kinds.txt says which functions
// make a sample of which kind; kindOf says how they are read.
type Kind string

const (
	// User is measured code: the module's, and that of the libraries it uses.
	User Kind = "user code"

	// Library is the standard library, where it is no other kind.
	Library Kind = "standard library"

	// Allocation is making objects, with the clearing of their memory and the
	// copying of a slice that grows.
	Allocation Kind = "allocation"

	// GC is the garbage collector: marking, sweeping, giving memory back, and
	// what code that allocates or stores pointers does on its behalf.
	GC Kind = "garbage collection"

	// Scheduling is finding a goroutine to run and switching to it.
	Scheduling Kind = "scheduling"

	// Goroutines is starting and ending goroutines, and growing their stacks.
	Goroutines Kind = "goroutines"

	// Timers is setting, stopping and running timers, and sleeping.
	Timers Kind = "timers"

	// Clock is reading the clock.
	Clock Kind = "clock"

	// Locks is mutexes, wait groups and atomic operations.
	Locks Kind = "locks"

	// Channels is sending, receiving, closing and select, up to making the
	// goroutine at the other end runnable.
	Channels Kind = "channels"

	// Maps is maps, with the hashing of their keys.
	Maps Kind = "maps"

	// Copying is copying and clearing memory that is there already.
	Copying Kind = "copying"

	// Hashing is hashing for anything but a map.
	Hashing Kind = "hashing"

	// Strings is converting, joining, comparing, searching and formatting
	// text.
	Strings Kind = "strings"

	// Interfaces is putting values into interfaces, and finding the type of
	// what is in one.
	Interfaces Kind = "interfaces"

	// Defer is deferred calls, panics and recovery.
	Defer Kind = "defer"

	// Reflection is package reflect.
	Reflection Kind = "reflection"

	// Syscalls is calls of the operating system and of C.
	Syscalls Kind = "system calls"

	// Harness is what runs benchmarks and profiles them.
	Harness Kind = "harness"

	// Startup is what a process does before main.
	Startup Kind = "startup"

	// Runtime is all other work of the runtime, and what the profile has no
	// name for.
	Runtime Kind = "runtime"
)

// all are all kinds.
var all = []Kind{
	User, Library, Allocation, GC, Scheduling, Goroutines, Timers, Clock, Locks, Channels, Maps, Copying, Hashing,
	Strings, Interfaces, Defer, Reflection, Syscalls, Harness, Startup, Runtime,
}

// kindOf is the kind of a sample. It is decided by the frames inside of
// measured code, the innermost first: the work that measured code asked for,
// or for which nobody there did.
//
//   - Without such frames it is User.
//   - Some functions decide wherever they stand, the innermost of them: a
//     garbage collection that an allocation has to help with is GC.
//   - Else the outermost function that the table knows decides, which is what
//     was asked for: copying is Allocation when growslice does it. Functions
//     of the standard library that the table does not know let those that they
//     call decide; the runtime's do not.
func kindOf(work []frame) Kind {
	if len(work) == 0 {
		return User
	}
	for _, f := range work {
		if f.pattern != nil && f.pattern.always {
			return f.pattern.kind
		}
	}
	if last := len(work) - 1; last > 0 && work[last].name == "runtime.goexit" {
		work = work[:last] // wall-clock profiles have it around every goroutine
	}
	for i := len(work) - 1; i >= 0; i-- {
		if work[i].pattern != nil {
			return work[i].pattern.kind
		}
		if work[i].runtime {
			break
		}
	}
	if work[len(work)-1].runtime {
		return Runtime
	}
	return Library
}
