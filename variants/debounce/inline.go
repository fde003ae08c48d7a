package debounce

// The compiler compiles a generic body in the package that instantiates it,
// and inlines a lock there only if it has the lock's body at hand. A package
// that imports this one and not guard would have it only if this package had
// used it itself. So it does; otherwise the price of these locks would
// depend on what else the caller imports.
var (
	_ = (*TicksSpin[int]).Send
	_ = (*TicksChan[int]).Send
	_ = (*TicksSemaphore[int]).Send
)
