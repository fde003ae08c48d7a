package debounce

import (
	"errors"
	"fmt"
	"time"
)

// check refuses what no debouncer can work with.
func check[T any](interval time.Duration, deliver func(T)) error {
	if interval <= 0 {
		return fmt.Errorf("debounce: interval %v is not positive", interval)
	}
	if deliver == nil {
		return errors.New("debounce: nothing to deliver to: the function is nil")
	}
	return nil
}

// config is what a debouncer with a worker is told once and only reads
// afterwards.
type config[T any] struct {
	interval int64 // nanoseconds, greater than zero
	deliver  func(T)
	done     chan struct{} // closed by Close, which wakes a sleeping worker
}

func (c *config[T]) init(interval time.Duration, deliver func(T)) error {
	if err := check(interval, deliver); err != nil {
		return err
	}
	c.interval, c.deliver, c.done = int64(interval), deliver, make(chan struct{})
	return nil
}
