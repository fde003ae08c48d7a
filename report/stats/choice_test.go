package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// An estimator makes an interval of logarithms of ratios, for a figure of the
// population.
type estimator struct {
	name     string
	interval func(r *rand.Rand, logs []float64, level float64) (low, high float64)
	figure   func(*population) float64
	most     int // the most rounds for which it is tried
}

func center(p *population) float64 { return p.center }
func pseudo(p *population) float64 { return p.pseudo }

// estimators are what Compare does, and what it might have done instead.
var estimators = []estimator{
	{"sign test", compared, center, math.MaxInt},
	{"Wilcoxon", func(_ *rand.Rand, logs []float64, level float64) (low, high float64) { return signedRank(logs, level) }, pseudo, math.MaxInt},
	{"bootstrap", resampled, center, 50},
}

func compared(_ *rand.Rand, logs []float64, level float64) (low, high float64) {
	r, err := Compare(pairsOf(logs), level)
	if err != nil {
		panic(err)
	}
	return math.Log(r.Low), math.Log(r.High)
}

// TestChoice asks of the intervals that Compare makes that they hold as often
// as they say, less a point. With -v it prints a table of how often, in
// percent, and of their half-widths, in percent of the ratio, beside those of
// Wilcoxon's interval for the pseudomedian, which Hodges and Lehmann estimate,
// and of a bootstrap of the median. Their widths are multiples of the first.
//
//	go test ./report/stats -run TestChoice -v -more 16
func TestChoice(t *testing.T) {
	sizes := []int{6, 12, 20, 50}
	if *more > 1 {
		sizes = []int{6, 10, 12, 20, 50, 100, 200}
	}
	levels := []float64{Level, Simultaneous(6)}
	tried := estimators[:1]
	if testing.Verbose() {
		tried = estimators
	}
	tables := make([]strings.Builder, len(levels))
	for l, level := range levels {
		fmt.Fprintf(&tables[l], "level %.2f%%\trounds", 100*level)
		for _, n := range sizes {
			fmt.Fprintf(&tables[l], "\t%d\t", n)
		}
		fmt.Fprintln(&tables[l])
	}

	runs := 250 * *more
	random := rand.New(rand.NewPCG(11, 12))
	for _, s := range situations {
		p := s.population(random)
		tallies := make([][][]tally, len(levels)) // by level, estimator and size
		for l := range levels {
			tallies[l] = make([][]tally, len(tried))
			for e := range tried {
				tallies[l][e] = make([]tally, len(sizes))
			}
		}
		for i, n := range sizes {
			for range runs {
				logs := p.rounds(random, n)
				for l, level := range levels {
					for e, estimator := range tried {
						if n < MinRounds(level) || n > estimator.most {
							continue
						}
						low, high := estimator.interval(random, logs, level)
						tallies[l][e][i].add(low, high, estimator.figure(p))
					}
				}
			}
		}
		for l, level := range levels {
			held, all := 0, 0
			for i := range sizes {
				held, all = held+tallies[l][0][i].held, all+tallies[l][0][i].all
			}
			// A point, three standard errors, and what dependence beyond
			// that of real rounds costs.
			allowed := level - 0.01 - 3*math.Sqrt(level*(1-level)/float64(all)) - max(0, 0.2*(s.dependence-0.1))
			if rate := float64(held) / float64(all); rate < allowed {
				t.Errorf("%s: intervals of %.2f%% hold in %.2f%%, want %.2f%%", s.name, 100*level, 100*rate, 100*allowed)
			}
			for e, estimator := range tried {
				fmt.Fprintf(&tables[l], "%s\t%s", s.name, estimator.name)
				for i := range sizes {
					fmt.Fprintf(&tables[l], "\t%s", tallies[l][e][i].beside(tallies[l][0][i], e == 0))
				}
				fmt.Fprintln(&tables[l])
			}
		}
	}
	if testing.Verbose() {
		for l := range tables {
			out := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
			fmt.Fprintln(out, tables[l].String())
			out.Flush()
		}
	}
}

// tally counts intervals that hold the truth, and keeps their half-widths.
type tally struct {
	held, all int
	widths    []float64
}

func (c *tally) add(low, high, truth float64) {
	c.all++
	if low <= truth && truth <= high {
		c.held++
	}
	c.widths = append(c.widths, (high-low)/2)
}

// width is the median of the half-widths.
func (c tally) width() float64 { return median(slices.Sorted(slices.Values(c.widths))) }

// beside is a cell of the table: how often, and how wide.
func (c tally) beside(first tally, isFirst bool) string {
	if c.all == 0 {
		return "-\t"
	}
	rate := 100 * float64(c.held) / float64(c.all)
	if isFirst {
		return fmt.Sprintf("%.1f\t±%.2f", rate, 100*c.width())
	}
	return fmt.Sprintf("%.1f\t×%.2f", rate, c.width()/first.width())
}
