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
func Relink(ctx context.Context, dir string, command []string, output string, seed int64) error {
	command = slices.Clone(command)
	at := slices.Index(command, "-o")
	if at < 0 || at+1 >= len(command) {
		return fmt.Errorf("cannot link anew what %v built", command)
	}
	command[at+1] = output
	command = slices.Insert(command, at, fmt.Sprintf("-ldflags=-randlayout=%d", seed))
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
