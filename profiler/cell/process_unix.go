//go:build unix

package cell

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/assay-bench/assay/experiments/results"
)

// ownGroup puts the process into a group of its own, so that an interrupt
// from the keyboard reaches assay alone and everything that the process
// starts can be ended with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// quit asks a Go process to print its goroutines and end.
func quit(cmd *exec.Cmd) error { return cmd.Process.Signal(syscall.SIGQUIT) }

// killGroup ends whatever the process has left running.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func usage(p *results.Process, state *os.ProcessState) {
	p.Voluntary, p.Involuntary = -1, -1
	u, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return
	}
	p.MaxRSS = int64(u.Maxrss)
	if runtime.GOOS != "darwin" {
		p.MaxRSS <<= 10 // kilobytes everywhere else
	}
	p.Voluntary, p.Involuntary = int64(u.Nvcsw), int64(u.Nivcsw)
}

// used is the processor time that assay itself has used.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
