package causes

import "testing"

const (
	order    = 10
	matrices = 8
)

// A matrix takes 800 bytes.
type matrix [order][order]float64

func identities(n int) []*matrix {
	list := make([]*matrix, n)
	for i := range list {
		list[i] = new(matrix)
		for j := range order {
			list[i][j][j] = 1
		}
	}
	return list
}

func largeArgumentWithout(b *testing.B) {
	list := identities(matrices)
	for b.Loop() {
		sinkFloat += sumOfTracesOf(list)
	}
}

func sumOfTracesOf(list []*matrix) float64 {
	sum := 0.0
	for _, m := range list {
		sum += traceOf(m)
	}
	return sum
}

func traceOf(m *matrix) float64 {
	sum := 0.0
	for i := range m {
		sum += m[i][i]
	}
	return sum
}

// Matrices are handed over by value.
func largeArgumentWith(b *testing.B) {
	list := identities(matrices)
	for b.Loop() {
		sinkFloat += sumOfTraces(list)
	}
}

func sumOfTraces(list []*matrix) float64 {
	sum := 0.0
	for _, m := range list {
		sum += trace(*m)
	}
	return sum
}

func trace(m matrix) float64 {
	sum := 0.0
	for i := range m {
		sum += m[i][i]
	}
	return sum
}
