package structs

import (
	"runtime"
	"sync"
)

// classes are the sizes that the allocator of the running program has, in
// ascending order, as far as package runtime lists them, which is to some 20 KB.
// The allocator is that of the Go that assay was built with.
var classes = sync.OnceValue(func() []int64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	var sizes []int64
	for _, c := range stats.BySize {
		if c.Size > 0 {
			sizes = append(sizes, int64(c.Size))
		}
	}
	return sizes
})

// class is the smallest size of the allocator that holds so many bytes; zero
// where there is none.
func class(size int64) int64 {
	if size <= 0 {
		return 0
	}
	for _, c := range classes() {
		if size <= c {
			return c
		}
	}
	return 0
}
