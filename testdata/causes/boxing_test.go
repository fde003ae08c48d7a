package causes

import "testing"

const columns = 128

func boxingWithout(b *testing.B) {
	row := make([]int, columns)
	n := 0
	for b.Loop() {
		n++
		fillRow(row, n)
		sink += row[columns-1]
	}
}

func fillRow(row []int, n int) {
	for i := range row {
		row[i] = n<<16 + i
	}
}

// A number that is too large to have an address already gets an object when
// it is put into an interface.
func boxingWith(b *testing.B) {
	row := make([]any, columns)
	n := 0
	for b.Loop() {
		n++
		fillRowOfAny(row, n)
		sink += row[columns-1].(int)
	}
}

func fillRowOfAny(row []any, n int) {
	for i := range row {
		row[i] = n<<16 + i
	}
}
