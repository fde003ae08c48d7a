package lockplacement

import (
	"unsafe"

	"github.com/assay-bench/assay/variants/debounce"
)

// lined is an array of two debouncers that begins 48 bytes behind the start of
// a cache line, so that deadline and phase of the first lie in one line of 64
// bytes with lock, value and deadline of the second. Left to the allocator an
// array of this size begins 0, 16, 32 or 48 bytes into a line, and how much is
// shared would be another matter in every process; with 16 it is nothing.
//
// The whole fills a size class of the allocator whose objects begin at
// multiples of 256.
type lined struct {
	_ [48]byte
	d [2]debounce.Ticks[int]
	_ [256 - 48 - 2*unsafe.Sizeof(debounce.Ticks[int]{})]byte
}

// pairs are two debouncers, one behind the other in an array, with a sender
// each. Start returns the loop, how many bytes there are from the beginning
// of one debouncer to that of the other, and what closes them.
var pairs = []struct {
	layout string
	start  func() (send loop, apart uintptr, stop func(), err error)
}{
	{
		layout: "adjacent",
		start: func() (send loop, apart uintptr, stop func(), err error) {
			d := &new(lined).d
			for i := range d {
				if err := d[i].Init(quiet, ignore); err != nil {
					return nil, 0, nil, err
				}
			}
			send = func(sender, from, to int) {
				d := &d[sender]
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
			stop = func() {
				d[0].Close()
				d[1].Close()
			}
			return send, unsafe.Sizeof(d[0]), stop, nil
		},
	},
	{
		layout: "pad-64",
		start: func() (send loop, apart uintptr, stop func(), err error) {
			d := new([2]debounce.Pad64[int])
			for i := range d {
				if err := d[i].Init(quiet, ignore); err != nil {
					return nil, 0, nil, err
				}
			}
			send = func(sender, from, to int) {
				d := &d[sender]
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
			stop = func() {
				d[0].Close()
				d[1].Close()
			}
			return send, unsafe.Sizeof(d[0]), stop, nil
		},
	},
	{
		layout: "pad-128",
		start: func() (send loop, apart uintptr, stop func(), err error) {
			d := new([2]debounce.Pad128[int])
			for i := range d {
				if err := d[i].Init(quiet, ignore); err != nil {
					return nil, 0, nil, err
				}
			}
			send = func(sender, from, to int) {
				d := &d[sender]
				for i := from; i < to; i++ {
					d.Send(i)
				}
			}
			stop = func() {
				d[0].Close()
				d[1].Close()
			}
			return send, unsafe.Sizeof(d[0]), stop, nil
		},
	},
}
