package causes

import "testing"

const products = 96

func mapWithout(b *testing.B) {
	cart := count(products)
	stock := count(products)
	for b.Loop() {
		sink += stockInSlice(stock, cart)
	}
}

func stockInSlice(stock []int, cart []int) int {
	total := 0
	for _, product := range cart {
		total += stock[product]
	}
	return total
}

// The keys are small and dense, and are hashed all the same.
func mapWith(b *testing.B) {
	cart := count(products)
	stock := map[int]int{}
	for i := range products {
		stock[i] = i
	}
	for b.Loop() {
		sink += stockInMap(stock, cart)
	}
}

func stockInMap(stock map[int]int, cart []int) int {
	total := 0
	for _, product := range cart {
		total += stock[product]
	}
	return total
}
