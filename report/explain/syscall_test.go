package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestSyscall(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, syscall, []ruleTest{
		{
			name: "a write",
			more: newArm("writes", own(50), spent(900, cost.Syscalls, "internal/runtime/syscall.Syscall6", "os.(*File).Write", line(11))).with(withCalls("os.(*File).Write")),
			less: plain(),
			want: []string{
				"established: Each operation enters the kernel.",
				"at list.go:11",
				"agrees: CPU profile: 900 ns/op of system calls against 0 ns/op in plain",
				"agrees: machine code: CALL os.(*File).Write at list.go:11",
			},
		},
		{
			name: "it waits for the disk", waits: 5000,
			more: newArm("syncs", own(50)).with(withCalls("os.(*File).Sync")).with(func(a *Arm) {
				a.Wall = profile(own(50), spent(5000, cost.Syscalls, "syscall.Syscall", "os.(*File).Sync", line(11)))
			}),
			less: plain().with(func(a *Arm) { a.Wall = profile(own(50)) }),
			want: []string{"established: Each operation waits for the kernel.", "wall-clock profile: 5 µs/op of system calls"},
		},
		{
			name: "threads that are put to sleep",
			more: newArm("switches", own(50), spent(200, cost.Scheduling, "runtime.futex", "", cost.Place{})),
			less: plain(),
		},
	})
}
