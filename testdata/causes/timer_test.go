package causes

import (
	"testing"
	"time"
)

const messages = 64

// A connection counts what it has heard.
type connection struct {
	heard int
	idle  *time.Timer
}

func timerWithout(b *testing.B) {
	list := count(messages)
	c := new(connection)
	for b.Loop() {
		c.hearAll(list)
	}
	sink += c.heard
}

func (c *connection) hearAll(list []int) {
	for _, n := range list {
		c.heard = c.heard*31 + n
	}
}

// Each message moves the time at which the connection counts as idle.
func timerWith(b *testing.B) {
	list := count(messages)
	c := &connection{idle: time.AfterFunc(time.Hour, func() {})}
	defer c.idle.Stop()
	for b.Loop() {
		c.hearAllWatched(list)
	}
	sink += c.heard
}

func (c *connection) hearAllWatched(list []int) {
	for _, n := range list {
		c.heard = c.heard*31 + n
		c.idle.Reset(time.Hour)
	}
}
