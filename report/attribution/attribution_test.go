package attribution

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// letters makes an arm of factors a, b, c, d: those in its name are new, the
// others old. Each round measured the same.
func letters(name string, factors string, value float64) Arm {
	a := Arm{Name: name, Factors: map[string]string{}, Rounds: map[int]float64{}}
	for _, factor := range factors {
		level := "old"
		if strings.ContainsRune(name, factor) {
			level = "new"
		}
		a.Factors[string(factor)] = level
	}
	for round := range 12 {
		a.Rounds[round+1] = value
	}
	return a
}

func attribute(t *testing.T, arms []Arm, baseline, target string) *Attribution {
	t.Helper()
	a, err := New(arms, baseline, target)
	if err != nil {
		t.Fatal(err)
	}
	if a == nil {
		t.Fatal("there is no attribution")
	}
	return a
}

func near(a, b float64) bool { return math.Abs(a/b-1) < 1e-9 }

// check compares a ratio, which is nil where want is zero.
func check(t *testing.T, what string, got *Ratio, want float64) {
	t.Helper()
	switch {
	case got == nil && want != 0:
		t.Errorf("%s is missing, want %v", what, want)
	case got != nil && !near(got.Estimate, want):
		t.Errorf("%s is %v, want %v", what, got.Estimate, want)
	}
}

func TestTwoFactors(t *testing.T) {
	a := attribute(t, []Arm{
		letters("-", "ab", 100), letters("a", "ab", 50), letters("b", "ab", 80), letters("ab", "ab", 30),
	}, "-", "")
	if a.From != "-" || a.To != "ab" || a.Orders != 2 || len(a.Factors) != 2 {
		t.Fatalf("got %+v", a)
	}
	check(t, "the whole", &a.Whole, 0.3)
	one, other := a.Factors[0], a.Factors[1]
	if one.Factor != "a" || one.FromLevel != "old" || one.ToLevel != "new" || other.Factor != "b" {
		t.Errorf("the factors are %+v and %+v", one, other)
	}
	// Half of the time a comes first and halves 100, else it takes 80 to 30.
	check(t, "a", &one.Ratio, math.Sqrt(0.5*0.375))
	check(t, "b", &other.Ratio, math.Sqrt(0.8*0.6))
	check(t, "a by itself", one.AddOneIn, 0.5)
	check(t, "b by itself", other.AddOneIn, 0.8)
	check(t, "a on top", one.LeaveOneOut, 0.375)
	check(t, "b on top", other.LeaveOneOut, 0.6)
	if want := math.Log(math.Sqrt(0.1875)) / math.Log(0.3); !near(*one.Share, want) || !near(*one.Share+*other.Share, 1) {
		t.Errorf("the shares are %v and %v", *one.Share, *other.Share)
	}
	if !near(a.Remainder, 1) {
		t.Errorf("remainder %v", a.Remainder)
	}
	if len(a.Interactions) != 1 || a.Interactions[0].Combinations != 1 {
		t.Fatalf("the interactions are %+v", a.Interactions)
	}
	check(t, "the interaction", &a.Interactions[0].Ratio, 0.75)
	if a.Note != "Each figure is an average over all 2 orders of the changes." {
		t.Errorf("the note is %q", a.Note)
	}
}

func TestThreeFactors(t *testing.T) {
	var arms []Arm
	for _, arm := range []struct {
		name  string
		value float64
	}{{"-", 240}, {"a", 120}, {"b", 180}, {"c", 200}, {"ab", 60}, {"ac", 100}, {"bc", 120}, {"abc", 30}} {
		arms = append(arms, letters(arm.name, "abc", arm.value))
	}
	a := attribute(t, arms, "-", "abc")
	if a.Orders != 6 {
		t.Errorf("%d orders", a.Orders)
	}
	// A factor comes first in a third of the orders, after each of the others
	// alone in a sixth, and last in a third.
	shapley := func(first, after1, after2, last float64) float64 {
		return math.Cbrt(first) * math.Cbrt(math.Sqrt(after1)) * math.Cbrt(math.Sqrt(after2)) * math.Cbrt(last)
	}
	for i, want := range []float64{
		shapley(1.0/2, 1.0/3, 1.0/2, 1.0/4),
		shapley(3.0/4, 1.0/2, 3.0/5, 3.0/10),
		shapley(5.0/6, 5.0/6, 2.0/3, 1.0/2),
	} {
		check(t, a.Factors[i].Factor, &a.Factors[i].Ratio, want)
	}
	// Without c, a leaves a third of the metric after b and half of it before,
	// which is 2/3. With c it is a quarter and half.
	for i, want := range []float64{math.Sqrt(1.0 / 3), math.Sqrt(1 * 0.75), math.Sqrt(0.8 * 0.6)} {
		x := a.Interactions[i]
		check(t, x.Factor+" with "+x.With, &x.Ratio, want)
		if x.Combinations != 2 {
			t.Errorf("%d combinations", x.Combinations)
		}
	}
}

