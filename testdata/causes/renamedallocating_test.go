package causes

import "testing"

const entries = 24

// The same functions under two names, and both allocate.

type entry struct {
	next *entry
	n    int
}

func renamedAllocatingWithout(b *testing.B) {
	for b.Loop() {
		sink += chain(entries).n
	}
}

func chain(n int) *entry {
	var head *entry
	for i := range n {
		head = &entry{next: head, n: i}
	}
	return head
}

type link struct {
	next *link
	n    int
}

func renamedAllocatingWith(b *testing.B) {
	for b.Loop() {
		sink += links(entries).n
	}
}

func links(n int) *link {
	var head *link
	for i := range n {
		head = &link{next: head, n: i}
	}
	return head
}
