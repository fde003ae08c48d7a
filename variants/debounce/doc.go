// Package debounce holds many ways to do one thing, trailing debounce: after
// an interval without a value, deliver the latest one. A run of values
// before such a pause is a burst. The package answers what accepting a value
// costs, and which part of a design the cost comes from.
//
// All keep the same contract, except where the comment of a peer or of a
// bound says otherwise, and one test runs it on all of them:
//
//   - The latest value wins, and each burst delivers exactly one.
//   - Nothing is delivered before the interval has passed since the last
//     value. The interval counts from somewhere within the call of Send.
//   - A burst is over before its value is delivered, so a value that arrives
//     meanwhile starts a new one. Deliveries may therefore overlap.
//   - Values may come from many goroutines.
//   - Close drops what is pending and leaves no goroutine behind. It waits
//     for nothing that the caller runs: a delivery may still be under way
//     when it returns. It may be called twice. Values sent later are ignored.
//   - An interval of zero or less, and a nil function, are refused.
//
// # The ladder
//
// [Rungs] has the complete implementations in the order in which they are
// told: what one writes first, then one change a rung.
//
// What does it cost to start something for every value, and to reuse it?
// [Goroutine], [AfterFunc], [Reset], [Owner] (without and with a buffer), and
// [WorkerReentrant], which starts one worker for each burst.
//
// What do the lock, the clock and the stored deadline cost?
// [WorkerReentrant], [WorkerMutex], [Ticks], [EarlyClock].
//
// What does a value of any type cost? [HeldAny], [Ticks] of a type that is
// not a pointer (the rung held-value), [Concrete].
//
// Where should the lock stand? [Ticks] has it next to the state; [Pad64],
// [Pad128], [LockLast], [LockApart] elsewhere.
//
// What is left without a lock, and without a clock? [Atomic], [NoClock]; the
// second delivers up to an interval late and is a bound, not a candidate.
//
// What do others offer? [Bep] is github.com/bep/debounce, [Lo] is
// github.com/samber/lo, each used as its README shows.
//
// # For single questions
//
// Which half of the clock costs, reading it or storing the deadline? A two
// by two of time.Now or time.Since to read and time.Time or int64 to store:
// [WorkerMutex], [NowTicks], [SinceTime], [Ticks]; and [NoDeadline] with
// neither.
//
// Which lock? [Ticks] with another one: [TicksDefer], [TicksLocker],
// [TicksRWMutex], [TicksReentrant], [TicksSpin], [TicksChan],
// [TicksSemaphore].
//
// What does the compiler know? [Strategy] has its lock and its clock as type
// parameters; [Concrete] and [ConcreteInt] have none.
//
// # How they are built
//
// Types that start one worker for each burst share its loop (worker.go), and
// those that keep their deadline in ticks share the state (burst.go). Send
// of each is written out all the same: it makes direct calls only, and what
// starts a worker stands outside it, so that a difference between two rungs
// is the difference between two short functions.
package debounce