// TestChain: a ladder has one order, and its steps are the shares.
func TestChain(t *testing.T) {
	a := attribute(t, []Arm{
		letters("-", "abc", 100), letters("b", "abc", 50), letters("ab", "abc", 40), letters("abc", "abc", 44),
	}, "-", "")
	if a.Orders != 1 || len(a.Interactions) != 0 {
		t.Errorf("%d orders, interactions %+v", a.Orders, a.Interactions)
	}
	for i, want := range []struct {
		factor, against, arm         string
		ratio, addOneIn, leaveOneOut float64
	}{
		{"b", "-", "b", 0.5, 0.5, 0},
		{"a", "b", "ab", 0.8, 0, 0},
		{"c", "ab", "abc", 1.1, 0, 1.1},
	} {
		f, s := a.Factors[i], a.Steps[i]
		if f.Factor != want.factor || s.Factor != want.factor || s.Against != want.against || s.Arm != want.arm {
			t.Errorf("step %d is %+v", i, s)
		}
		check(t, want.factor, &f.Ratio, want.ratio)
		check(t, want.factor+" as a step", &s.Ratio, want.ratio)
		check(t, want.factor+" by itself", f.AddOneIn, want.addOneIn)
		check(t, want.factor+" on top", f.LeaveOneOut, want.leaveOneOut)
	}
	if want := "There are arms for one of 6 orders of the changes: each figure is what a change makes where it stands in that one."; a.Note != want {
		t.Errorf("the note is %q", a.Note)
	}
}

// TestLadder: factors that change together are told together, one that the
// baseline has nothing of begins where it first occurs, and one that is the
// same at both ends is told beside.
func TestLadder(t *testing.T) {
	arm := func(name string, value float64, factors map[string]string) Arm {
		a := letters(name, "", value)
		a.Factors = factors
		return a
	}
	arms := []Arm{
		arm("goroutine", 2000, map[string]string{"reuse": "none", "lock": "mutex"}),
		arm("timer", 300, map[string]string{"reuse": "timer", "lock": "mutex"}),
		arm("reentrant", 110, map[string]string{"reuse": "worker", "lock": "reentrant", "clock": "Now", "deadline": "Time", "layout": "adjacent"}),
		arm("worker", 100, map[string]string{"reuse": "worker", "lock": "mutex", "clock": "Now", "deadline": "Time", "layout": "adjacent"}),
		arm("ticks", 50, map[string]string{"reuse": "worker", "lock": "mutex", "clock": "Since", "deadline": "int64", "layout": "adjacent"}),
		arm("early", 50, nil),
		arm("padded", 49, map[string]string{"reuse": "worker", "lock": "mutex", "clock": "Since", "deadline": "int64", "layout": "padded"}),
		arm("atomic", 40, map[string]string{"reuse": "worker", "lock": "atomics", "clock": "Since", "deadline": "int64", "layout": "adjacent"}),
		arm("bound", 20, map[string]string{"reuse": "worker", "lock": "mutex", "clock": "none", "deadline": "none", "layout": "adjacent"}),
	}
	a := attribute(t, arms, "goroutine", "padded")
	var factors []string
	for _, f := range a.Factors {
		factors = append(factors, f.Factor+": "+f.FromLevel+" → "+f.ToLevel)
	}
	if want := []string{"reuse: none → worker", "clock + deadline: Now + Time → Since + int64", "layout: adjacent → padded"}; !slices.Equal(factors, want) {
		t.Errorf("the factors are %q", factors)
	}
	for i, want := range []float64{0.05, 0.5, 0.98} {
		check(t, factors[i], &a.Factors[i].Ratio, want)
	}
	if len(a.Besides) != 2 || a.Besides[0].Arm != "reentrant" || a.Besides[0].Against != "worker" || a.Besides[1].Arm != "atomic" || a.Besides[1].ToLevel != "atomics" {
		t.Fatalf("besides are %+v", a.Besides)
	}
	check(t, "the reentrant lock", &a.Besides[0].Ratio, 1.1)
	check(t, "atomics", &a.Besides[1].Ratio, 0.8)
	if want := "There are arms for one of 6 orders of the changes: each figure is what a change makes where it stands in that one." +
		" The arms do not tell clock and deadline apart." +
		" The baseline has no clock, deadline or layout of its own, which begin as in the first arm that has them." +
		" Both ends have the same lock (mutex)."; a.Note != want {
		t.Errorf("the note is\n%s\nwant\n%s", a.Note, want)
	}
}

