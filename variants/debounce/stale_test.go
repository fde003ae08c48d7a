package debounce

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"
)

// TestResetIgnoresStaleFiring holds a firing up between the timer and its
// function, which is where a value may come in.
func TestResetIgnoresStaleFiring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got recorder
		d, err := NewReset(interval, got.deliver)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		gate := make(chan struct{})
		d.timer = time.AfterFunc(math.MaxInt64, func() {
			<-gate
			d.fire()
		})
		d.timer.Stop()

		d.Send(&Event{ID: 1})
		time.Sleep(interval) // fired, and its function waits
		d.Send(&Event{ID: 2})
		time.Sleep(interval - 1)
		d.Send(&Event{ID: 3})
		if d.stale != 1 {
			t.Errorf("%d firings are stale, want 1", d.stale)
		}
		gate <- struct{}{}
		wantIDs(t, got.ids())
		if d.stale != 0 {
			t.Errorf("%d firings are stale, want 0", d.stale)
		}

		time.Sleep(interval)
		gate <- struct{}{}
		wantIDs(t, got.ids(), 3)

		// Two firings wait. Whichever comes first is taken for the stale one.
		d.Send(&Event{ID: 4})
		time.Sleep(interval)
		d.Send(&Event{ID: 5})
		time.Sleep(interval)
		gate <- struct{}{}
		wantIDs(t, got.ids(), 3)
		gate <- struct{}{}
		wantIDs(t, got.ids(), 3, 5)

		// A firing that Close overtakes.
		d.Send(&Event{ID: 6})
		time.Sleep(interval)
		d.Close()
		gate <- struct{}{}
		wantIDs(t, got.ids(), 3, 5)
	})
}

func TestAfterFuncIgnoresStaleFiring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got recorder
		d, err := NewAfterFunc(interval, got.deliver)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		first := &Event{ID: 1}
		d.Send(first)
		stale := d.generation
		d.Send(&Event{ID: 2})
		d.fire(stale, first) // its timer had fired before Stop
		wantIDs(t, got.ids())
		time.Sleep(interval)
		wantIDs(t, got.ids(), 2)

		d.Send(first)
		stale = d.generation
		d.Close()
		d.fire(stale, first)
		wantIDs(t, got.ids(), 2)
	})
}

func TestGoroutineIgnoresStaleTimer(t *testing.T) {
	d, err := NewGoroutine(time.Hour, func(*Event) {})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ctx, cancel := context.WithCancel(context.Background())
	d.cancel = cancel
	d.Send(&Event{}) // cancels ctx, whose timer may have fired already
	if d.finish(ctx) {
		t.Error("a goroutine that was cancelled finishes the burst")
	}
	if d.cancel == nil {
		t.Error("a goroutine that was cancelled ended the burst of another")
	}
}

func TestOwnerPrefersWhatCameBeforeTheTimer(t *testing.T) {
	d := &Owner[int]{values: make(chan int, 1), done: make(chan struct{})}
	check := func(wantV int, wantLater, wantEnded bool) {
		t.Helper()
		if v, later, ended := d.overtaken(); v != wantV || later != wantLater || ended != wantEnded {
			t.Errorf("overtaken() = %d, %v, %v; want %d, %v, %v", v, later, ended, wantV, wantLater, wantEnded)
		}
	}
	check(0, false, false)
	d.values <- 1
	check(1, true, false)
	d.values <- 2
	d.Close()
	check(0, false, true)
}

// TestPeersCloseBeforeFiring closes a peer whose function is about to run.
func TestPeersCloseBeforeFiring(t *testing.T) {
	deliver := func(int) { t.Error("delivered after Close") }
	t.Run("Bep", func(t *testing.T) {
		d, err := NewBep(time.Hour, deliver)
		if err != nil {
			t.Fatal(err)
		}
		var fire func()
		d.debounced = func(f func()) { fire = f }
		d.Send(1)
		late := fire
		d.Close()
		late()
		fire()
	})
	t.Run("Lo", func(t *testing.T) {
		d, err := NewLo(time.Hour, deliver)
		if err != nil {
			t.Fatal(err)
		}
		d.Send(1)
		d.Close()
		d.fire()
	})
}
