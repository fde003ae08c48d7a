package explain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

func TestZZ(t *testing.T) {
	files, _ := filepath.Glob("/tmp/bank/*.json")
	for _, f := range files {
		data, _ := os.ReadFile(f)
		var arms []struct {
			Name      string
			NsPerOp   float64
			CPU       *cost.Profile
			Functions []results.Function
			Listings  []results.Listing
			Structs   []results.Struct
		}
		json.Unmarshal(data, &arms)
		var made []*Arm
		for _, a := range arms {
			made = append(made, &Arm{Name: a.Name, CPU: a.CPU, Listings: a.Listings, Structs: a.Structs, Values: map[string]float64{"ns/op": a.NsPerOp},
				Decisions: func(function string) []*results.Function {
					var found []*results.Function
					for i := range a.Functions {
						if f := &a.Functions[i]; f.Name == function {
							found = append(found, f)
						}
					}
					return found
				}})
		}
		p := &Pair{Arm: made[1], Against: made[0], Procs: 2, Settled: true, Measured: func(f string) bool {
			return strings.HasPrefix(f, "github.com/assay-bench/assay/testdata/causes.")
		}}
		p.Difference = cost.Difference(p.Arm.CPU, p.Against.CPU, nil)
		start := time.Now()
		found, un := Explain(p)
		fmt.Printf("%s: %.0f against %.0f, %v\n", filepath.Base(f), p.Arm.CPU.Total().Value, p.Against.CPU.Total().Value, time.Since(start))
		for _, f := range found {
			fmt.Printf("    %.1f %s [%s] %s %s\n", f.NsPerOp, f.Side, f.Rule, f.Strength, f.Mechanism)
		}
		fmt.Printf("    unexplained %.1f\n", un)
	}
}
