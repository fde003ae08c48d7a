package selftest

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"
)

// neighbourEnv makes this program a neighbour. Its value is the seed.
const neighbourEnv = "ASSAY_NEIGHBOUR"

// Neighbour spins on all processors, for one to four seconds, and then not for
// as long, until its standard input ends, if this process was started to do
// that. It reports whether it was. A main function calls it first.
func Neighbour() bool {
	seed, ok := os.LookupEnv(neighbourEnv)
	if !ok {
		return false
	}
	n, _ := strconv.ParseUint(seed, 10, 64)
	var busy atomic.Bool
	for range runtime.NumCPU() {
		go func() {
			for {
				if !busy.Load() {
					time.Sleep(time.Millisecond)
				}
			}
		}()
	}
	go func() {
		random := rand.New(rand.NewPCG(n, 0))
		for {
			busy.Store(!busy.Load())
			time.Sleep(time.Second + time.Duration(random.Int64N(int64(3*time.Second))))
		}
	}()
	// The pipe ends with the process that holds its other end, however that
	// ends.
	_, _ = io.Copy(io.Discard, os.Stdin)
	return true
}

// startNeighbour starts this program as a neighbour. What it returns ends it.
func startNeighbour(ctx context.Context, seed uint64) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), neighbourEnv+"="+strconv.FormatUint(seed, 10))
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() {
		pipe.Close()
		_ = cmd.Wait()
	}, nil
}