// TestNoWay: what cannot be told apart at all is one change.
func TestNoWay(t *testing.T) {
	a := attribute(t, []Arm{letters("-", "abc", 100), letters("abc", "abc", 50)}, "-", "")
	if len(a.Factors) != 1 || a.Factors[0].Factor != "a + b + c" || a.Note != "The arms do not tell a, b and c apart." {
		t.Errorf("got %+v", a)
	}
	// Two chains that tell different things, and neither tells all.
	a = attribute(t, []Arm{letters("-", "abc", 100), letters("a", "abc", 80), letters("b", "abc", 70), letters("abc", "abc", 50)}, "-", "")
	if len(a.Factors) != 1 || a.Factors[0].Factor != "a + b + c" {
		t.Errorf("got %+v", a)
	}
}

func TestNothingToShare(t *testing.T) {
	for name, arms := range map[string][]Arm{
		"no arms":              {},
		"no factors":           {{Name: "-"}, {Name: "a"}},
		"one factor":           {letters("-", "a", 1), letters("a", "a", 2)},
		"no baseline":          {letters("a", "ab", 1), letters("ab", "ab", 2)},
		"the same levels":      {letters("-", "ab", 1), letters("x", "ab", 2)},
		"too little of an arm": {letters("-", "ab", 1), {Name: "ab", Factors: map[string]string{"a": "new", "b": "new"}, Rounds: map[int]float64{1: 1}}},
	} {
		if a, err := New(arms, "-", ""); a != nil || err != nil {
			t.Errorf("%s: got %+v, %v", name, a, err)
		}
	}
}

