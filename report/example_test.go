package report_test

import (
	"fmt"
	"os"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
)

// Example concludes from a record of two arms and six rounds, which most
// often comes from results.Open, and prints what a terminal shows of it.
func Example() {
	record := &results.Record{Experiments: []results.Experiment{{
		Asked: experiments.Experiment{
			Name: "sum", Title: "Does a range loop cost anything?",
			Compare: "loop", Baseline: "index",
			Metrics: []experiments.Metric{{Unit: "ns/op", Better: "lower", Primary: true}},
		},
	}}}
	sum := &record.Experiments[0]
	measure := func(arm string, control bool, times ...float64) {
		for i, ns := range times {
			sum.Observations = append(sum.Observations, results.Observation{
				Round:   i + 1,
				Cell:    experiments.Cell{Arm: arm, Build: experiments.DefaultBuild},
				Control: control,
				Values:  map[string]float64{"ns/op": ns},
			})
		}
	}
	// The machine was slow in the third round, for all of them.
	measure("index", false, 100, 102, 150, 101, 99, 100)
	measure("index", true, 101, 101, 149, 102, 99, 101)
	measure("range", false, 80, 82, 121, 80, 79, 81)

	if err := report.WriteText(os.Stdout, report.New(record), 80); err != nil {
		fmt.Println(err)
	}
	// Output:
	// sum · Does a range loop cost anything?
	// range takes 80.5 ns/op instead of 100 ns/op: 1.25× faster than index
	// (1.23–1.26).
	//
	// loop                    ns/op   ratio     interval  verdict
	// index                  100 ns       –            –  baseline
	// the same, as control   101 ns  1.005×  0.990–1.010  floor ±1.0%
	// range                 80.5 ns  0.802×  0.792–0.810  faster
	//
	// With 6 rounds, this experiment finds differences of 1.8% and more, nine times of
	// ten.
	//
	// benchstat -col /loop sum/rounds.txt
}
