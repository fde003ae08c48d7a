package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"text/tabwriter"
)

var choiceRuns = flag.Int("choice.runs", 100, "how many comparisons TestChoice makes up for each figure of its table")

// A situation makes the logarithm of the ratio that one round shows: the
// noise of the arm less that of the baseline. Where dependence is not zero, so
// much of it carries over from one round to the next.
type situation struct {
	name          string
	arm, baseline func(*rand.Rand) float64
	dependence    float64
}

// Noise as processes have it: the machine slows some of them down, and never
// speeds one up.
func even(r *rand.Rand) float64      { return 0.03 * r.NormFloat64() }
func tight(r *rand.Rand) float64     { return 0.01 * r.NormFloat64() }
func skewed(r *rand.Rand) float64    { return 0.04 * math.Exp(0.6*r.NormFloat64()) }
func disturbed(r *rand.Rand) float64 { return tight(r) + sometimes(r, 0.1, 0.3*r.ExpFloat64()) }
func shaken(r *rand.Rand) float64    { return tight(r) + sometimes(r, 0.2, 0.3*r.ExpFloat64()) }
func modal(r *rand.Rand) float64     { return tight(r) + sometimes(r, 0.4, 0.3) }

func sometimes(r *rand.Rand, share, much float64) float64 {
	if r.Float64() < share {
		return much
	}
	return 0
}

var situations = []situation{
	{"even noise", even, even, 0},
	{"skewed noise", skewed, skewed, 0},
	{"one process in ten disturbed", disturbed, disturbed, 0},
	{"one in five disturbed", shaken, shaken, 0},
	{"skewed arm, tight baseline", skewed, tight, 0},
	{"shaken arm, tight baseline", shaken, tight, 0},
	{"arm with two modes", modal, tight, 0},
	{"even noise, dependence 0.1", even, even, 0.1},
	{"disturbed, dependence 0.1", disturbed, disturbed, 0.1},
	{"even noise, dependence 0.3", even, even, 0.3},
}

// rounds are the logarithms of the ratios of n rounds.
func (s situation) rounds(r *rand.Rand, n int) []float64 {
	logs := make([]float64, n)
	for i := range logs {
		logs[i] = s.arm(r) - s.baseline(r)
		if i > 0 && s.dependence > 0 {
			logs[i] = s.dependence*logs[i-1] + math.Sqrt(1-s.dependence*s.dependence)*logs[i]
		}
	}
	return logs
}

// truth is the median and the pseudomedian, which is the median of the means
// of two, of the distribution.
func (s situation) truth(r *rand.Rand) (center, pseudo float64) {
	s.dependence = 0
	const n = 40_000
	logs := s.rounds(r, 2*n)
	means := make([]float64, n)
	for i := range means {
		means[i] = (logs[i] + logs[n+i]) / 2
	}
	slices.Sort(logs)
	slices.Sort(means)
	return median(logs), median(means)
}

// TestChoice compares the interval that Compare makes with the two that it
// might have made: Hodges and Lehmann's estimate with Wilcoxon's signed ranks,
// and a bootstrap of the median. It prints how often each holds the truth, and
// how wide it is, and asks of Compare's that it holds as often as it says.
func TestChoice(t *testing.T) {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	verbose := testing.Verbose()
	if verbose {
		fmt.Fprintln(out, "noise\trounds\tlevel\tsign test\t± %\tWilcoxon\t± %\tbootstrap\t± %")
	}
	random := rand.New(rand.NewPCG(11, 12))
	for _, s := range situations {
		center, pseudo := s.truth(random)
		for _, n := range []int{12, 20, 50} {
			for _, level := range []float64{Level, Simultaneous(6)} {
				sign, wilcoxon, bootstrap := new(tally), new(tally), new(tally)
				for range *choiceRuns {
					logs := s.rounds(random, n)
					pairs := make([]Pair, n)
					for i, v := range logs {
						pairs[i] = Pair{math.Exp(v), 1}
					}
					r, err := Compare(pairs, level)
					if err != nil {
						t.Fatal(err)
					}
					sign.add(math.Log(r.Low), math.Log(r.High), center)
					if !verbose {
						continue
					}
					low, high := signedRank(logs, level)
					wilcoxon.add(low, high, pseudo)
					low, high = resampled(random, logs, level)
					bootstrap.add(low, high, center)
				}
				if verbose {
					fmt.Fprintf(out, "%s\t%d\t%.1f\t%s\t%s\t%s\n", s.name, n, 100*level, sign, wilcoxon, bootstrap)
				}
				// Three standard errors below what was promised, and for
				// rounds that depend on one another what that costs.
				allowed := level - 3*math.Sqrt(level*(1-level)/float64(*choiceRuns)) - 0.8*s.dependence
				if sign.rate() < allowed {
					t.Errorf("%s, %d rounds at %.3f: holds in %.3f", s.name, n, level, sign.rate())
				}
			}
		}
	}
	out.Flush()
}

// tally counts intervals that hold the truth, and keeps their widths.
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

func (c *tally) rate() float64 { return float64(c.held) / float64(c.all) }

func (c *tally) String() string {
	slices.Sort(c.widths)
	return fmt.Sprintf("%.1f\t%.2f", 100*c.rate(), 100*median(c.widths))
}

// signedRank is the interval for the pseudomedian by Wilcoxon's signed ranks,
// with their exact distribution.
func signedRank(values []float64, level float64) (low, high float64) {
	n := len(values)
	var walsh []float64
	for i := range values {
		for j := i; j < n; j++ {
			walsh = append(walsh, (values[i]+values[j])/2)
		}
	}
	slices.Sort(walsh)
	k := signedRankBound(n, level)
	return walsh[k-1], walsh[len(walsh)-k]
}

// signedRankBound is which of the sorted means of two bounds the interval.
func signedRankBound(n int, level float64) int {
	most := n * (n + 1) / 2
	p := make([]float64, most+1)
	p[0] = 1
	for i := 1; i <= n; i++ {
		for w := most; w >= 0; w-- {
			p[w] /= 2
			if w >= i {
				p[w] += p[w-i] / 2
			}
		}
	}
	sum, k := 0.0, 0
	for 1-2*(sum+p[k]) >= level {
		sum += p[k]
		k++
	}
	return max(1, k)
}

// resampled is the interval for the median by the percentiles of a bootstrap.
func resampled(random *rand.Rand, values []float64, level float64) (low, high float64) {
	const times = 400
	medians := make([]float64, times)
	again := make([]float64, len(values))
	for i := range medians {
		for j := range again {
			again[j] = values[random.IntN(len(values))]
		}
		slices.Sort(again)
		medians[i] = median(again)
	}
	slices.Sort(medians)
	k := int(math.Floor((1 - level) / 2 * times))
	return medians[k], medians[times-1-k]
}

// TestSignedRankBound checks the peer against published critical values of
// Wilcoxon's signed ranks, two-sided at 5%: Wilcoxon and Wilcox, Some Rapid
// Approximate Statistical Procedures (1964). The bound is one above.
func TestSignedRankBound(t *testing.T) {
	for n, critical := range map[int]int{6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 11: 10, 12: 13, 13: 17, 14: 21, 15: 25, 16: 29, 17: 34, 18: 40, 19: 46, 20: 52} {
		if got := signedRankBound(n, Level); got != critical+1 {
			t.Errorf("n=%d: bound %d, want %d", n, got, critical+1)
		}
	}
}
