package guard

// A Chan is a lock made of a channel with room for one element: who has put
// an element in holds the lock. Use [NewChan].
type Chan struct {
	slot chan struct{}
}

// NewChan returns an unlocked Chan. Copies of it are the same lock.
func NewChan() Chan {
	return Chan{slot: make(chan struct{}, 1)}
}

// Lock waits until the lock is free and takes it. Waiters are served in the
// order of their arrival.
func (c Chan) Lock() {
	c.slot <- struct{}{}
}

// Unlock frees the lock. If the lock is free already, Unlock blocks, and so
// does every other misuse of a channel.
func (c Chan) Unlock() {
	<-c.slot
}
