package explain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/cost"
)

// recorded reads a pair that testdata/code/record made: of what the first arm
// pays for, the pair is named after.
func recorded(t *testing.T, name string) *Pair {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "code", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var arms []struct {
		Name      string
		NsPerOp   float64
		CPU       *cost.Profile
		Functions []results.Function
		Listings  []results.Listing
		Structs   []results.Struct
	}
	if err := json.Unmarshal(data, &arms); err != nil || len(arms) != 2 {
		t.Fatalf("%s has %d arms: %v", name, len(arms), err)
	}
	pair := &Pair{
		Procs:    2,
		Settled:  true,
		Measured: func(f string) bool { return strings.HasPrefix(f, "example.com/pairs.") },
	}
	var made []*Arm
	for _, a := range arms {
		made = append(made, &Arm{
			Name: a.Name, CPU: a.CPU, Listings: a.Listings, Structs: a.Structs,
			Values: map[string]float64{"ns/op": a.NsPerOp},
			Decisions: func(function string) []*results.Function {
				var found []*results.Function
				for i := range a.Functions {
					if f := &a.Functions[i]; f.Name == function {
						found = append(found, f)
					}
				}
				return found
			},
		})
	}
	pair.Arm, pair.Against = made[0], made[1]
	if name == "shared-line" {
		contended(pair)
	}
	pair.Difference = cost.Difference(pair.Arm.CPU, pair.Against.CPU, nil)
	return pair
}

// contended lets two goroutines have run at once, which they did not where the
// pair was recorded: others kept the processors busy. A locked addition to a
// counter in a shared line takes four times as long then.
func contended(p *Pair) {
	p.Arm.CPU.Operations /= 4
	for _, a := range []*Arm{p.Arm, p.Against} {
		a.Values["ns/op"] = a.CPU.Total().Value / float64(p.Procs)
	}
}

// codeRules are the rules about compiled code.
var codeRules = []Rule{
	boundsChecks, division, dynamicDispatch, largeCopy, moreWork, notInlined, sharedLine, writeBarrier,
}

// TestExplainCode: of all rules, the one that a pair is named after comes first,
// and where the timing found no difference nothing is established.
func TestExplainCode(t *testing.T) {
	for pair, rule := range map[string]string{
		"bounds-checks": "bounds-checks", "division": "division", "interface": "dynamic-dispatch",
		"closure": "dynamic-dispatch", "dictionary": "dynamic-dispatch", "large-copy": "large-copy",
		"more-often": "more-work", "not-hoisted": "more-work", "not-inlined": "not-inlined",
		"shared-line": "shared-line", "write-barrier": "write-barrier",
	} {
		if found, _ := Explain(recorded(t, pair)); len(found) == 0 || found[0].Rule != rule {
			t.Errorf("%s: first is not %s:\n%s", pair, rule, told(found))
		}
	}
	for _, name := range []string{"same", "alike"} {
		pair := recorded(t, name)
		pair.Settled, pair.Same = false, true
		found, _ := Explain(pair)
		for _, f := range found {
			if f.Strength == Established {
				t.Errorf("%s: established:\n%s", name, told(found))
			}
		}
	}
}

// TestCodeRules asks all rules about compiled code about each recorded pair:
// one finds what the pair is named after, and the others find nothing. Seen from
// the arm that pays for nothing, none finds anything.
func TestCodeRules(t *testing.T) {
	for _, test := range []struct {
		pair, rule string
		want       []string // in what is found
	}{
		{"bounds-checks", "bounds-checks", []string{
			"established: Indices are checked in pairs.(*tables).hashAny, where fixed runs no such check.",
			"agrees: machine code: 3 bounds checks, the heaviest",
			"agrees: bounds-check elimination: 4 checks remain in pairs.(*tables).hashAny, among them that of pairs.go:",
			"of the samples of pairs.(*tables).hashAny lie on them",
		}},
		{"division", "division", []string{
			"established: pairs.bucketsByModulo divides integers (DIVL), where mask has no division.",
			"agrees: machine code: 1 division, the heaviest \"DIVL DI\" in a loop of pairs.bucketsByModulo at pairs.go:",
			"has \"sum = sum*3 + k%n\"",
		}},
		{"interface", "dynamic-dispatch", []string{
			"established: pairs.readReaders calls a method through an interface, where concrete makes ",
			"agrees: inlining: (*gauge).read is inlined into pairs.readGauges, which concrete runs",
		}},
		{"closure", "dynamic-dispatch", []string{
			"established: pairs.readBy calls a function value, where concrete makes ",
		}},
		{"dictionary", "dynamic-dispatch", []string{
			"established: pairs.readAll[go.shape.*uint8] calls a method of a type parameter through the dictionary, where concrete makes ",
		}},
		{"large-copy", "large-copy", []string{
			"established: pairs.BenchmarkPair.func", " copies 512 B at a time, where pointer copies none.",
			"agrees: type layout: a pairs.page has 512 B",
		}},
		{"more-often", "more-work", []string{
			"established: twice does ", " times the work in pairs.checksum that once does.",
			"agrees: machine code: 2 calls of pairs.checksum, the first at pairs_test.go:", "; once in once",
		}},
		{"not-hoisted", "more-work", []string{
			"established: each-time calls crc32.MakeTable, and once does not.",
			"agrees: machine code: 1 call of crc32.MakeTable, the first at pairs.go:", "; none in once",
		}},
		{"not-inlined", "not-inlined", []string{
			"established: pairs.(*clamp).called is called in pairs.clampCalled and not inlined (marked go:noinline), where inline makes no such call.",
			"agrees: inlining: cannot inline pairs.(*clamp).called: marked go:noinline",
			"agrees: inlining: (*clamp).within is inlined into pairs.clampInline, which inline runs",
			"agrees: machine code: CALL pairs.(*clamp).called in a loop of pairs.clampCalled at pairs.go:",
		}},
		{"shared-line", "shared-line", []string{
			"established: Processors take a cache line from each other",
			"agrees: type layout: pairs.near has 16 B with its fields 8 B apart at most; pairs.far has 136 B with fields 128 B apart",
		}},
		{"write-barrier", "write-barrier", []string{
			"established: pairs.(*queue).shiftItems stores pointers through a write barrier, where numbers stores none.",
		}},
		{"same", "", nil},
		{"alike", "", nil},
	} {
		t.Run(test.pair, func(t *testing.T) {
			pair := recorded(t, test.pair)
			for _, rule := range codeRules {
				text := told(rule.Find(Side{pair, pair.Arm, pair.Against}))
				if (text != "") != (rule.Name == test.rule) {
					t.Errorf("%s finds %q", rule.Name, text)
					continue
				}
				if text == "" {
					continue
				}
				for _, want := range test.want {
					if !strings.Contains(text, want) {
						t.Errorf("%q is not in\n%s", want, text)
					}
				}
				if other := told(rule.Find(Side{pair, pair.Against, pair.Arm})); other != "" {
					t.Errorf("%s finds of the arm that is faster:\n%s", rule.Name, other)
				}
			}
		})
	}
}
