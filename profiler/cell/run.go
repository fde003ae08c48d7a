package cell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/host"
)

// A Spec is what to run.
type Spec struct {
	// Binary is the test binary, Args its arguments.
	Binary string
	Args   []string

	// Dir is the working directory: that of the package, as go test has it.
	Dir string

	// Env is added to the environment, as "key=value".
	Env []string

	// Stderr gets what the process prints on standard error, besides what
	// is kept of it; nil where nobody wants it. It must not return errors.
	Stderr io.Writer

	// Timeout is how long the process may take before it counts as hung, or
	// with Idle how long it may print nothing.
	Timeout time.Duration
	Idle    bool
}

// maxOutput bounds what is kept of a process's output, in bytes. A benchmark
// that prints without end must not fill the memory.
const maxOutput = 1 << 20

// keptOutput bounds what of it goes into the record when a process failed.
const keptOutput = 16 << 10

// gracePeriod is how long a hung process has to print where its goroutines
// are before it is killed.
const gracePeriod = 2 * time.Second

// Run runs a process to its end and returns what it printed on standard
// output. Of the Process it fills in the command, the times, what was used
// and, when the process ended badly, Failure and Output. The error is only
// for a context that ended and for a process that could not be started: one
// that fails is a result.
func Run(ctx context.Context, spec Spec) (results.Process, []byte, error) {
	p := results.Process{
		Command: append([]string{spec.Binary}, spec.Args...),
		Env:     spec.Env,
		Foreign: -1, Stolen: -1, Pressure: -1, Throttled: -1,
	}
	hung := fmt.Errorf("hung: it was ended after %v", spec.Timeout)
	if spec.Idle {
		hung = fmt.Errorf("hung: it printed nothing for %v", spec.Timeout)
	}
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(spec.Timeout, func() { cancel(hung) })
	defer watch.Stop()
	cmd := exec.CommandContext(limited, spec.Binary, spec.Args...)
	cmd.Dir = spec.Dir
	cmd.Env = append(os.Environ(), spec.Env...)
	stdout, stderr := &tail{max: maxOutput}, &tail{max: maxOutput}
	if spec.Idle {
		stdout.wrote = func() { watch.Reset(spec.Timeout) }
	}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if spec.Stderr != nil {
		cmd.Stderr = io.MultiWriter(stderr, spec.Stderr)
	}
	cmd.Cancel = func() error { return quit(cmd) }
	cmd.WaitDelay = gracePeriod
	ownGroup(cmd)

	assay, before := used(), host.Now()
	p.Started = time.Now()
	if err := cmd.Start(); err != nil {
		return p, nil, fmt.Errorf("cannot start %s: %w", spec.Binary, err)
	}
	err := cmd.Wait()
	p.Wall = time.Since(p.Started)
	after := host.Now()
	assay = used() - assay
	p.Started = p.Started.UTC()
	killGroup(cmd)
	if ctx.Err() != nil {
		return p, stdout.Bytes(), ctx.Err()
	}
	state := cmd.ProcessState
	p.User, p.System = state.UserTime(), state.SystemTime()
	p.Exit = state.ExitCode()
	usage(&p, state)
	// Starting a process and waiting for it is no other work either: it took
	// a twentieth of the machine beside a process of 15 ms.
	in := host.Between(before, after, p.User+p.System+assay)
	p.Foreign, p.Stolen, p.Pressure = in.Foreign, in.Stolen, in.Pressure
	p.Throttled, p.ClockSource, p.Disturbed = in.Throttled, in.ClockSource, in.Disturbed()
	switch exit := (*exec.ExitError)(nil); {
	case errors.Is(context.Cause(limited), hung):
		p.Failure = hung.Error()
	case errors.As(err, &exit):
		p.Failure = reason(state.String(), stdout.Bytes(), stderr.Bytes())
	case err != nil:
		p.Failure = err.Error()
	}
	if p.Failure != "" {
		p.Output = Shorten(joined(stdout.Bytes(), stderr.Bytes()))
	}
	return p, stdout.Bytes(), nil
}

// reason says in a line why a process ended badly: the first line that panics
// or fails, and else its exit status.
func reason(status string, stdout, stderr []byte) string {
	for _, out := range [][]byte{stderr, stdout} {
		for line := range bytes.Lines(out) {
			text := strings.TrimSpace(string(line))
			if i := strings.Index(text, "panic: "); i >= 0 {
				return text[i:]
			}
			if strings.HasPrefix(text, "fatal error: ") || strings.HasPrefix(text, "--- FAIL: ") {
				return text
			}
		}
	}
	return status
}

func joined(stdout, stderr []byte) string {
	if len(stderr) == 0 {
		return string(stdout)
	}
	if len(stdout) == 0 {
		return string(stderr)
	}
	return strings.TrimRight(string(stdout), "\n") + "\n" + string(stderr)
}

// Shorten leaves out the middle of a long output and says how much that was.
func Shorten(output string) string {
	output = strings.ToValidUTF8(output, "\uFFFD")
	if len(output) <= keptOutput {
		return output
	}
	half := keptOutput / 2
	head, end := output[:half], output[len(output)-half:]
	return fmt.Sprintf("%s\n… %d bytes left out …\n%s", strings.ToValidUTF8(head, ""), len(output)-keptOutput, strings.ToValidUTF8(end, ""))
}

// tail keeps the first half of max bytes that were written and the last half.
type tail struct {
	max  int
	head []byte
	end  []byte

	// wrote is called after each write, unless it is nil.
	wrote func()
}

func (t *tail) Write(data []byte) (int, error) {
	if t.wrote != nil {
		defer t.wrote()
	}
	n := len(data)
	if room := t.max/2 - len(t.head); room > 0 {
		room = min(room, len(data))
		t.head = append(t.head, data[:room]...)
		data = data[room:]
	}
	t.end = append(t.end, data...)
	// Cutting at twice the limit keeps the copying linear.
	if len(t.end) > t.max {
		t.end = append(t.end[:0], t.end[len(t.end)-t.max/2:]...)
	}
	return n, nil
}

// Bytes returns what was kept.
func (t *tail) Bytes() []byte {
	end := t.end
	if len(end) > t.max/2 {
		end = end[len(end)-t.max/2:]
	}
	return append(bytes.Clone(t.head), end...)
}
