package causes

import (
	"strconv"
	"testing"
)

const (
	orders  = 128
	atMost  = 1 << 20
	perUnit = 3
	fee     = 7
)

func notInlinedWithout(b *testing.B) {
	counts := count(orders)
	for b.Loop() {
		sink += bill(counts)
	}
}

func bill(counts []int) int {
	total := 0
	for _, n := range counts {
		total += price(n)
	}
	return total
}

func price(n int) int {
	if n < 0 || n > atMost {
		panic("impossible number of items")
	}
	return n*perUnit + fee
}

// An error message with figures in it makes the function too large to inline.
func notInlinedWith(b *testing.B) {
	counts := count(orders)
	for b.Loop() {
		sink += billExplained(counts)
	}
}

func billExplained(counts []int) int {
	total := 0
	for _, n := range counts {
		total += priceExplained(n)
	}
	return total
}

func priceExplained(n int) int {
	if n < 0 || n > atMost {
		panic(strconv.Itoa(n) + " items are more than " + strconv.Itoa(atMost) + ", or fewer than none")
	}
	return n*perUnit + fee
}
