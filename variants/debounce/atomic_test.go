package debounce

import (
	"math"
	"testing"
	"testing/synctest"
	"time"
)

// TestAtomicInterleavings stops the worker between two of its steps and lets
// a sender in.
func TestAtomicInterleavings(t *testing.T) {
	a, b := &Event{ID: 1}, &Event{ID: 2}
	// each runs f on a debouncer whose worker the test plays itself.
	each := func(name string, f func(t *testing.T, d *Atomic[Event], got *recorder)) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got recorder
				d, err := NewAtomic(interval, got.deliver)
				if err != nil {
					t.Fatal(err)
				}
				defer d.Close()
				d.phase.Store(uint32(active))
				d.Send(a)
				f(t, d, &got)
			})
		})
	}
	each("a value before the worker takes", func(t *testing.T, d *Atomic[Event], _ *recorder) {
		time.Sleep(interval)
		now := ticks()
		if now < d.deadline.Load() {
			t.Fatal("a is not due")
		}
		d.Send(b)
		if v, wait := d.take(now); v != nil || wait != interval {
			t.Errorf("take gives %v, %v; want to wait %v", v, wait, interval)
		}
		if v := d.value.Load(); v != b {
			t.Errorf("the pending value is %v, want b", v)
		}
		time.Sleep(interval)
		if v, wait := d.take(ticks()); v != b || wait != 0 {
			t.Errorf("take gives %v, %v; want b", v, wait)
		}
	})
	each("a value before the worker puts back", func(t *testing.T, d *Atomic[Event], _ *recorder) {
		taken := d.value.Swap(nil)
		d.Send(b)
		d.putBack(taken)
		if v := d.value.Load(); v != b {
			t.Errorf("the pending value is %v, want b", v)
		}
	})
	each("a value before the worker is idle", func(t *testing.T, d *Atomic[Event], got *recorder) {
		time.Sleep(interval)
		if v, _ := d.take(ticks()); v != a {
			t.Fatalf("take gives %v, want a", v)
		}
		d.Send(b) // finds the worker active and relies on it
		if !d.finish() {
			t.Fatal("finish reports Close")
		}
		time.Sleep(interval)
		wantIDs(t, got.ids(), 2)
	})
	each("Close before the worker is idle", func(t *testing.T, d *Atomic[Event], _ *recorder) {
		time.Sleep(interval)
		d.take(ticks())
		d.Close()
		if d.finish() {
			t.Error("finish does not see Close")
		}
		d.Send(b)
		if v := d.value.Load(); v != nil {
			t.Errorf("holds %v after Close", v)
		}
	})
	each("a sender between its own steps", func(t *testing.T, d *Atomic[Event], _ *recorder) {
		time.Sleep(interval / 2)
		d.deadline.Store(ticks() + int64(interval)) // b's deadline, without b
		time.Sleep(interval / 2)
		if v, wait, ok := d.next(); v != nil || wait != interval/2 || !ok {
			t.Errorf("next gives %v, %v, %v; want to wait for b's deadline", v, wait, ok)
		}
	})
	each("a sender that read the clock first and comes last", func(t *testing.T, d *Atomic[Event], _ *recorder) {
		d.deadline.Store(math.MaxInt64)
		d.Send(b)
		if got := d.deadline.Load(); got != math.MaxInt64 {
			t.Errorf("the deadline moved back to %d", got)
		}
	})
}

// TestAtomicNil takes back what is pending.
func TestAtomicNil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got recorder
		d, err := NewAtomic(interval, got.deliver)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		d.Send(&Event{ID: 1})
		d.Send(nil)
		time.Sleep(2 * interval)
		wantIDs(t, got.ids())
		d.Send(&Event{ID: 2})
		time.Sleep(interval)
		wantIDs(t, got.ids(), 2)
	})
}
