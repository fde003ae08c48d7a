package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
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

// TestLatinSquares: over as many rounds as a block has entries, each entry
// stands once at each of its positions, the control like the others, and each
// square is another one.
func TestLatinSquares(t *testing.T) {
	for _, test := range []struct{ arms, workloads, builds int }{
		{1, 1, 1}, {2, 1, 1}, {5, 1, 1}, {3, 4, 1}, {4, 2, 3},
	} {
		p := New(cells(test.arms, test.workloads, test.builds), "a0", "b0", 7)
		entries := test.arms*test.builds + 1 // and the control
		squares := map[string]bool{}
		const cycles = 3
		for range cycles {
			counts := map[string]int{}
			square := ""
			for range entries {
				for i, step := range p.Round() {
					entry := fmt.Sprint(step.Cell.ID(), step.Control)
					counts[fmt.Sprint(entry, " at ", i%entries)]++
					square += entry
				}
			}
			squares[square] = true
			if want := entries * entries * test.workloads; len(counts) != want {
				t.Errorf("%+v: entries stood at %d places, want each of %d once at each", test, len(counts), want)
			}
		}
		if test.arms > 1 && len(squares) != cycles {
			t.Errorf("%+v: %d different squares in %d cycles", test, len(squares), cycles)
		}
	}
}

// TestBlocksStayTogether: what is compared runs close together, and is known
// to belong together.
func TestBlocksStayTogether(t *testing.T) {
	p := New(cells(3, 4, 2), "a0", "b0", 3)
	workloads := map[int]string{}
	for range 5 {
		block, changes := -1, 0
		for _, step := range p.Round() {
			if step.Block != block {
				block, changes = step.Block, changes+1
			}
			w := step.Cell.Workload.String()
			if known, ok := workloads[block]; ok && known != w {
				t.Errorf("block %d has %s and %s", block, known, w)
			}
			workloads[block] = w
		}
		if changes != 4 {
			t.Errorf("the block changed %d times in a round, want 4: each in one piece", changes)
		}
	}
	if len(workloads) != 4 {
		t.Errorf("blocks are of %v", workloads)
	}
}

// TestOrderStays: a seed in an old record still gives the order that it gave
// then.
func TestOrderStays(t *testing.T) {
	p := New(cells(3, 2, 1), "a0", "b0", 42)
	var got []string
	for range 2 {
		round := ""
		for _, step := range p.Round() {
			name := strings.TrimPrefix(step.Cell.Arm, "a")
			if step.Control {
				name = "c"
			}
			round += name + strings.TrimPrefix(step.Cell.Workload.String(), "n=") + " "
		}
		got = append(got, round)
	}
	want := []string{"00 10 c0 20 c1 11 01 21 ", "10 c0 20 00 11 01 21 c1 "}
	if !slices.Equal(got, want) {
		t.Errorf("rounds are %q, want %q (arm, then workload)", got, want)
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