func TestErrors(t *testing.T) {
	few := letters("ab", "ab", 2)
	few.Rounds = map[int]float64{1: 2}
	zero := letters("ab", "ab", 2)
	zero.Rounds[3] = 0
	other := letters("ab", "ab", 2)
	other.Rounds = map[int]float64{21: 1, 22: 1, 23: 1, 24: 1, 25: 1, 26: 1}
	unmeasured := letters("-", "ab", 1)
	unmeasured.Rounds = nil
	for _, test := range []struct {
		want string
		arms []Arm
	}{
		{`there is no arm "ab" with factors`, []Arm{letters("-", "ab", 1)}},
		{`there is no arm "ab" with factors`, []Arm{letters("-", "ab", 1), letters("ab", "", 1)}},
		{"ab was measured in 1 of 12 rounds, which is too little to go by", []Arm{letters("-", "ab", 1), few}},
		{"ab measured 0 in round 3, of which there is no ratio", []Arm{letters("-", "ab", 1), zero}},
		{"no round measured all arms from - to ab", []Arm{letters("-", "ab", 1), other}},
		{"- was not measured", []Arm{unmeasured, letters("ab", "ab", 1)}},
	} {
		if _, err := New(test.arms, "-", "ab"); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestSameLevels: arms with the same levels count as one, at the mean of their
// logarithms.
func TestSameLevels(t *testing.T) {
	arms := []Arm{letters("-", "ab", 100), letters("a", "ab", 40), letters("a again", "ab", 90), letters("ab", "ab", 30)}
	a := attribute(t, arms, "-", "ab")
	check(t, "a", &a.Factors[0].Ratio, 0.6)
	check(t, "b", &a.Factors[1].Ratio, 0.5)
	if a.Steps[0].Arm != "a" {
		t.Errorf("the first step leads to %s", a.Steps[0].Arm)
	}
}

// TestWithinRounds: what slows a whole round is in no ratio, and a round that
// lacks an arm is left out.
func TestWithinRounds(t *testing.T) {
	arms := []Arm{letters("-", "ab", 100), letters("a", "ab", 50), letters("ab", "ab", 40)}
	for i := range arms {
		for round := range arms[i].Rounds {
			arms[i].Rounds[round] *= float64(round)
		}
	}
	delete(arms[1].Rounds, 5)
	arms[0].Rounds[5] = 1e6
	a := attribute(t, arms, "-", "ab")
	for _, f := range a.Factors {
		if f.Ratio.N != 11 || !near(f.Ratio.Low, f.Ratio.High) {
			t.Errorf("%s is %+v", f.Factor, f.Ratio)
		}
	}
}

// game is a full factorial of so many factors of random worth, with noise
// within rounds. Some of the arms between the ends are left out.
func game(random *rand.Rand, factors, rounds int, leaveOut float64) []Arm {
	const all = "abcd"
	var arms []Arm
	for subset := range 1 << factors {
		name := ""
		for i := range factors {
			if subset&(1<<i) != 0 {
				name += all[i : i+1]
			}
		}
		if n := bits.OnesCount(uint(subset)); n > 0 && n < factors && random.Float64() < leaveOut {
			continue
		}
		if name == "" {
			name = "-"
		}
		a := letters(name, all[:factors], 0)
		a.Rounds = map[int]float64{}
		value := 100 * math.Exp(random.NormFloat64())
		for round := range rounds {
			a.Rounds[round] = value * math.Exp(0.02*random.NormFloat64())
		}
		arms = append(arms, a)
	}
	return arms
}

// byDefinition goes through all orders of the factors and averages what each
// makes where it stands, over the orders that have their arms.
func byDefinition(arms []Arm, factors, round int) (logs map[string]float64, orders int) {
	worth := map[string]float64{}
	for _, a := range arms {
		worth[a.Name] = math.Log(a.Rounds[round])
	}
	logs = map[string]float64{}
	var walk func(done string, made map[string]float64)
	walk = func(done string, made map[string]float64) {
		if len(done) == factors {
			orders++
			for f, l := range made {
				logs[f] += l
			}
			return
		}
		from := done
		if from == "" {
			from = "-"
		}
		for _, f := range "abcd"[:factors] {
			if strings.ContainsRune(done, f) {
				continue
			}
			next := []byte(done + string(f))
			slices.Sort(next)
			to, ok := worth[string(next)]
			if !ok {
				continue
			}
			made[string(f)] = to - worth[from]
			walk(string(next), made)
			delete(made, string(f))
		}
	}
	walk("", map[string]float64{})
	for f := range logs {
		logs[f] /= float64(orders)
	}
	return logs, orders
}

// TestDefinition: the weights give what going through all orders gives.
func TestDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	partial := 0
	for range 300 {
		factors := 2 + random.IntN(3)
		arms := game(random, factors, 1, 0.4*random.Float64())
		want, orders := byDefinition(arms, factors, 0)
		if orders == 0 {
			continue
		}
		a := attribute(t, arms, "-", "abcd"[:factors])
		if a.Orders != orders {
			t.Fatalf("%d orders, want %d", a.Orders, orders)
		}
		if all := []int{1, 1, 2, 6, 24}[factors]; orders < all {
			partial++
		}
		for _, f := range a.Factors {
			check(t, f.Factor, &f.Ratio, math.Exp(want[f.Factor]))
		}
	}
	if partial < 50 {
		t.Errorf("only %d ladders lacked arms", partial)
	}
}

// TestEfficiency: in one round the factors come to the whole, and over many
// rounds they do with the remainder, which is small.
func TestEfficiency(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, rounds := range []int{1, 30} {
		for range 100 {
			factors := 2 + random.IntN(3)
			a := attribute(t, game(random, factors, rounds, 0.3), "-", "abcd"[:factors])
			product, shares := a.Remainder, 0.0
			for _, f := range a.Factors {
				product *= f.Ratio.Estimate
				if f.Share != nil {
					shares += *f.Share
				}
			}
			if !near(product, a.Whole.Estimate) {
				t.Errorf("the factors come to %v of %v", product, a.Whole.Estimate)
			}
			if rounds == 1 && !near(a.Remainder, 1) || math.Abs(math.Log(a.Remainder)) > 0.05 {
				t.Errorf("with %d rounds, %v remains", rounds, a.Remainder)
			}
			if a.Factors[0].Share != nil && !near(shares+math.Log(a.Remainder)/math.Log(a.Whole.Estimate), 1) {
				t.Errorf("the shares come to %v", shares)
			}
		}
	}
}

// TestAxioms: a factor that does nothing gets nothing, and two that do the same
// get the same.
func TestAxioms(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		// What a, b and c do depends on how many of a and b there are.
		worth := []float64{100, 100 * random.Float64(), 100 * random.Float64()}
		var arms []Arm
		for _, name := range []string{"-", "a", "b", "c", "ab", "ac", "bc", "abc"} {
			arms = append(arms, letters(name, "abc", worth[strings.Count(name, "a")+strings.Count(name, "b")]))
		}
		a := attribute(t, arms, "-", "abc")
		check(t, "the factor that does nothing", &a.Factors[2].Ratio, 1)
		check(t, "the one factor", &a.Factors[0].Ratio, a.Factors[1].Ratio.Estimate)
		check(t, "both", &a.Whole, worth[2]/worth[0])
	}
}

