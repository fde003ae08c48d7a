package causes

import (
	"sync"
	"testing"
)

const hits = 128

// A counter belongs to one goroutine.
type counter struct{ n int }

func (c *counter) add(n int) { c.n += n }

func lockCostWithout(b *testing.B) {
	list := count(hits)
	c := new(counter)
	for b.Loop() {
		c.addAll(list)
	}
	sink += c.n
}

func (c *counter) addAll(list []int) {
	for _, n := range list {
		c.add(n)
	}
}

// A guardedCounter may belong to several. Here it does not, and nobody waits.
type guardedCounter struct {
	mu sync.Mutex
	n  int
}

func (c *guardedCounter) add(n int) {
	c.mu.Lock()
	c.n += n
	c.mu.Unlock()
}

func lockCostWith(b *testing.B) {
	list := count(hits)
	c := new(guardedCounter)
	for b.Loop() {
		c.addAll(list)
	}
	sink += c.n
}

func (c *guardedCounter) addAll(list []int) {
	for _, n := range list {
		c.add(n)
	}
}
