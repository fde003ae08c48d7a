package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

// one is what runs the operations in the arms of these tests, and a place in
// it that asks the runtime for something.
const one = "example.com/m/lib.(*List).Push"

func line(n int) cost.Place {
	return cost.Place{Function: one, File: "/home/me/m/lib/list.go", Line: n}
}

// spent makes an entry of a CPU profile in which a sample is a nanosecond per
// operation.
func spent(ns int64, kind cost.Kind, function, via string, site cost.Place) cost.Entry {
	return cost.Entry{Function: function, Symbol: function, Kind: kind, Via: via, Site: site, Samples: ns}
}

// own is measured code that takes so long.
func own(ns int64) cost.Entry { return spent(ns, cost.User, one, "", line(10)) }

// profile makes a profile in which a sample is a nanosecond per operation.
func profile(list ...cost.Entry) *cost.Profile {
	p := &cost.Profile{Operations: 1 << 20, Period: 1 << 20, Entries: list}
	for _, e := range list {
		p.Samples += e.Samples
	}
	return p
}

// newArm makes an arm of which the record has a CPU profile and nothing else.
func newArm(name string, list ...cost.Entry) *Arm {
	return &Arm{
		Name: name, CPU: profile(list...),
		Values:    map[string]float64{},
		Decisions: func(string) []*results.Function { return nil },
	}
}

// with changes an arm and returns it.
func (a *Arm) with(change func(*Arm)) *Arm {
	change(a)
	return a
}

// decides lets the compiler decide something of the measured function.
func decides(list ...results.Decision) func(*Arm) {
	return func(a *Arm) {
		said := &results.Function{Name: one, File: "lib/list.go", Line: 9, Decisions: list}
		a.Decisions = func(function string) []*results.Function {
			if function != one {
				return nil
			}
			return []*results.Function{said}
		}
	}
}

// withCalls gives an arm the machine code of its measured function: calls, at the
// lines that follow the tenth.
func withCalls(targets ...string) func(*Arm) {
	return func(a *Arm) {
		l := results.Listing{Function: one, File: "lib/list.go", Samples: 50}
		l.Instructions = append(l.Instructions, results.Instruction{Address: 0x1000, File: "list.go", Line: 10, Text: "MOVQ AX, BX", Samples: 50})
		for i, target := range targets {
			l.Instructions = append(l.Instructions, results.Instruction{
				Address: 0x1010 + uint64(i)*5, File: "list.go", Line: 11 + i,
				Text: "CALL " + target + "(SB)", Call: "direct", Target: target,
			})
		}
		a.Listings = append(a.Listings, l)
	}
}

// newPair compares two arms between which the timing found what their CPU
// profiles differ by.
func newPair(arm, against *Arm) *Pair {
	ns := float64(arm.CPU.Samples - against.CPU.Samples)
	return &Pair{
		Arm: arm, Against: against, Procs: 2,
		Difference: exactly(ns), Settled: true,
		Measured: func(function string) bool { return strings.HasPrefix(function, "example.com/m/") },
	}
}

// A ruleTest is a pair of which a rule finds something, or nothing.
type ruleTest struct {
	name       string
	more, less *Arm

	// waits is how much longer More takes than the CPU profiles tell.
	waits float64

	// want are words of the finding, each in the text of its parts. Without
	// any, the rule must say nothing.
	want []string
}

// checkRule runs tests of a rule. In none may it find that Less pays.
func checkRule(t *testing.T, rule Rule, tests []ruleTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPair(test.more, test.less)
			p.Difference = exactly(p.Difference.Value + test.waits)
			if found := rule.Find(Side{p, test.less, test.more}); len(found) > 0 {
				t.Errorf("found of the side that does not pay:\n%s", told(found))
			}
			text := told(rule.Find(Side{p, test.more, test.less}))
			if len(test.want) == 0 && text != "" {
				t.Errorf("found what is not there:\n%s", text)
			}
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in\n%s", want, text)
				}
			}
		})
	}
}

// told writes findings, each part on a line.
func told(found []Finding) string {
	var text strings.Builder
	for _, f := range found {
		fmt.Fprintf(&text, "%s: %s\n", f.Strength, f.Mechanism)
		fmt.Fprintf(&text, "at %s\n", at(f.Place))
		for _, e := range f.Agrees {
			fmt.Fprintf(&text, "agrees: %s\n", e)
		}
		for _, e := range f.Disagrees {
			fmt.Fprintf(&text, "disagrees: %s\n", e)
		}
	}
	return text.String()
}
