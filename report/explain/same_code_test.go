package explain

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

// TestSameCode: the same function under two names is found, and nothing is
// found where the code differs or the types that it works on do.
func TestSameCode(t *testing.T) {
	for _, pair := range []string{"bounds-checks", "division", "interface", "not-inlined", "alike", "shared-line"} {
		p := recorded(t, pair)
		if found := findSameCode(Side{p, p.Arm, p.Against}); len(found) > 0 {
			t.Errorf("%s: %s", pair, told(found))
		}
	}

	p := recorded(t, "same")
	p.Settled = false
	found := findSameCode(Side{p, p.Arm, p.Against})
	if len(found) != 1 {
		t.Fatalf("found %d", len(found))
	}
	if f := found[0]; f.Strength != Suspected || f.Claims != nil || !strings.Contains(f.Mechanism, "expect a ratio of 1") {
		t.Errorf("claims or concludes too much:\n%s", told(found))
	}
	p.Settled = true
	if found := findSameCode(Side{p, p.Arm, p.Against}); len(found) != 1 || strings.Contains(found[0].Mechanism, "expect a ratio of 1") {
		t.Errorf("expects no difference where there is one:\n%s", told(found))
	}
}

// TestSameCodeOfTypes: methods of the same code, of types of different sizes.
func TestSameCodeOfTypes(t *testing.T) {
	p := recorded(t, "same")
	rename := func(a *Arm, from, to string, size int64) {
		for i := range a.Listings {
			l := &a.Listings[i]
			l.Function = strings.ReplaceAll(l.Function, from, to)
			for n := range l.Instructions {
				in := &l.Instructions[n]
				in.Text, in.Target = strings.ReplaceAll(in.Text, from, to), strings.ReplaceAll(in.Target, from, to)
			}
		}
		for i := range a.CPU.Entries {
			e := &a.CPU.Entries[i]
			e.Function, e.Symbol = strings.ReplaceAll(e.Function, from, to), strings.ReplaceAll(e.Symbol, from, to)
		}
		a.Structs = append(a.Structs, results.Struct{Name: "example.com/pairs.tight", Size: 8}, results.Struct{Name: "example.com/pairs.wide", Size: size})
	}
	rename(p.Arm, "pairs.sumIndex", "pairs.(*tight).sum", 8)
	rename(p.Against, "pairs.sumRange", "pairs.(*wide).sum", 8)
	if found := findSameCode(Side{p, p.Arm, p.Against}); len(found) != 1 {
		t.Errorf("types of one size: %s", told(found))
	}
	p.Against.Structs[len(p.Against.Structs)-1].Size = 128
	if found := findSameCode(Side{p, p.Arm, p.Against}); len(found) != 0 {
		t.Errorf("types of two sizes: %s", told(found))
	}
}
