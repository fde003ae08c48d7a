package guard

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// locks are all locks of the package and, as a check of the test, sync.Mutex.
var locks = map[string]func() sync.Locker{
	"Mutex":     func() sync.Locker { return new(sync.Mutex) },
	"Spin":      func() sync.Locker { return new(Spin) },
	"Chan":      func() sync.Locker { return NewChan() },
	"Semaphore": func() sync.Locker { return NewSemaphore() },
	"Reentrant": func() sync.Locker { return new(Reentrant) },
}

// goroutines calls f from 8 goroutines, so often each, and waits for them.
func goroutines(times int, f func()) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range times {
				f()
			}
		})
	}
	wg.Wait()
}

// TestMutualExclusion has a plain variable guarded. A lock that lets two in
// loses counts, and the race detector sees it even if it does not.
func TestMutualExclusion(t *testing.T) {
	for name, newLock := range locks {
		t.Run(name, func(t *testing.T) {
			lock := newLock()
			var n, inside int
			goroutines(500, func() {
				lock.Lock()
				defer lock.Unlock()
				inside++
				if inside != 1 {
					t.Errorf("%d are inside", inside)
				}
				if n%10 == 0 {
					runtime.Gosched() // with the lock held
				}
				n++
				inside--
			})
			if n != 8*500 {
				t.Errorf("counted %d, want %d", n, 8*500)
			}
		})
	}
}

// TestWaiterGetsLock has a goroutine wait for one that holds the lock across
// a sleep.
func TestWaiterGetsLock(t *testing.T) {
	for name, newLock := range locks {
		t.Run(name, func(t *testing.T) {
			lock := newLock()
			lock.Lock()
			held := true
			done := make(chan bool)
			go func() {
				lock.Lock()
				defer lock.Unlock()
				done <- held
			}()
			time.Sleep(5 * time.Millisecond)
			held = false
			lock.Unlock()
			if <-done {
				t.Error("the lock was given out twice")
			}
		})
	}
}

// TestSpinOnOneProcessor has a waiter spin on the only processor, which the
// holder needs.
func TestSpinOnOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var s Spin
	s.Lock()
	done := make(chan struct{})
	go func() {
		s.Lock()
		close(done)
	}()
	runtime.Gosched() // to the waiter, which has to come back
	s.Unlock()
	<-done
}

func TestReentrantNests(t *testing.T) {
	var r Reentrant
	for range 3 {
		r.Lock()
	}
	for range 2 {
		r.Unlock()
	}

	got := make(chan struct{})
	go func() {
		r.Lock()
		defer r.Unlock()
		close(got)
	}()
	select {
	case <-got:
		t.Fatal("free after two of three Unlocks")
	case <-time.After(5 * time.Millisecond):
	}
	r.Unlock()
	<-got
}

// TestReentrantExcludesOthersWhileNested counts with nested locks.
func TestReentrantExcludesOthersWhileNested(t *testing.T) {
	var r Reentrant
	n := 0
	inc := func() {
		r.Lock()
		defer r.Unlock()
		n++
	}
	goroutines(200, func() {
		r.Lock()
		before := n
		inc()
		inc()
		if n != before+2 {
			t.Errorf("from %d to %d by two", before, n)
		}
		r.Unlock()
	})
	if n != 2*8*200 {
		t.Errorf("counted %d, want %d", n, 2*8*200)
	}
}

// TestUnlockOfUnlocked holds each lock to what its documentation says.
func TestUnlockOfUnlocked(t *testing.T) {
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			t.Helper()
			if recover() == nil {
				t.Errorf("%s does not panic", name)
			}
		}()
		f()
	}
	var r Reentrant
	panics("Reentrant", r.Unlock)
	panics("Semaphore", NewSemaphore().Unlock)

	locked := make(chan struct{})
	release := make(chan struct{})
	go func() {
		r.Lock()
		close(locked)
		<-release
		r.Unlock()
	}()
	<-locked
	panics("Reentrant held by another", r.Unlock)
	close(release)

	new(Spin).Unlock() // does not notice

	synctest.Test(t, func(t *testing.T) {
		c := NewChan()
		unlocked := false
		go func() {
			c.Unlock()
			unlocked = true
		}()
		synctest.Wait()
		if unlocked {
			t.Error("Chan: Unlock of an unlocked one returns")
		}
		c.Lock() // lets it go
		synctest.Wait()
		if !unlocked {
			t.Error("Chan: Unlock does not return")
		}
	})
}

func TestCounters(t *testing.T) {
	type counter interface {
		Inc()
		Value() int64
	}
	for name, c := range map[string]counter{
		"Mutex":     new(CounterMutex),
		"Defer":     new(CounterDefer),
		"Locker":    NewCounterLocker(),
		"RWMutex":   new(CounterRWMutex),
		"Reentrant": new(CounterReentrant),
		"Spin":      new(CounterSpin),
		"Chan":      NewCounterChan(),
		"Semaphore": NewCounterSemaphore(),
	} {
		t.Run(name, func(t *testing.T) {
			if n := c.Value(); n != 0 {
				t.Errorf("starts at %d", n)
			}
			goroutines(500, func() {
				c.Inc()
				c.Value()
			})
			if n := c.Value(); n != 8*500 {
				t.Errorf("counted %d, want %d", n, 8*500)
			}
		})
	}
}
