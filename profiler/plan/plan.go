package plan

import (
	"math/rand/v2"

	"github.com/assay-bench/assay/experiments"
)

// A Step is one process to start.
type Step struct {
	Cell experiments.Cell

	// Control marks the second run of the baseline.
	Control bool

	// Position counts from 1 within the round.
	Position int

	// Block numbers the steps that are compared with one another. Those of a
	// block follow one another in a round.
	Block int
}

// A Plan is an order of cells for as many rounds as are asked for.
type Plan struct {
	random *rand.Rand
	blocks []*block
}

// New returns the plan for an experiment's cells. The baseline of each
// workload, in the first build, gets a control.
func New(cells []experiments.Cell, baseline, firstBuild string, seed uint64) *Plan {
	p := &Plan{random: rand.New(rand.NewPCG(seed, 0))}
	byWorkload := map[string]*block{}
	for _, cell := range cells {
		key := cell.Workload.String()
		b := byWorkload[key]
		if b == nil {
			b = &block{number: len(p.blocks)}
			byWorkload[key] = b
			p.blocks = append(p.blocks, b)
		}
		b.steps = append(b.steps, Step{Cell: cell, Block: b.number})
		if cell.Arm == baseline && cell.Build == firstBuild {
			b.steps = append(b.steps, Step{Cell: cell, Control: true, Block: b.number})
		}
	}
	return p
}

// Steps is the number of steps in a round.
func (p *Plan) Steps() int {
	n := 0
	for _, b := range p.blocks {
		n += len(b.steps)
	}
	return n
}

// Round returns the steps of the next round, in the order in which to run
// them.
func (p *Plan) Round() []Step {
	var round []Step
	for _, i := range p.random.Perm(len(p.blocks)) {
		round = append(round, p.blocks[i].next(p.random)...)
	}
	for i := range round {
		round[i].Position = i + 1
	}
	return round
}

// A block is what is compared with one another.
type block struct {
	number int
	steps  []Step

	// order says which step stands where in the first row of the square,
	// rows in which order the rows are used. Row r is the first row moved
	// on by r places.
	order, rows []int
}

// next returns the next row of the square.
func (b *block) next(random *rand.Rand) []Step {
	n := len(b.steps)
	if len(b.rows) == 0 {
		b.order, b.rows = random.Perm(n), random.Perm(n)
	}
	shift := b.rows[0]
	b.rows = b.rows[1:]
	row := make([]Step, n)
	for position := range row {
		row[position] = b.steps[b.order[(position+shift)%n]]
	}
	return row
}
