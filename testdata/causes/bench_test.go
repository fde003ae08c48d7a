package causes

import (
	"sync"
	"testing"

	"github.com/assay-bench/assay/experiments/probe"
)

func TestMain(m *testing.M) { probe.Main(m) }

// arms are the two sides of a pair.
type arms struct{ without, with func(*testing.B) }

// code is the code of the pairs by their names.
var code = map[string]arms{
	"allocation":     {allocationWithout, allocationWith},
	"append":         {appendWithout, appendWith},
	"boxing":         {boxingWithout, boxingWith},
	"gc-pressure":    {gcPressureWithout, gcPressureWith},
	"not-inlined":    {notInlinedWithout, notInlinedWith},
	"interface":      {interfaceWithout, interfaceWith},
	"closure":        {closureWithout, closureWith},
	"dictionary":     {dictionaryWithout, dictionaryWith},
	"bounds-checks":  {boundsChecksWithout, boundsChecksWith},
	"large-argument": {largeArgumentWithout, largeArgumentWith},
	"large-copy":     {largeCopyWithout, largeCopyWith},
	"write-barrier":  {writeBarrierWithout, writeBarrierWith},
	"lock-wait":      {lockWaitWithout, lockWaitWith},
	"lock-cost":      {lockCostWithout, lockCostWith},
	"shared-line":    {sharedLineWithout, sharedLineWith},
	"goroutine":      {goroutineWithout, goroutineWith},
	"timer":          {timerWithout, timerWith},
	"clock":          {clockWithout, clockWith},
	"channel":        {channelWithout, channelWith},
	"map":            {mapWithout, mapWith},
	"conversion":     {conversionWithout, conversionWith},
	"defer":          {deferWithout, deferWith},
	"reflection":     {reflectionWithout, reflectionWith},
	"syscall":        {syscallWithout, syscallWith},
	"division":       {divisionWithout, divisionWith},
	"more-work":      {moreWorkWithout, moreWorkWith},

	"renamed":            {renamedWithout, renamedWith},
	"renamed-allocating": {renamedAllocatingWithout, renamedAllocatingWith},
	"loop-form":          {loopFormWithout, loopFormWith},
	"reordered":          {reorderedWithout, reorderedWith},
	"generic":            {genericWithout, genericWith},
	"fields":             {fieldsWithout, fieldsWith},
	"method":             {methodWithout, methodWith},
}

func BenchmarkCause(b *testing.B) {
	for _, p := range Pairs {
		b.Run("pair="+p.Name+"/variant=without", code[p.Name].without)
		b.Run("pair="+p.Name+"/variant=with", code[p.Name].with)
	}
}

// TestCode: every pair has code, and all code belongs to a pair.
func TestCode(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Pairs {
		if names[p.Name] {
			t.Errorf("two pairs are called %s", p.Name)
		}
		names[p.Name] = true
		if a := code[p.Name]; a.without == nil || a.with == nil {
			t.Errorf("pair %s lacks the code of an arm", p.Name)
		}
	}
	for name := range code {
		if !names[name] {
			t.Errorf("the code of %s belongs to no pair", name)
		}
	}
}

// What benchmarks compute goes into these, so that the compiler cannot leave
// the work out.
var (
	sink       int
	sinkFloat  float64
	sinkNumber []int
)

// count returns the numbers from 0 to n-1.
func count(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// together runs f in two goroutines, which it numbers, and waits for both. They
// have to run for milliseconds, until the operating system moves one of them to
// a processor of its own. testing.B.RunParallel would do, if its goroutines did
// not fetch their work from a counter that they share, in pieces of a size that
// it guesses.
func together(f func(goroutine int)) {
	var done sync.WaitGroup
	for i := range 2 {
		done.Go(func() { f(i) })
	}
	done.Wait()
}
