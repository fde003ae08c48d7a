package attribution_test

import (
	"fmt"

	"github.com/assay-bench/assay/report/attribution"
)

func Example() {
	arm := func(name, clock, deadline string, ns float64) attribution.Arm {
		a := attribution.Arm{
			Name:    name,
			Factors: map[string]string{"clock": clock, "deadline": deadline},
			Rounds:  map[int]float64{},
		}
		for round := 1; round <= 8; round++ {
			a.Rounds[round] = ns * float64(100+round%2) // every other round is slower
		}
		return a
	}
	a, err := attribution.New([]attribution.Arm{
		arm("plain", "time.Now", "time.Time", 1.0),
		arm("read", "time.Since", "time.Time", 0.6),
		arm("store", "time.Now", "int64", 0.9),
		arm("both", "time.Since", "int64", 0.5),
	}, "plain", "both")
	if err != nil {
		panic(err)
	}
	for _, f := range a.Factors {
		fmt.Printf("%s: ×%.3f, %.0f%% of the way; first ×%.3f, last ×%.3f\n",
			f.Factor, f.Ratio.Estimate, 100**f.Share, f.AddOneIn.Estimate, f.LeaveOneOut.Estimate)
	}
	fmt.Printf("all: ×%.3f\n", a.Whole.Estimate)
	// Output:
	// clock: ×0.577, 79% of the way; first ×0.600, last ×0.556
	// deadline: ×0.866, 21% of the way; first ×0.900, last ×0.833
	// all: ×0.500
}
