package stats

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
)

// more makes every simulation longer, for figures that are to be quoted. What
// the tests ask for narrows with it.
var more = flag.Int("more", 1, "simulate so many times as much")

// A situation is what the rounds of a comparison may be like. The ratio of a
// round is, on a logarithmic scale, the noise of the arm less that of the
// baseline.
type situation struct {
	name          string
	arm, baseline func(*rand.Rand) float64

	// dependence is how much of a round's ratio carries over to the next one:
	// the autocorrelation of the normal scores of the ratios.
	dependence float64

	// shift, if any, moves the ratio of a round, and scale multiplies it.
	shift, scale func(round, rounds int) float64
}

// Noise as processes have it. The machine slows some of them down, and never
// speeds one up.
var (
	even     = normal(0.02)
	tight    = normal(0.01)
	skewed   = func(r *rand.Rand) float64 { return math.Log1p(0.04 * math.Exp(0.8*r.NormFloat64())) }
	waiting  = func(r *rand.Rand) float64 { return 0.04 * r.ExpFloat64() }
	heavy    = func(r *rand.Rand) float64 { return 0.01 * r.NormFloat64() / math.Sqrt(r.ExpFloat64()) } // Student's t with 2 degrees of freedom
	modal    = func(r *rand.Rand) float64 { return even(r) + sometimes(r, 0.3, 0.3) }
	disturb5 = disturbed(0.05)
)

func normal(deviation float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return deviation * r.NormFloat64() }
}

// disturbed is tight noise in which this part of the processes is slowed down,
// by a tenth to four fifths.
func disturbed(part float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return tight(r) + sometimes(r, part, math.Log(1.1+0.7*r.Float64())) }
}

func sometimes(r *rand.Rand, part, much float64) float64 {
	if r.Float64() < part {
		return much
	}
	return 0
}

// drifting moves the ratio in the course of a comparison by as much as one
// and a half standard deviations of even noise.
func drifting(round, rounds int) float64 { return 0.04 * (float64(round)/float64(rounds-1) - 0.5) }

// inTurn is what four layouts, which take turns, do to the ratio.
func inTurn(round, _ int) float64 { return []float64{-0.01, 0.01, 0.03, -0.03}[round%4] }

// atTimes is a neighbour that makes all noise greater for rounds on end.
func atTimes(round, _ int) float64 {
	if round/5%3 == 2 {
		return 10
	}
	return 1
}

var situations = []situation{
	{name: "even noise", arm: even, baseline: even},
	{name: "skewed noise", arm: skewed, baseline: skewed},
	{name: "heavy tails", arm: heavy, baseline: heavy},
	{name: "5% of processes disturbed", arm: disturb5, baseline: disturb5},
	{name: "10% disturbed", arm: disturbed(0.1), baseline: disturbed(0.1)},
	{name: "20% disturbed", arm: disturbed(0.2), baseline: disturbed(0.2)},
	{name: "two modes", arm: modal, baseline: modal},
	{name: "skewed arm, tight baseline", arm: skewed, baseline: tight},
	{name: "exponential arm, tight baseline", arm: waiting, baseline: tight},
	{name: "arm 20% disturbed, tight baseline", arm: disturbed(0.2), baseline: tight},
	{name: "arm with two modes, even baseline", arm: modal, baseline: even},
	{name: "drift", arm: even, baseline: even, shift: drifting},
	{name: "four layouts in turn", arm: even, baseline: even, shift: inTurn},
	{name: "a neighbour at times", arm: even, baseline: even, scale: atTimes},
	{name: "dependence -0.1", arm: even, baseline: even, dependence: -0.1},
	{name: "dependence 0.1", arm: even, baseline: even, dependence: 0.1},
	{name: "10% disturbed, dependence 0.1", arm: disturbed(0.1), baseline: disturbed(0.1), dependence: 0.1},
	{name: "dependence 0.2", arm: even, baseline: even, dependence: 0.2},
	{name: "dependence 0.3", arm: even, baseline: even, dependence: 0.3},
}

// A population is very many rounds of a situation.
type population struct {
	situation
	sorted         []float64 // without shift, scale or dependence
	center, pseudo float64   // the median, and the median of the means of two
}

func (s situation) population(r *rand.Rand) *population {
	const n = 40_000
	p := &population{situation: s, sorted: make([]float64, n)}
	logs, means := make([]float64, n), make([]float64, n)
	for i := range n {
		p.sorted[i] = s.arm(r) - s.baseline(r)
		logs[i] = s.moved(p.sorted[i], i, n)
	}
	for i, other := range r.Perm(n) {
		means[i] = (logs[i] + logs[other]) / 2
	}
	slices.Sort(p.sorted)
	slices.Sort(logs)
	slices.Sort(means)
	p.center, p.pseudo = median(logs), median(means)
	return p
}

func (s situation) moved(log float64, round, rounds int) float64 {
	if s.scale != nil {
		log *= s.scale(round, rounds)
	}
	if s.shift != nil {
		log += s.shift(round, rounds)
	}
	return log
}

// rounds are the logarithms of the ratios of n rounds.
func (p *population) rounds(r *rand.Rand, n int) []float64 {
	logs := make([]float64, n)
	score := r.NormFloat64()
	for i := range logs {
		if p.dependence == 0 {
			logs[i] = p.moved(p.arm(r)-p.baseline(r), i, n)
			continue
		}
		// Scores depend on one another, and each picks a value of the
		// population by its probability, so that the values are distributed
		// as they are without dependence.
		score = p.dependence*score + math.Sqrt(1-square(p.dependence))*r.NormFloat64()
		share := (1 + math.Erf(score/math.Sqrt2)) / 2
		logs[i] = p.sorted[min(int(share*float64(len(p.sorted))), len(p.sorted)-1)]
	}
	return logs
}

// pairsOf are rounds with these logarithms of ratios.
func pairsOf(logs []float64) []Pair {
	list := make([]Pair, len(logs))
	for i, v := range logs {
		list[i] = Pair{math.Exp(v), 1}
	}
	return list
}
