package debounce

import (
	"testing"
	"time"
)

// TestBurst follows the state through a burst, in ticks that no clock gave
// out. They are negative, as in a synctest bubble.
func TestBurst(t *testing.T) {
	const hundred = 100 * time.Nanosecond
	for _, base := range []int64{-1_000_000, -50, 0, 1_000_000} {
		var b burst[string]
		next := func(at int64, want string, wantWait time.Duration, wantOK bool) {
			t.Helper()
			v, wait, ok := b.next(base + at)
			if v != want || wait != wantWait || ok != wantOK {
				t.Fatalf("base %d: next(%d) gives %q, %v, %v; want %q, %v, %v",
					base, at, v, wait, ok, want, wantWait, wantOK)
			}
		}
		send := func(v string, at int64, want bool) {
			t.Helper()
			if start := b.send(v, base+at+100); start != want {
				t.Fatalf("base %d: send(%q, %d) gives %v", base, v, at, start)
			}
		}
		send("a", 0, true)
		next(0, "", hundred, true)
		send("b", 99, false)
		next(100, "", 99, true)
		next(199, "b", 0, true)
		if b.value != "" {
			t.Errorf("an idle burst holds %q", b.value)
		}
		send("c", 199, true)
		send("d", 200, false)
		next(310, "d", 0, true) // a worker may be late

		send("e", 400, true)
		if !b.close() || b.close() {
			t.Error("close does not report the first time alone")
		}
		next(1000, "", 0, false)
		send("f", 1001, false)
		if b.value != "" {
			t.Errorf("a closed burst holds %q", b.value)
		}
	}
}

// TestEarlyClock has a sender that read the clock first and came last.
func TestEarlyClock(t *testing.T) {
	var b burst[string]
	b.sendEarly("a", -100)
	b.sendEarly("b", -110)
	if b.deadline != -100 {
		t.Errorf("deadline %d, want -100", b.deadline)
	}
	if v, _, _ := b.next(-100); v != "b" {
		t.Errorf("delivered %q, want b", v)
	}
	// The deadline of a burst that is over binds nobody.
	b.sendEarly("c", -110)
	if b.deadline != -110 {
		t.Errorf("deadline %d, want -110", b.deadline)
	}
}
