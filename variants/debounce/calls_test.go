package debounce

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// indirect names the types whose Send calls something that the compiler does
// not know, and why it may.
var indirect = map[string]string{
	"Goroutine":   "context.CancelFunc is a function value",
	"Bep":         "the peer is a function value",
	"Lo":          "the peer is a function value",
	"TicksLocker": "the lock is an interface",
	"TicksDefer":  "a deferred call may go through a function value",
	"Strategy":    "the lock and the clock are in a dictionary",
}

// outlined names the functions of a lock that its callers call, rather than
// have them inlined.
var outlined = []string{"guard.(*Reentrant).Lock", "guard.(*Reentrant).Unlock", "guard.(*Spin).wait"}

// TestSendCallsDirectly reads the machine code of every Send. A rung that
// reached its lock, its clock or its state through a function value, an
// interface or a dictionary would be measured for that and not for itself.
func TestSendCallsDirectly(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a test binary")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command to build and disassemble with: ", err)
	}
	binary := filepath.Join(t.TempDir(), "debounce.test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("go test -c: %v\n%s", err, out)
	}
	// The name of the type, with or without its shapes.
	const send = `debounce\.\(\*([A-Za-z0-9]+)(\[.*go\.shape.*\])?\)\.Send\(SB\)`
	out, err := exec.Command("go", "tool", "objdump", "-s", `variants/debounce\.\(.*\)\.Send$`, binary).Output()
	if err != nil {
		t.Fatal("go tool objdump: ", err)
	}
	seen := make(map[string]bool)
	broke := make(map[string]bool)
	typ := ""
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "TEXT ") {
			typ = ""
			if m := regexp.MustCompile(send).FindStringSubmatch(line); m != nil {
				typ = m[1]
				seen[typ] = true
			}
		}
		_, callee, ok := strings.Cut(line, "CALL ")
		if typ == "" || !ok {
			continue
		}
		callee = strings.TrimSpace(callee)
		if !strings.HasSuffix(callee, "(SB)") {
			broke[typ] = true
			if indirect[typ] == "" {
				t.Errorf("%s.Send has the indirect call %s", typ, callee)
			}
		}
		if _, lock, ok := strings.Cut(callee, "variants/guard."); ok {
			known := false
			for _, name := range outlined {
				known = known || "guard."+lock == name+"(SB)"
			}
			if !known {
				t.Errorf("%s.Send does not inline %s", typ, callee)
			}
		}
	}
	for typ, reason := range indirect {
		if !broke[typ] {
			t.Errorf("%s.Send has only direct calls, though %s: take the exception away", typ, reason)
		}
	}
	// Owner is missing: its Send is one select, which its callers inline.
	for _, typ := range []string{"Goroutine", "AfterFunc", "Reset", "WorkerReentrant", "WorkerMutex", "Ticks",
		"EarlyClock", "HeldAny", "Concrete", "Pad64", "Pad128", "LockLast", "LockApart", "Atomic", "NoClock",
		"Bep", "Lo", "TicksDefer", "TicksLocker", "TicksRWMutex", "TicksReentrant", "TicksSpin", "TicksChan",
		"TicksSemaphore", "Strategy", "NowTicks", "SinceTime", "NoDeadline", "ConcreteInt"} {
		if !seen[typ] {
			t.Errorf("%s.Send is not in the binary under its own name: is it inlined?", typ)
		}
	}
}