// TestMirrored: the way back has the inverse of every figure, and what is first
// on the one is last on the other.
func TestMirrored(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		factors := 2 + random.IntN(3)
		arms, all := game(random, factors, 15, 0.3), "abcd"[:factors]
		there, back := attribute(t, arms, "-", all), attribute(t, arms, all, "-")
		inverse := func(what string, one, other *Ratio) {
			t.Helper()
			if (one == nil) != (other == nil) {
				t.Errorf("%s is %v, and on the way back %v", what, one, other)
			} else if one != nil && !(near(one.Estimate*other.Estimate, 1) && near(one.Low*other.High, 1) && near(one.High*other.Low, 1)) {
				t.Errorf("%s is %+v, and on the way back %+v", what, one, other)
			}
		}
		inverse("the whole", &there.Whole, &back.Whole)
		if there.Orders != back.Orders || !near(there.Remainder*back.Remainder, 1) {
			t.Errorf("%d orders and %d, remainders %v and %v", there.Orders, back.Orders, there.Remainder, back.Remainder)
		}
		for _, f := range there.Factors {
			i := slices.IndexFunc(back.Factors, func(g Share) bool { return g.Factor == f.Factor })
			if i < 0 {
				t.Fatalf("%s is not on the way back", f.Factor)
			}
			g := back.Factors[i]
			inverse(f.Factor, &f.Ratio, &g.Ratio)
			inverse(f.Factor+" by itself", f.AddOneIn, g.LeaveOneOut)
			inverse(f.Factor+" on top", f.LeaveOneOut, g.AddOneIn)
		}
	}
}

// TestCoverage: the intervals of all factors hold at once as often as they
// say, with noise that a round shares, and skewed noise of each process.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	truth := map[string]float64{"-": 100, "a": 60, "b": 90, "c": 99, "ab": 50, "ac": 60, "bc": 90, "abc": 49}
	var exact []Arm
	for _, name := range []string{"-", "a", "b", "c", "ab", "ac", "bc", "abc"} {
		exact = append(exact, letters(name, "abc", truth[name]))
	}
	want := attribute(t, exact, "-", "abc")
	const runs, rounds = 1000, 20
	held, alone := 0, 0
	for range runs {
		arms := slices.Clone(exact)
		for i := range arms {
			arms[i].Rounds = make(map[int]float64, rounds)
		}
		for round := range rounds {
			moment := math.Exp(0.1 * random.NormFloat64())
			for i := range arms {
				process := 0.02 * random.ExpFloat64()
				arms[i].Rounds[round] = truth[arms[i].Name] * moment * math.Exp(process)
			}
		}
		got := attribute(t, arms, "-", "abc")
		all := true
		for i, f := range got.Factors {
			all = all && f.Ratio.Low <= want.Factors[i].Ratio.Estimate && want.Factors[i].Ratio.Estimate <= f.Ratio.High
		}
		if all {
			held++
		}
		if one := got.Factors[0].Ratio; one.Low <= want.Factors[0].Ratio.Estimate && want.Factors[0].Ratio.Estimate <= one.High {
			alone++
		}
	}
	// Of 1000 runs, 95% that hold are 950 with a deviation of 7.
	if held < 950-3*7 {
		t.Errorf("all held in %d of %d runs", held, runs)
	}
	// An interval that always held would say nothing.
	if alone == runs {
		t.Errorf("an interval held in all of %d runs", runs)
	}
}
