//go:build unix

package probe

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is the processor time, user and system, that the process has used.
// It steps by a microsecond at the least and costs a system call.
func cpuTime() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		// The kernel fails this call only for bad arguments.
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
