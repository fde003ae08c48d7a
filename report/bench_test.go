package report

import (
	"fmt"
	"testing"
)

// BenchmarkNew shows how the time to conclude grows with the number of cells
// of 15 rounds each. It should grow in proportion.
func BenchmarkNew(b *testing.B) {
	for _, cells := range []int{30, 150, 750} {
		arms := []string{"old", "control"}
		for i := range 28 {
			arms = append(arms, fmt.Sprintf("arm%d", i))
		}
		r := newTestRecord("old", arms[2:]...)
		for workload := range cells / len(arms) {
			for i, arm := range arms {
				r.measure(arm, fmt.Sprintf("n=%d", workload), "default", "ns/op", spread(float64(100+i), 0.05, 15)...)
			}
		}
		b.Run(fmt.Sprintf("cells=%d", cells), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if x := r.experiment(); len(x.Cells) != cells {
					b.Fatalf("there are %d cells", len(x.Cells))
				}
			}
		})
	}
}
