package debounce

import (
	"testing"
	"testing/synctest"
	"time"
)

// named is a value of an interface type.
type named interface{ Name() string }

type name string

func (n name) Name() string { return string(n) }

// TestShapes delivers values of types that the compiler makes different
// bodies for.
func TestShapes(t *testing.T) {
	event := &Event{ID: 7}
	t.Run("int", func(t *testing.T) { testShape(t, 1, 2) })
	t.Run("string", func(t *testing.T) { testShape(t, "a", "b") })
	t.Run("pointer", func(t *testing.T) { testShape(t, nil, event) })
	t.Run("struct", func(t *testing.T) { testShape(t, Event{ID: 1}, Event{ID: 2}) })
	t.Run("interface", func(t *testing.T) { testShape[named](t, name("a"), name("b")) })
	t.Run("array", func(t *testing.T) { testShape(t, [16]int64{1}, [16]int64{2}) })
}

func testShape[T comparable](t *testing.T, first, last T) {
	synctest.Test(t, func(t *testing.T) {
		var got []T
		d, err := NewTicks(interval, func(v T) { got = append(got, v) })
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		d.Send(first)
		d.Send(last)
		time.Sleep(interval)
		synctest.Wait()
		if len(got) != 1 || got[0] != last {
			t.Errorf("delivered %v, want %v", got, last)
		}
		if d.burst.value != *new(T) {
			t.Errorf("an idle debouncer holds %v", d.burst.value)
		}
	})
}

// TestHeldAnyValue holds a value that is no pointer.
func TestHeldAnyValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []any
		d, err := NewHeldAny(interval, func(v any) { got = append(got, v) })
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		d.Send("a")
		d.Send(Event{ID: 2})
		time.Sleep(interval)
		synctest.Wait()
		if len(got) != 1 || got[0] != (Event{ID: 2}) {
			t.Errorf("delivered %v", got)
		}
	})
}

// TestNoDeadline is the bound that keeps no more of the contract than this.
func TestNoDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, err := NewNoDeadline(0, func(int) {}); err == nil {
			t.Error("an interval of zero is taken")
		}
		d, err := NewNoDeadline(interval, func(int) { t.Error("delivered") })
		if err != nil {
			t.Fatal(err)
		}
		d.Send(1)
		d.Send(2)
		if d.value != 2 {
			t.Errorf("holds %d, want 2", d.value)
		}
		time.Sleep(10 * interval)
		d.Close()
		d.Send(3)
		if d.value != 0 {
			t.Errorf("holds %d after Close", d.value)
		}
	})
}
