package pairs

import (
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
)

// The runtime keeps the rate of a profile that is on already.
func init() {
	if hz, err := strconv.Atoi(os.Getenv("PROFILE_HZ")); err == nil {
		runtime.SetCPUProfileRate(hz)
	}
}

const size = 512

// What pairs work on, and where their results go.
var (
	numbers = make([]int, size)
	keys    = make([]uint32, size)
	data    = make([]byte, size)
	gauges  = make([]*gauge, size)
	readers = make([]reader, size)
	hashes  = new(tables)
	cells   = new(queue)
	limits  = &clamp{10, 400}
	leaf    = new(page)
	buckets = uint32(64)

	sink atomic.Int64
)

func init() {
	for i := range hashes.any {
		hashes.any[i] = make([]uint32, 256)
	}
	for i := range size {
		numbers[i], keys[i], data[i] = i, uint32(i*2654435761), byte(i)
		gauges[i] = &gauge{i}
		readers[i] = gauges[i]
	}
}

// BenchmarkPair has the arms of each pair. The first pays for what the pair is
// named after.
func BenchmarkPair(b *testing.B) {
	pair := func(name, arm string, operation func() int) {
		b.Run(name+"/"+arm, func(b *testing.B) {
			sum := 0
			for range b.N {
				sum += operation()
			}
			sink.Add(int64(sum))
		})
	}
	pair("bounds-checks", "any", func() int { return int(hashes.hashAny(data)) })
	pair("bounds-checks", "fixed", func() int { return int(hashes.hashFixed(data)) })
	pair("division", "modulo", func() int { return int(bucketsByModulo(keys, buckets)) })
	pair("division", "mask", func() int { return int(bucketsByMask(keys, buckets-1)) })
	pair("interface", "interface", func() int { return readReaders(readers) })
	pair("interface", "concrete", func() int { return readGauges(gauges) })
	pair("closure", "closure", func() int { return readBy(gauges, func(g *gauge) int { return g.level + 1 }) })
	pair("closure", "concrete", func() int { return readGauges(gauges) })
	pair("dictionary", "generic", func() int { return readAll(gauges) })
	pair("dictionary", "concrete", func() int { return readGauges(gauges) })
	pair("large-copy", "value", func() int { return numberOf(*leaf) })
	pair("large-copy", "pointer", func() int { return numberAt(leaf) })
	pair("more-often", "twice", func() int { return int(checksum(data) ^ checksum(data[1:])) })
	pair("more-often", "once", func() int { return int(checksum(data)) })
	pair("not-hoisted", "each-time", func() int { return int(signatureMade(data)) })
	pair("not-hoisted", "once", func() int { return int(signature(data)) })
	pair("not-inlined", "called", func() int { return clampCalled(limits, numbers) })
	pair("not-inlined", "inline", func() int { return clampInline(limits, numbers) })
	pair("write-barrier", "pointers", func() int { cells.shiftItems(); return 0 })
	pair("write-barrier", "numbers", func() int { cells.shiftNumbers(); return 0 })
	pair("same", "index", func() int { return sumIndex(numbers) })
	pair("same", "range", func() int { return sumRange(numbers) })
	pair("alike", "two", func() int { return sumTwoAtATime(numbers) })
	pair("alike", "one", func() int { return sumRange(numbers) })

	b.Run("shared-line/near", func(b *testing.B) {
		c := new(near)
		var goroutine atomic.Int32
		b.RunParallel(func(pb *testing.PB) {
			n := &c.a
			if goroutine.Add(1)%2 == 0 {
				n = &c.b
			}
			for pb.Next() {
				for range 32 {
					n.Add(1)
				}
			}
		})
	})
	b.Run("shared-line/far", func(b *testing.B) {
		c := new(far)
		var goroutine atomic.Int32
		b.RunParallel(func(pb *testing.PB) {
			n := &c.a
			if goroutine.Add(1)%2 == 0 {
				n = &c.b
			}
			for pb.Next() {
				for range 32 {
					n.Add(1)
				}
			}
		})
	})
}
