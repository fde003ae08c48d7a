package probe

import (
	"fmt"
	"sync"
	"time"
)

// patience is how long a burst may take to come to rest before the benchmark
// fails. It is far above any interval that an experiment uses.
const patience = 5 * time.Second

// epoch is what all times of this package count from.
var epoch = time.Now()

// now is the time since epoch by the monotonic clock.
func now() time.Duration { return time.Since(epoch) }

// A Sink is told of deliveries. It may be told by several goroutines at once.
// Use NewSink.
type Sink struct {
	arrived chan struct{} // wakes await; holds one, so that telling never blocks

	mu     sync.Mutex
	count  int
	latest time.Duration // when the last delivery was, since epoch
}

// NewSink returns a Sink that has seen no delivery.
func NewSink() *Sink {
	return &Sink{arrived: make(chan struct{}, 1)}
}

// Delivered counts a delivery.
func (s *Sink) Delivered() {
	s.mu.Lock()
	s.count++
	s.latest = now()
	s.mu.Unlock()
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

// deliveries returns how many deliveries there have been. A nil Sink has none.
func (s *Sink) deliveries() int {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// hasSince reports whether there has been a delivery at or after a time.
func (s *Sink) hasSince(end time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count > 0 && s.latest >= end
}

// await blocks until there has been a delivery after the end of sending.
// Earlier ones prove nothing: a burst that is interrupted for longer than the
// interval has one in its midst. Only if no other comes for a long time was
// the latest that of the last value: then the sender was interrupted between
// its last send and the clock read that ends the sending. When there has been
// none at all since the burst began, with that many before it, await fails.
//
// The timer is the caller's and stopped, before and after.
func (s *Sink) await(end time.Duration, before int, timer *time.Timer) error {
	timer.Reset(patience)
	defer timer.Stop()
	for !s.hasSince(end) {
		select {
		case <-s.arrived:
		case <-timer.C:
			if s.deliveries() > before {
				return nil
			}
			return fmt.Errorf("no delivery within %v after the last send: the value is lost, or the interval is longer than that", patience)
		}
	}
	return nil
}
