// Package placement asks where a lock should stand in memory, with the
// smallest state that a lock can guard: one counter. variants/debounce asks
// the same of a whole debouncer, which touches more memory under its lock;
// the two need not agree.
//
//   - [Adjacent]: the lock, and the counter right behind it.
//   - [Pad64]: the counter starts 64 bytes behind the start of the lock.
//   - [Pad128]: the same with 128 bytes.
//   - [LockLast]: the counter, and the lock right behind it.
//   - [LockApart]: the lock in an allocation of its own.
//
// Two words that stand 64 bytes apart are never in one cache line of 64
// bytes, wherever the allocator puts them. 128 is the line of Apple's
// processors, and the pair of lines that Intel's prefetch together. Each
// padded type is padded behind as well, so that the distance also holds to
// the next element of an array.
package placement
