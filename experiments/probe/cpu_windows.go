package probe

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime is the processor time, user and kernel, that the process has used.
// Windows counts it in steps of 15.6 ms.
func cpuTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user); err != nil {
		// A process may always ask for its own times.
		panic(err)
	}
	return ticks(kernel) + ticks(user)
}

// ticks turns a span that Windows counts in units of 100 ns into a duration.
// Filetime.Nanoseconds would take it for a date.
func ticks(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
