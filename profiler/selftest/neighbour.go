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

// Neighbour spins on all processors for one to four seconds, sleeps for as
// long, and so on until its standard input ends, if this process was started
// to do that. It reports whether it was. A main function calls it first.
func Neighbour() bool {
	text, ok := os.LookupEnv(neighbourEnv)
	if !ok {
		return false
	}
	seed, _ := strconv.ParseUint(text, 10, 64)
	runtime.GOMAXPROCS(runtime.NumCPU())
	go func() {
		random := rand.New(rand.NewPCG(seed, 0))
		for {
			spin(spell(random))
			time.Sleep(spell(random))
		}
	}()
	// The pipe ends with the process that holds its other end, however that
	// ends.
	_, _ = io.Copy(io.Discard, os.Stdin)
	return true
}

// spell is how long the neighbour goes on as it does.
func spell(random *rand.Rand) time.Duration {
	return time.Second + time.Duration(random.Int64N(int64(3*time.Second)))
}

// spin keeps every processor busy for a time.
func spin(d time.Duration) {
	var over atomic.Bool
	for range runtime.NumCPU() {
		go func() {
			for !over.Load() {
			}
		}()
	}
	time.Sleep(d)
	over.Store(true)
}

// A neighbour is a running one.
type neighbour struct {
	cmd  *exec.Cmd
	pipe io.Closer
}

// startNeighbour starts this program as a neighbour. It ends with stop, with
// the context, and with this process.
func startNeighbour(ctx context.Context, seed uint64) (*neighbour, error) {
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
	return &neighbour{cmd, pipe}, nil
}

// stop ends the neighbour and waits for its end, whose status tells nothing.
func (n *neighbour) stop() {
	n.pipe.Close()
	_ = n.cmd.Wait()
}
