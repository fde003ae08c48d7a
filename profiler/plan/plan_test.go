package plan

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/assay-bench/assay/experiments"
)

// cells makes arms × workloads × builds.
func cells(arms, workloads, builds int) []experiments.Cell {
	var list []experiments.Cell
	for w := range workloads {
		for a := range arms {
			for b := range builds {
				list = append(list, experiments.Cell{
					Bench:    fmt.Sprintf("X/arm=a%d/n=%d", a, w),
					Arm:      fmt.Sprintf("a%d", a),
					Workload: experiments.Workload{"n": fmt.Sprint(w)},
					Build:    fmt.Sprintf("b%d", b),
				})
			}
		}
	}
	return list
}

func TestRoundHasEveryCellOnceAndTheControls(t *testing.T) {
	p := New(cells(4, 3, 2), "a0", "b0", 1)
	if got, want := p.Steps(), 4*3*2+3; got != want {
		t.Fatalf("a round has %d steps, want %d: every cell, and a control for each workload", got, want)
	}
	for range 10 {
		seen := map[string]int{}
		for i, step := range p.Round() {
			seen[fmt.Sprint(step.Cell.ID(), step.Control)]++
			if step.Position != i+1 {
				t.Errorf("step %d says it stands at %d", i+1, step.Position)
			}
			if step.Control && (step.Cell.Arm != "a0" || step.Cell.Build != "b0") {
				t.Errorf("the control is %s of build %s, not the baseline of the first build", step.Cell.Arm, step.Cell.Build)
			}
		}
		if len(seen) != p.Steps() {
			t.Errorf("a round has %d different steps, want %d", len(seen), p.Steps())
		}
	}
}

func TestEveryEntryStandsOnceAtEveryPosition(t *testing.T) {
	const arms = 5
	p := New(cells(arms, 1, 1), "a0", "b0", 7)
	for cycle := range 3 {
		at := map[string]map[int]bool{}
		for range arms + 1 { // the control is the sixth entry
			for _, step := range p.Round() {
				key := fmt.Sprint(step.Cell.Arm, step.Control)
				if at[key] == nil {
					at[key] = map[int]bool{}
				}
				at[key][step.Position] = true
			}
		}
		for key, positions := range at {
			if len(positions) != arms+1 {
				t.Errorf("cycle %d: %s stood at %d of %d positions", cycle, key, len(positions), arms+1)
			}
		}
	}
}

func TestBlocksStayTogether(t *testing.T) {
	p := New(cells(3, 4, 1), "a0", "b0", 3)
	workload := ""
	changes := 0
	for _, step := range p.Round() {
		if w := step.Cell.Workload.String(); w != workload {
			workload, changes = w, changes+1
		}
	}
	if changes != 4 {
		t.Errorf("the workload changed %d times in a round, want 4: each block in one piece", changes)
	}
}

func TestSeedDecides(t *testing.T) {
	rounds := func(seed uint64) (all [][]Step) {
		p := New(cells(6, 2, 1), "a0", "b0", seed)
		for range 8 {
			all = append(all, p.Round())
		}
		return all
	}
	if !reflect.DeepEqual(rounds(1), rounds(1)) {
		t.Error("the same seed gave two plans")
	}
	if reflect.DeepEqual(rounds(1), rounds(2)) {
		t.Error("two seeds gave the same plan")
	}
}
