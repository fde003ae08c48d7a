package causes

import "testing"

const parcels = 96

type parcel struct{ grams int }

func (p *parcel) weight() int { return p.grams }

func parcelsOf(n int) []*parcel {
	list := make([]*parcel, n)
	for i := range list {
		list[i] = &parcel{grams: i}
	}
	return list
}

func dictionaryWithout(b *testing.B) {
	list := parcelsOf(parcels)
	for b.Loop() {
		sink += weightOfParcels(list)
	}
}

func weightOfParcels(list []*parcel) int {
	total := 0
	for _, p := range list {
		total += p.weight()
	}
	return total
}

// All pointers share the body of a generic function. It finds their methods
// in a dictionary.
func dictionaryWith(b *testing.B) {
	list := parcelsOf(parcels)
	for b.Loop() {
		sink += weightOf(list)
	}
}

func weightOf[T interface{ weight() int }](list []T) int {
	total := 0
	for _, item := range list {
		total += item.weight()
	}
	return total
}
