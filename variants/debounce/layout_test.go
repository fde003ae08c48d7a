package debounce

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"
)

func TestLayout(t *testing.T) {
	check := func(what string, got, want uintptr) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d bytes, want %d", what, got, want)
		}
	}
	const mutex = unsafe.Sizeof(uint64(0)) // a sync.Mutex is two words of 32 bits

	var adjacent Ticks[*Event]
	check("Ticks: lock to state", unsafe.Offsetof(adjacent.burst)-unsafe.Offsetof(adjacent.mu), mutex)

	var p64 Pad64[*Event]
	check("Pad64: lock to state", unsafe.Offsetof(p64.burst)-unsafe.Offsetof(p64.mu), 64)
	check("Pad64: room behind", unsafe.Sizeof(p64)-unsafe.Offsetof(p64.config)-unsafe.Sizeof(p64.config), 64)
	pair64 := &[2]Pad64[*Event]{}
	between := uintptr(unsafe.Pointer(&pair64[1].mu)) - uintptr(unsafe.Pointer(&pair64[0].burst))
	if state := unsafe.Sizeof(p64.burst); between < state+64 {
		t.Errorf("Pad64: state to the next lock: %d bytes", between-state)
	}

	var p128 Pad128[*Event]
	check("Pad128: lock to state", unsafe.Offsetof(p128.burst)-unsafe.Offsetof(p128.mu), 128)
	check("Pad128: room behind", unsafe.Sizeof(p128)-unsafe.Offsetof(p128.config)-unsafe.Sizeof(p128.config), 128)

	var last LockLast[*Event]
	check("LockLast: state", unsafe.Offsetof(last.burst), 0)
	check("LockLast: behind the lock", unsafe.Sizeof(last)-unsafe.Offsetof(last.mu)-mutex, 0)

	var locker TicksLocker[*Event]
	check("TicksLocker: lock to state", unsafe.Offsetof(locker.burst)-unsafe.Offsetof(locker.mu), mutex)

	// The sizes that the doc comments give.
	if unsafe.Sizeof(uintptr(0)) == 8 {
		var apart LockApart[*Event]
		check("Ticks", unsafe.Sizeof(adjacent), 56)
		check("Pad64", unsafe.Sizeof(p64), 176)
		check("Pad128", unsafe.Sizeof(p128), 304)
		check("LockLast", unsafe.Sizeof(last), 56)
		check("LockLast: state to lock", unsafe.Offsetof(last.mu), 48)
		check("LockApart", unsafe.Sizeof(apart), 56)
		check("LockApart: its lock", unsafe.Sizeof(*apart.mu), 8)
		check("Event", unsafe.Sizeof(Event{}), 24)
	}
}

// TestInit uses debouncers that stand side by side in an array.
func TestInit(t *testing.T) {
	type debouncer interface {
		Init(interval time.Duration, deliver func(*Event)) error
		Send(*Event)
		Close()
	}
	var (
		ticks [2]Ticks[*Event]
		p64   [2]Pad64[*Event]
		p128  [2]Pad128[*Event]
	)
	for _, pair := range [][2]debouncer{
		{&ticks[0], &ticks[1]},
		{&p64[0], &p64[1]},
		{&p128[0], &p128[1]},
	} {
		t.Run(fmt.Sprintf("%T", pair[0]), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got recorder
				for i, d := range pair {
					if err := d.Init(0, got.deliver); err == nil {
						t.Error("Init takes an interval of zero")
					}
					if err := d.Init(time.Duration(i+1)*interval, got.deliver); err != nil {
						t.Fatal(err)
					}
					defer d.Close()
					d.Send(&Event{ID: int64(i)})
				}
				time.Sleep(interval)
				wantIDs(t, got.ids(), 0)
				time.Sleep(interval)
				wantIDs(t, got.ids(), 0, 1)
			})
		})
	}
}
