// Package guard holds locks that Go does not have, or has under another
// name, with the two methods of sync.Mutex. It answers what a lock costs by
// itself; variants/debounce has the same locks around a whole Send, since a
// lock that wins alone need not win where it is used.
//
//   - [Spin] takes turns by spinning on a word.
//   - [Chan] is a channel with room for one.
//   - [Semaphore] is golang.org/x/sync/semaphore with a weight of one.
//   - [Reentrant] may be locked again by the goroutine that holds it.
//
// The counters, one a lock, are the smallest thing to guard: [CounterMutex],
// [CounterDefer], [CounterLocker], [CounterRWMutex], [CounterReentrant],
// [CounterSpin], [CounterChan], [CounterSemaphore].
package guard
