package compiler

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"

	"github.com/assay-bench/assay/profiler/toolchain"
)

// Relink builds the binary of an earlier build once more, with its functions
// in the order that the linker makes of the seed, which is above zero. command
// is the Command that Run returned, dir the module's root, and output where the
// binary goes. What is compiled comes from the go command's cache: the flags
// are the same, and so is the code of every function.
//
// A build that the toolchain refuses gives a *toolchain.Failure.
func Relink(ctx context.Context, dir string, command []string, output string, seed int64) error {
	command, err := relink(command, output, seed)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.WaitDelay = grace
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return &toolchain.Failure{Output: string(out)}
	}
	return err
}

// relink is the command that does it.
func relink(command []string, output string, seed int64) ([]string, error) {
	at := slices.Index(command, "-o")
	if at < 0 || at+1 >= len(command) {
		return nil, fmt.Errorf("cannot link anew what %q built", command)
	}
	command = slices.Clone(command)
	command[at+1] = output
	return slices.Insert(command, at, fmt.Sprintf("-ldflags=-randlayout=%d", seed)), nil
}
