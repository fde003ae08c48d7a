// Package pairs has the code that the rules about compiled code are tested
// with: for each rule two ways to do the same, one of which pays.
package pairs

import (
	"hash/crc32"
	"sync/atomic"
)

// Bounds checks: the compiler knows that a byte is an index of an array of 256,
// and not that a slice is as long.

type tables struct {
	fixed [4][256]uint32
	any   [4][]uint32
}

//go:noinline
func (t *tables) hashFixed(data []byte) (sum uint32) {
	a, b, c, d := &t.fixed[0], &t.fixed[1], &t.fixed[2], &t.fixed[3]
	for _, x := range data {
		sum += a[x] ^ b[x^1] ^ c[x^2] ^ d[x^3]
	}
	return sum
}

//go:noinline
func (t *tables) hashAny(data []byte) (sum uint32) {
	a, b, c, d := t.any[0], t.any[1], t.any[2], t.any[3]
	for _, x := range data {
		sum += a[x] ^ b[x^1] ^ c[x^2] ^ d[x^3]
	}
	return sum
}

// Division.

//go:noinline
func bucketsByMask(keys []uint32, mask uint32) (sum uint32) {
	for _, k := range keys {
		sum = sum*3 + k&mask
	}
	return sum
}

//go:noinline
func bucketsByModulo(keys []uint32, n uint32) (sum uint32) {
	for _, k := range keys {
		sum = sum*3 + k%n
	}
	return sum
}

// Dynamic dispatch, by an interface, a function value and a dictionary.

type gauge struct{ level int }

func (g *gauge) read() int { return g.level + 1 }

type reader interface{ read() int }

//go:noinline
func readGauges(list []*gauge) (sum int) {
	for _, g := range list {
		sum += g.read()
	}
	return sum
}

//go:noinline
func readReaders(list []reader) (sum int) {
	for _, r := range list {
		sum += r.read()
	}
	return sum
}

//go:noinline
func readBy(list []*gauge, read func(*gauge) int) (sum int) {
	for _, g := range list {
		sum += read(g)
	}
	return sum
}

//go:noinline
func readAll[R reader](list []R) (sum int) {
	for _, r := range list {
		sum += r.read()
	}
	return sum
}

// Large copies.

type page struct {
	number int
	text   [500]byte
}

//go:noinline
func numberOf(p page) int { return p.number }

//go:noinline
func numberAt(p *page) int { return p.number }

// More work.

//go:noinline
func checksum(data []byte) (sum uint32) {
	for _, c := range data {
		sum = sum*31 + uint32(c)
	}
	return sum
}

const polynomial = 0xd5828281

var table = crc32.MakeTable(polynomial)

//go:noinline
func signature(data []byte) uint32 { return crc32.Update(0, table, data) }

//go:noinline
func signatureMade(data []byte) uint32 {
	return crc32.Update(0, crc32.MakeTable(polynomial), data)
}

// Not inlined.

type clamp struct{ low, high int }

func (c *clamp) within(n int) int {
	if n < c.low {
		return c.low
	}
	if n > c.high {
		return c.high
	}
	return n
}

//go:noinline
func (c *clamp) called(n int) int {
	if n < c.low {
		return c.low
	}
	if n > c.high {
		return c.high
	}
	return n
}

//go:noinline
func clampInline(c *clamp, list []int) (sum int) {
	for _, n := range list {
		sum += c.within(n)
	}
	return sum
}

//go:noinline
func clampCalled(c *clamp, list []int) (sum int) {
	for _, n := range list {
		sum += c.called(n)
	}
	return sum
}

// A shared cache line.

type near struct{ a, b atomic.Int64 }

type far struct {
	a atomic.Int64
	_ [120]byte
	b atomic.Int64
}

// Write barriers.

type queue struct {
	numbers [512]int
	items   [512]*gauge
}

//go:noinline
func (q *queue) shiftNumbers() {
	for i := len(q.numbers) - 1; i > 0; i-- {
		q.numbers[i] = q.numbers[i-1]
	}
}

//go:noinline
func (q *queue) shiftItems() {
	for i := len(q.items) - 1; i > 0; i-- {
		q.items[i] = q.items[i-1]
	}
}

// The same in two ways, which cost the same.

//go:noinline
func sumRange(list []int) (sum int) {
	for _, n := range list {
		sum = sum*7 + n
	}
	return sum
}

//go:noinline
func sumIndex(list []int) (sum int) {
	for i := 0; i < len(list); i++ {
		sum = sum*7 + list[i]
	}
	return sum
}

//go:noinline
func sumTwoAtATime(list []int) (sum int) {
	i := 0
	for ; i+1 < len(list); i += 2 {
		sum = sum*7 + list[i]
		sum = sum*7 + list[i+1]
	}
	if i < len(list) {
		sum = sum*7 + list[i]
	}
	return sum
}
