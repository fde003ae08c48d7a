package assembly

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

// String names the classes of an instruction.
func (c Class) String() string {
	var list []string
	for i, name := range []string{
		"direct", "indirect", "branch", "locked", "load", "store", "division", "bounds", "nil", "barrier", "copy", "loop",
	} {
		if c&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}

func TestClasses(t *testing.T) {
	for _, test := range []struct{ name, code string }{
		{"a loop with a bounds check", `
			CMPQ SP, 0x10(R14)                  : load
			JBE 0x1034                          : branch
			XORL CX, CX                         :
			JMP 0x1024                          : branch
			CMPQ CX, DI                         : loop
			JAE 0x1030                          : branch bounds loop
			ADDQ 0(SI)(CX*8), DX                : load loop
			INCQ 0x8(BX)                        : load store loop
			INCQ CX                             : loop
			CMPQ CX, 0x8(AX)                    : load loop
			JL 0x1010                           : branch loop
			RET                                 :
			CALL runtime.panicBounds(SB)        : direct
			CALL runtime.morestack_noctxt.abi0(SB): direct
			JMP lib.F(SB)                       : branch`},
		{"amd64", `
			MOVQ 0x8(AX), CX                    : load
			MOVQ CX, 0x8(AX)                    : store
			MOVL $0x1, BX                       :
			LEAQ 0x8(AX)(CX*8), DX              :
			MOVQ lib.base+8(SB), BX             : load
			TESTB AL, 0(CX)                     : nil
			TESTQ AX, AX                        :
			LOCK CMPXCHGL BX, 0(DX)             : locked load store
			IDIVQ BX                            : division
			DIVSD X1, X0                        :
			CMPL runtime.writeBarrier(SB), $0x0 : load barrier
			CALL runtime.gcWriteBarrier2(SB)    : direct barrier
			CALL CX                             : indirect
			NOPL 0(AX)                          :
			PUSHQ BP                            :`},
		{"arm64", `
			MOVD 16(R28), R16                   : load
			MOVD R0, 40(RSP)                    : store
			LDP 8(R0), (R3, R4)                 : load
			STP (R0, R1), 8(RSP)                : store
			LDADDALW R1, (R2), R3               : load store
			MOVB (R1), R27                      : nil
			ADRP 1855488(PC), R27               :
			UDIV R1, R0, R0                     : division
			ADD R2<<4, R3, R2                   :
			CBNZ R27, -3(PC)                    : branch loop
			CALL (R2)                           : indirect`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var code, want []string
			for _, line := range strings.Split(strings.TrimSpace(test.code), "\n") {
				colon := strings.LastIndexByte(line, ':')
				code = append(code, strings.TrimSpace(line[:colon]))
				want = append(want, strings.TrimSpace(line[colon+1:]))
			}
			l := listing("lib.F", 0x1000, strings.Join(code, "\n"))
			for i, c := range Classes(l) {
				got := c.String()
				// What a loop holds is tested by the first function alone.
				if test.name == "arm64" && !l.Instructions[i].Branch {
					got = strings.TrimSuffix(strings.TrimSuffix(got, "loop"), " ")
				}
				if got != want[i] {
					t.Errorf("%s is %q, want %q", code[i], got, want[i])
				}
			}
		})
	}
}

func TestMoves(t *testing.T) {
	pairs := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "MOVUPS %#x(SI), X14\nMOVUPS X14, %#x(DI)\n", 16*i, 16*i)
		}
		return b.String()
	}
	for _, test := range []struct {
		name, code string
		want       []Move
	}{
		{"too small", pairs(3), nil},
		{"unrolled", "NOPL\n" + pairs(5) + "RET", []Move{{1, 11, 80}}},
		{"a loop", "MOVL $0x8, CX\n" + pairs(4) + `ADDQ $0x40, SI
			ADDQ $0x40, DI
			DECL CX
			JNE 0x1004
			MOVUPS 0(SI), X14
			MOVUPS X14, 0(DI)
			RET`, []Move{{1, 15, 528}}},
		{"repeated", "MOVL $0x80, CX\nREP; MOVSQ DS:0(SI), ES:0(DI)", []Move{{1, 2, 1024}}},
		{"a call with the size", "MOVL $0x200, CX\nCALL runtime.memmove(SB)", []Move{{1, 2, 512}}},
		{"a call with a small size", "MOVL $0x8, CX\nCALL runtime.memmove(SB)", nil},
		{"a call of any size", "MOVQ DX, CX\nCALL runtime.memmove(SB)", []Move{{1, 2, 0}}},
		{"zeroing", strings.Repeat("MOVUPS X15, 0(DI)\n", 8), nil},
		{"arm64", "FLDPQ (R1), (F16, F17)\nFSTPQ (F16, F17), (R2)\nFLDPQ 32(R1), (F16, F17)\nFSTPQ (F16, F17), 32(R2)", []Move{{0, 4, 64}}},
	} {
		if got := Moves(listing("lib.F", 0x1000, test.code)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestMixOf(t *testing.T) {
	l := listing("lib.F", 0x1000, `
		MOVQ 0(AX), CX
		ADDQ $0x1, 0(AX)
		LOCK XADDQ CX, 0(BX)
		CALL lib.G(SB)
		RET`)
	for i := range l.Instructions {
		l.Instructions[i].Samples = int64(10 * i)
	}
	want := Mix{
		All: Count{5, 100}, Direct: Count{1, 30}, Locked: Count{1, 20},
		Loads: Count{3, 30}, Stores: Count{2, 30},
	}
	if got := MixOf(l); got != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got := MixOf(results.Listing{}); got != (Mix{}) {
		t.Errorf("no code: %+v", got)
	}
}
