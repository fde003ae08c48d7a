package disasm

import (
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

func TestClassify(t *testing.T) {
	type want struct {
		text, call, target string
		locked, branch     bool
	}
	check := func(code, text string, want want) {
		t.Helper()
		i := results.Instruction{Text: text}
		classify(&i, code)
		if want.text == "" {
			want.text = text
		}
		got := results.Instruction{Text: want.text, Call: want.call, Target: want.target, Locked: want.locked, Branch: want.branch}
		if i != got {
			t.Errorf("%s %q is %+v, want %+v", code, text, i, got)
		}
	}

	// amd64
	check("e8ac000000", "CALL m.(*T[go.shape.struct { a int }]).F(SB)", want{call: "direct", target: "m.(*T[go.shape.struct { a int }]).F"})
	check("e8ac000000", "CALL runtime.duffzero+294(SB)", want{call: "direct", target: "runtime.duffzero"})
	check("e8ac000000", "CALL 0x45f0a4", want{call: "direct"})
	check("ffd2", "CALL DX", want{call: "indirect"})
	check("41ffd0", "CALL R8", want{call: "indirect"})
	check("ff5018", "CALL 0x18(AX)", want{call: "indirect"})
	check("ff1500000000", "CALL m.hook(SB)", want{call: "indirect"})
	check("f00fb111", "LOCK CMPXCHGL DX, 0(CX)", want{locked: true})
	check("8711", "XCHGL DX, 0(CX)", want{locked: true})
	check("87d1", "XCHGL DX, CX", want{})
	check("4887150000", "XCHGQ DX, m.word(SB)", want{locked: true})
	check("0f86b7000000", "JBE 0x52e981", want{branch: true})
	check("e9f8feffff", "JMP m.F(SB)", want{branch: true})
	check("ff24c1", "JMP 0(CX)(AX*8)", want{branch: true})
	check("0fbae000", "BTL $0x0, AX", want{})
	check("c3", "RET", want{})
	check("06", "?", want{})

	// arm64
	check("9400001f", "CALL m.F(SB)", want{call: "direct", target: "m.F"})
	check("94000002", "CALL 2(PC)", want{call: "direct"})
	check("d63f0060", "CALL (R3)", want{call: "indirect"})
	check("885ffc1b", "LDAXRW (R0), R27", want{locked: true})
	check("881bfc02", "STLXRW R2, (R0), R27", want{locked: true})
	check("c8dffc00", "LDAR (R0), R0", want{})
	check("889ffc41", "STLRW R1, (R2)", want{})
	check("54000061", "BNE 3(PC)", want{branch: true})
	check("36000082", "TBZ $0, R2, 4(PC)", want{branch: true})
	check("14000005", "JMP 5(PC)", want{branch: true})
	check("d3404c21", "BFX $0, R1, $20, R1", want{})
	check("f8e10002", "?", want{text: "LDADDALD R1, (R0), R2", locked: true})
	check("b8e13043", "?", want{text: "LDORALW R1, (R2), R3", locked: true})
	check("b8e18043", "?", want{text: "SWPALW R1, (R2), R3", locked: true})
	check("88fbfc02", "?", want{text: "CASALW R27, (R0), R2", locked: true})
	check("c8a17fff", "?", want{text: "CASD R1, (RSP), ZR", locked: true})
	check("38a10002", "?", want{text: "LDADDAB R1, (R0), R2", locked: true})
	check("78610002", "?", want{text: "LDADDLH R1, (R0), R2", locked: true})
	// Load-acquire shares the encoding and locks nothing.
	check("f8bfc000", "?", want{})
	check("00000000", "?", want{})
	check("zzzzzzzz", "?", want{})
}
