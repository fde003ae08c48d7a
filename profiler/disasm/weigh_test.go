package disasm

import (
	"testing"
)

func TestWeigh(t *testing.T) {
	const push = "example.com/m/lib.(*List[go.shape.struct { example.com/m/lib.a int; example.com/m/lib.b int }]).Push"
	const atomics, visit = "example.com/m/lib.Atomics", "example.com/m/lib.Visit"
	listings := parseRecorded(t, "linux-amd64")
	before := dump(listings)

	first := func(function string) uint64 {
		for _, l := range listings {
			if l.Function == function {
				return start(l)
			}
		}
		t.Fatalf("no listing of %s", function)
		return 0
	}
	second := func(function string) uint64 {
		for _, l := range listings {
			if l.Function == function {
				return l.Instructions[1].Address
			}
		}
		return 0
	}

	// The same process, loaded where it was linked to and elsewhere.
	for _, moved := range []uint64{0, 0x5603_1458_7000} {
		p := newProfile(
			stack{count: 3, address: moved + first(push), frames: [][]string{{push}}},
			stack{count: 4, address: moved + second(push), frames: [][]string{{"sync.(*Mutex).Lock", push}}},
			// Within an instruction.
			stack{count: 2, address: moved + second(push) + 1, frames: [][]string{{push}}},
			stack{count: 10, address: moved + first(atomics), frames: [][]string{{atomics}, {push}}},
			// The function is known, the place in it is not.
			stack{count: 1, address: 7, frames: [][]string{{atomics}}},
			// Not asked for, and not known.
			stack{count: 20, address: moved + first(visit), frames: [][]string{{visit}}},
			stack{count: 5, address: moved + 99, frames: [][]string{{"runtime.mallocgc"}}},
			stack{count: 1, address: moved + first(push), frames: [][]string{{}}},
			stack{count: 2},
		)
		weighed, total := Weigh(listings, []string{push, atomics, "example.com/m/lib.Inlined"}, p)
		if total != 48 {
			t.Errorf("%d samples in all, want 48", total)
		}
		if len(weighed) != 2 || weighed[0].Function != atomics || weighed[1].Function != push {
			t.Fatalf("moved by %#x: got %s", moved, dump(weighed))
		}
		if got := []int64{weighed[0].Samples, weighed[0].Instructions[0].Samples}; got[0] != 11 || got[1] != 10 {
			t.Errorf("moved by %#x: %s has %d", moved, atomics, got)
		}
		got := []int64{weighed[1].Samples, weighed[1].Instructions[0].Samples, weighed[1].Instructions[1].Samples}
		if got[0] != 9 || got[1] != 3 || got[2] != 6 {
			t.Errorf("moved by %#x: %s has %d", moved, push, got)
		}
	}
	if after := dump(listings); after != before {
		t.Errorf("the listings were changed to %s", after)
	}
}
