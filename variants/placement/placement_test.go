package placement

import (
	"sync"
	"testing"
	"unsafe"
)

type counter interface {
	Inc()
	Value() int64
	Bytes() int
}

var counters = map[string]func() counter{
	"Adjacent":  func() counter { return new(Adjacent) },
	"Pad64":     func() counter { return new(Pad64) },
	"Pad128":    func() counter { return new(Pad128) },
	"LockLast":  func() counter { return new(LockLast) },
	"LockApart": func() counter { return NewLockApart() },
}

func TestCounters(t *testing.T) {
	for name, newCounter := range counters {
		t.Run(name, func(t *testing.T) {
			c := newCounter()
			if n := c.Value(); n != 0 {
				t.Errorf("starts at %d", n)
			}
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 500 {
						c.Inc()
						c.Value()
					}
				})
			}
			wg.Wait()
			if n := c.Value(); n != 8*500 {
				t.Errorf("counted %d, want %d", n, 8*500)
			}
		})
	}
}

func TestBytes(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of processors with 64 bits")
	}
	for name, want := range map[string]int{
		"Adjacent":  16,
		"Pad64":     128,
		"Pad128":    256,
		"LockLast":  16,
		"LockApart": 24, // 16 and, elsewhere, 8
	} {
		if got := counters[name]().Bytes(); got != want {
			t.Errorf("%s: %d bytes, want %d", name, got, want)
		}
	}
}

func TestLayout(t *testing.T) {
	check := func(what string, got, want uintptr) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d bytes, want %d", what, got, want)
		}
	}
	const mutex = unsafe.Sizeof(sync.Mutex{})

	var adjacent Adjacent
	check("Adjacent: lock", unsafe.Offsetof(adjacent.mu), 0)
	check("Adjacent: counter", unsafe.Offsetof(adjacent.n), mutex)

	// Of an array, so that the distance to the next element shows too.
	p64 := new([2]Pad64)
	check("Pad64: lock to counter", distance(&p64[0].mu, &p64[0].n), 64)
	check("Pad64: counter to the next lock", distance(&p64[0].n, &p64[1].mu), 64)

	p128 := new([2]Pad128)
	check("Pad128: lock to counter", distance(&p128[0].mu, &p128[0].n), 128)
	check("Pad128: counter to the next lock", distance(&p128[0].n, &p128[1].mu), 128)

	var last LockLast
	check("LockLast: counter", unsafe.Offsetof(last.n), 0)
	check("LockLast: behind the lock", unsafe.Sizeof(last)-unsafe.Offsetof(last.mu)-mutex, 0)
}

func distance[A, B any](a *A, b *B) uintptr {
	return uintptr(unsafe.Pointer(b)) - uintptr(unsafe.Pointer(a))
}
