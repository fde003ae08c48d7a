package causes

import "testing"

const tables = 64

// inUse counts the tables that somebody holds, rows what was read of them.
var inUse, rows int

func acquire() { inUse++ }
func release() { inUse-- }

func deferWithout(b *testing.B) {
	for b.Loop() {
		scanEach(tables)
	}
	sink += rows
}

func scanEach(n int) {
	for i := range n {
		acquire()
		rows += i * inUse
		release()
	}
}

// All tables are held until the end: deferring in a loop takes a record each.
func deferWith(b *testing.B) {
	for b.Loop() {
		scanAll(tables)
	}
	sink += rows
}

func scanAll(n int) {
	for i := range n {
		acquire()
		defer release()
		rows += i * inUse
	}
}
