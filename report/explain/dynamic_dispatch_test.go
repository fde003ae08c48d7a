package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/assembly"
)

// function makes the machine code of a function whose last line is a call.
func function(name, source, code string) *body {
	l := &results.Listing{Function: name, File: "lib/lib.go", Source: map[string]string{"lib.go:1": source}}
	for i, text := range strings.Split(code, "\n") {
		l.Instructions = append(l.Instructions, results.Instruction{Address: 0x1000 + uint64(4*i), File: "lib.go", Line: 1, Text: strings.TrimSpace(text)})
	}
	l.Instructions[len(l.Instructions)-1].Call = "indirect"
	return &body{l, assembly.Classes(*l)}
}

// TestDispatch tells kinds of indirect calls apart, in code as the compiler
// makes it.
func TestDispatch(t *testing.T) {
	const value, method, table = "a function value", "a method of a type parameter through the dictionary", "a method through an interface"
	for _, test := range []struct{ name, function, source, code, want string }{
		{"interface", "lib.F", "s.Area()", "MOVQ 0x18(AX), CX\nMOVQ BX, AX\nCALL CX", table},
		{"the third method, on arm64", "lib.F", "s.Area()", "MOVD 40(R0), R2\nMOVD R1, R0\nCALL (R2)", table},
		{"closure", "lib.F", "return f(n)", "MOVQ 0(AX), CX\nMOVQ AX, DX\nMOVQ BX, AX\nCALL CX", value},
		{"closure, on arm64", "lib.F", "return f(n)", "MOVD (R0), R2\nMOVD R0, R26\nCALL (R2)", value},
		{"closure that is there already", "lib.F", "f(n)", "MOVQ 0x8(AX), DX\nMOVQ 0(DX), CX\nCALL CX", value},
		{"dictionary", "lib.F[go.shape.*uint8]", "sum += s.Area(n)", "MOVQ 0(AX), DI\nMOVQ AX, DX\nCALL DI", method},
		{"the second entry of a dictionary", "lib.F[go.shape.*uint8]", "sum += s.Area(n)", "LEAQ 0x20(AX), DX\nMOVQ 0x20(AX), DI\nCALL DI", method},
		{"closure in a generic function", "lib.Sort[go.shape.int]", "if less(a, b) {", "MOVQ 0(AX), DI\nMOVQ AX, DX\nCALL DI", value},
		{"dictionary of an inlined instantiation", "lib.F", "sum += s.Area(n)", "LEAQ lib..dict.Total[*lib.T](SB), DX\nLEAQ 0xfffffe01(IP), CX\nCALL CX", method},
		{"nothing known", "lib.F", "", "CALL CX", value},
	} {
		b := function(test.function, test.source, test.code)
		if got := dispatch(b, len(b.Instructions)-1); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestDynamicDispatchSilent: it takes the machine code of both arms, and more
// indirect calls in the arm that pays.
func TestDynamicDispatchSilent(t *testing.T) {
	for name, change := range map[string]func(p *Pair){
		"no machine code of the other": func(p *Pair) { p.Against.Listings = nil },
		"none of its own":              func(p *Pair) { p.Arm.Listings = nil },
		"no profile":                   func(p *Pair) { p.Against.CPU = nil },
		"as many in both":              func(p *Pair) { p.Against.Listings = p.Arm.Listings },
	} {
		p := recorded(t, "interface")
		change(p)
		if text := told(findDynamicDispatch(Side{p, p.Arm, p.Against})); text != "" {
			t.Error(fmt.Sprint(name, ": ", text))
		}
	}
}
