//go:build !unix

package cell

import (
	"os"
	"os/exec"
	"time"

	"github.com/assay-bench/assay/experiments/results"
)

func ownGroup(*exec.Cmd) {}

// quit ends the process: there is no signal that makes it print its
// goroutines first.
func quit(cmd *exec.Cmd) error { return cmd.Process.Kill() }

func killGroup(*exec.Cmd) {}

func usage(p *results.Process, _ *os.ProcessState) { p.Voluntary, p.Involuntary = -1, -1 }

// used is for systems that tell what others use, and none of these does.
func used() time.Duration { return 0 }
