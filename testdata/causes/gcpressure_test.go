package causes

import (
	"runtime"
	"testing"
)

// users is how many there are in a cache that is there all the time, some
// seven megabytes of it. Requests do not touch it.
const users = 1 << 17

// pageSize is how many bytes a request allocates. It is a variable, so that
// the compiler cannot put the page on the stack.
var pageSize = 1024

// A flatUser is one without pointers: others are named by their number.
type flatUser struct {
	name [48]byte
	next int
}

func gcPressureWithout(b *testing.B) {
	cache := make([]flatUser, users)
	for i := range cache {
		cache[i] = flatUser{name: [48]byte{'u'}, next: (i + 1) % users}
	}
	answerRequests(b)
	runtime.KeepAlive(cache)
}

// A user takes as much memory, with its name and what points to it, and the
// collector follows each pointer.
type user struct {
	name *[32]byte
	next *user
}

func gcPressureWith(b *testing.B) {
	cache := make([]*user, users)
	for i := range cache {
		cache[i] = &user{name: &[32]byte{'u'}}
	}
	for i, u := range cache {
		u.next = cache[(i+1)%users]
	}
	answerRequests(b)
	runtime.KeepAlive(cache)
}

// requests is how many a goroutine answers before it is waited for.
const requests = 1000

// answerRequests keeps two processors busy, so that what the collector takes
// is missing elsewhere.
func answerRequests(b *testing.B) {
	var sums [2]int
	for b.Loop() {
		together(func(goroutine int) {
			sum := 0
			for range requests {
				sum += answer(pageSize)
			}
			sums[goroutine] += sum
		})
	}
	sink += sums[0] + sums[1]
}

func answer(size int) int {
	page := make([]byte, size)
	for i := 0; i < len(page); i += 64 {
		page[i] = byte(i)
	}
	return int(page[size/2])
}
