package assembly

import (
	"slices"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

const loop = `
	CMPQ SP, 0x10(R14)
	JBE 0x1020
	LEAQ 0x3bbd3(IP), AX
	LEAQ go:string.*+123(SB), BX
	MOVQ lib.Sum..stmp_3(SB), CX
	CALL runtime.newobject(SB)
	JNE 0x1010
	RET
	CALL runtime.morestack_noctxt.abi0(SB)
	JMP lib.Sum(SB)`

func TestSame(t *testing.T) {
	sum := listing("lib.Sum", 0x1000, loop)
	for _, test := range []struct {
		name  string
		other results.Listing
		want  bool
	}{
		{"itself", sum, true},
		{"elsewhere, under another name", listing("lib.Total", 0x2000, `
			CMPQ SP, 0x10(R14)
			JBE 0x2020
			LEAQ 0x1ff(IP), AX
			LEAQ go:string.*+7(SB), BX
			MOVQ lib.Total..stmp_12(SB), CX
			CALL runtime.newobject(SB)
			JNE 0x2010
			RET
			CALL runtime.morestack_noctxt.abi0(SB)
			JMP lib.Total(SB)`), true},
		{"a jump to another place", listing("lib.Sum", 0x2000, `
			CMPQ SP, 0x10(R14)
			JBE 0x2020
			LEAQ 0x3bbd3(IP), AX
			LEAQ go:string.*+123(SB), BX
			MOVQ lib.Sum..stmp_3(SB), CX
			CALL runtime.newobject(SB)
			JNE 0x2014
			RET
			CALL runtime.morestack_noctxt.abi0(SB)
			JMP lib.Sum(SB)`), false},
		{"another callee", listing("lib.Sum", 0x1000, `
			CMPQ SP, 0x10(R14)
			JBE 0x1020
			LEAQ 0x3bbd3(IP), AX
			LEAQ go:string.*+123(SB), BX
			MOVQ lib.Sum..stmp_3(SB), CX
			CALL lib.SumOf(SB)
			JNE 0x1010
			RET
			CALL runtime.morestack_noctxt.abi0(SB)
			JMP lib.Sum(SB)`), false},
		{"nothing", results.Listing{}, false},
	} {
		if got := Same(sum, test.other); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
		if got := Same(test.other, sum); got != test.want {
			t.Errorf("%s, the other way round: %v", test.name, got)
		}
	}
	if Same(results.Listing{}, results.Listing{}) {
		t.Error("two functions without instructions are the same")
	}
}

// TestSameARM64: an address is made of a page and what lies within it.
func TestSameARM64(t *testing.T) {
	code := func(name, page, within string) results.Listing {
		return listing(name, 0x1000, `
			ADRP `+page+`(PC), R27
			MOVBU `+within+`(R27), R1
			ADRP `+page+`(PC), R0
			ADD $`+within+`, R0, R0
			BLS 3(PC)
			MOVD 8(R1), R2
			CALL runtime.newobject(SB)
			RET`)
	}
	a := code("lib.A", "1855488", "561")
	if b := code("lib.B", "4096", "-8"); !Same(a, b) {
		t.Error("the same code with its data elsewhere is not the same")
	}
	b := code("lib.B", "4096", "-8")
	b.Instructions[5].Text = "MOVD 16(R1), R2"
	if Same(a, b) {
		t.Error("a field at another offset is the same")
	}
}

func TestPair(t *testing.T) {
	function := func(name, text string) results.Listing { return listing(name, 0x1000, text) }
	a := []results.Listing{
		function("lib.(*Old).Push", "MOVQ AX, BX\nRET"),
		function("lib.Map[go.shape.int]", "ADDQ AX, BX\nRET"),
		function("lib.BenchmarkA.func1", "CALL lib.(*Old).Push(SB)\nRET"),
		function("runtime.mallocgc", "RET"),
		function("lib.plain", "XORL AX, AX\nRET"),
		function("lib.shared", "NOPL\nRET"),
	}
	b := []results.Listing{
		function("lib.shared", "NOPL\nNOPL\nRET"),
		function("runtime.memmove", "RET"),
		function("lib.renamed", "XORL AX, AX\nRET"),
		function("lib.(*New).Push", "MOVQ AX, CX\nRET"),
		function("lib.BenchmarkB.func1", "CALL lib.(*New).Push(SB)\nRET"),
		function("lib.Map[go.shape.string]", "ADDQ AX, CX\nRET"),
	}
	var got []string
	for _, p := range Pair(a, b) {
		text := "-"
		if p.A != nil {
			text = p.A.Function
		}
		if p.B != nil {
			text += " " + p.B.Function
		}
		if p.Same {
			text += " same"
		}
		got = append(got, text)
	}
	want := []string{
		"lib.(*Old).Push lib.(*New).Push",
		"lib.Map[go.shape.int] lib.Map[go.shape.string]",
		"lib.BenchmarkA.func1 lib.BenchmarkB.func1 same",
		"runtime.mallocgc",
		"lib.plain lib.renamed same",
		"lib.shared lib.shared",
		"- runtime.memmove",
	}
	if !slices.Equal(got, want) {
		t.Errorf("pairs\n%q\nwant\n%q", got, want)
	}
}
