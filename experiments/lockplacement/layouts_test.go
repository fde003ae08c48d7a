package lockplacement

import (
	"github.com/assay-bench/assay/variants/debounce"
	"github.com/assay-bench/assay/variants/placement"
)

// A loop does the operation once for each value from up to but not including
// to. The sender is the number of the goroutine that calls it.
type loop = func(sender, from, to int)

// A closer is a debouncer of any layout.
type closer interface{ Close() }

// ignore takes deliveries, of which there are none.
func ignore(int) {}

// layouts are the places for a lock. Each writes its loops out for its own
// types; loops shared between them would reach Inc and Send through an
// interface or a dictionary.
var layouts = []struct {
	layout string

	newCounter func() any
	count      func(counter any) loop

	newDebouncer func() (closer, error)
	send         func(debouncer closer) loop
}{
	{
		layout:     "adjacent",
		newCounter: func() any { return new(placement.Adjacent) },
		count: func(counter any) loop {
			c := counter.(*placement.Adjacent)
			return func(_, from, to int) {
				for range to - from {
					c.Inc()
				}
			}
		},
		newDebouncer: func() (closer, error) { return debounce.NewTicks(quiet, ignore) },
		send: func(debouncer closer) loop {
			d := debouncer.(*debounce.Ticks[int])
			return func(_, from, to int) {
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
		},
	},
	{
		layout:     "pad-64",
		newCounter: func() any { return new(placement.Pad64) },
		count: func(counter any) loop {
			c := counter.(*placement.Pad64)
			return func(_, from, to int) {
				for range to - from {
					c.Inc()
				}
			}
		},
		newDebouncer: func() (closer, error) { return debounce.NewPad64(quiet, ignore) },
		send: func(debouncer closer) loop {
			d := debouncer.(*debounce.Pad64[int])
			return func(_, from, to int) {
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
		},
	},
	{
		layout:     "pad-128",
		newCounter: func() any { return new(placement.Pad128) },
		count: func(counter any) loop {
			c := counter.(*placement.Pad128)
			return func(_, from, to int) {
				for range to - from {
					c.Inc()
				}
			}
		},
		newDebouncer: func() (closer, error) { return debounce.NewPad128(quiet, ignore) },
		send: func(debouncer closer) loop {
			d := debouncer.(*debounce.Pad128[int])
			return func(_, from, to int) {
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
		},
	},
	{
		layout:     "lock-last",
		newCounter: func() any { return new(placement.LockLast) },
		count: func(counter any) loop {
			c := counter.(*placement.LockLast)
			return func(_, from, to int) {
				for range to - from {
					c.Inc()
				}
			}
		},
		newDebouncer: func() (closer, error) { return debounce.NewLockLast(quiet, ignore) },
		send: func(debouncer closer) loop {
			d := debouncer.(*debounce.LockLast[int])
			return func(_, from, to int) {
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
		},
	},
	{
		layout:     "lock-apart",
		newCounter: func() any { return placement.NewLockApart() },
		count: func(counter any) loop {
			c := counter.(*placement.LockApart)
			return func(_, from, to int) {
				for range to - from {
					c.Inc()
				}
			}
		},
		newDebouncer: func() (closer, error) { return debounce.NewLockApart(quiet, ignore) },
		send: func(debouncer closer) loop {
			d := debouncer.(*debounce.LockApart[int])
			return func(_, from, to int) {
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
		},
	},
}
