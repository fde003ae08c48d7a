package causes

import "testing"

// fields are the columns of a line, each short enough that a copy of it stays
// on the stack.
func fields() [][]byte {
	var list [][]byte
	for _, s := range []string{"assay", "bench", "count", "delta", "error", "floor", "gauge", "hertz", "index", "joule", "kelvin", "level", "meter", "noise", "order", "ratio"} {
		list = append(list, []byte(s))
	}
	return list
}

func conversionWithout(b *testing.B) {
	list := fields()
	for b.Loop() {
		sink += hashFields(list)
	}
}

func hashFields(list [][]byte) int {
	sum := 0
	for _, field := range list {
		sum += hashBytes(field)
	}
	return sum
}

func hashBytes(b []byte) int {
	h := uint32(2166136261)
	for i := range len(b) {
		h = (h ^ uint32(b[i])) * 16777619
	}
	return int(h)
}

// The hash is there for strings alone, and each field is made one.
func conversionWith(b *testing.B) {
	list := fields()
	for b.Loop() {
		sink += hashFieldsAsStrings(list)
	}
}

func hashFieldsAsStrings(list [][]byte) int {
	sum := 0
	for _, field := range list {
		sum += hashString(string(field))
	}
	return sum
}

func hashString(s string) int {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return int(h)
}
