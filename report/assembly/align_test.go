package assembly

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestAlignGolden shows real functions side by side.
func TestAlignGolden(t *testing.T) {
	for _, test := range []struct{ pair, a, b string }{
		{"bounds-checks", "example.com/pairs.(*tables).hashAny", "example.com/pairs.(*tables).hashFixed"},
		{"division", "example.com/pairs.bucketsByModulo", "example.com/pairs.bucketsByMask"},
		{"write-barrier", "example.com/pairs.(*queue).shiftItems", "example.com/pairs.(*queue).shiftNumbers"},
	} {
		t.Run(test.pair, func(t *testing.T) {
			a, b := recorded(t, test.pair, test.a), recorded(t, test.pair, test.b)
			rows := Align(a, b)
			checkRows(t, rows, a, b)
			got := []byte(text(rows))
			file := filepath.Join("testdata", test.pair+".golden")
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
			if !bytes.Equal(got, want) {
				t.Errorf("%s has changed; if that is right, run the test with -update:\n%s", file, got)
			}
		})
	}
}

// text writes rows side by side. Between the columns is = where the
// instructions are the same and ~ where only the mnemonic is.
func text(rows []Row) string {
	var b strings.Builder
	show := func(in *results.Instruction) string {
		if mnemonic, _ := split(in.Text); in.Branch {
			return mnemonic // addresses change with every recording
		}
		return in.Text
	}
	for _, r := range rows {
		left, right, between := "", "", " "
		switch {
		case r.A == nil:
			right, between = show(r.B), ">"
		case r.B == nil:
			left, between = show(r.A), "<"
		default:
			left, right, between = show(r.A), show(r.B), "~"
			if r.Same {
				between = "="
			}
		}
		b.WriteString(strings.TrimRight(fmt.Sprintf("%-56s %s %s", left, between, right), " ") + "\n")
	}
	return b.String()
}

// checkRows checks that rows have all instructions of both functions, in their
// order, and set nothing side by side that has nothing in common.
func checkRows(t *testing.T, rows []Row, a, b results.Listing) {
	t.Helper()
	i, j := 0, 0
	for n, r := range rows {
		if r.A == nil && r.B == nil || r.Same && (r.A == nil || r.B == nil) {
			t.Fatalf("row %d is empty, or the same as nothing", n)
		}
		if r.A != nil {
			if i >= len(a.Instructions) || r.A != &a.Instructions[i] {
				t.Fatalf("row %d does not go on with instruction %d of the first", n, i)
			}
			i++
		}
		if r.B != nil {
			if j >= len(b.Instructions) || r.B != &b.Instructions[j] {
				t.Fatalf("row %d does not go on with instruction %d of the second", n, j)
			}
			j++
		}
		if r.A != nil && r.B != nil {
			one, _ := split(r.A.Text)
			other, _ := split(r.B.Text)
			if one != other {
				t.Fatalf("row %d has %s and %s side by side", n, one, other)
			}
		}
	}
	if i != len(a.Instructions) || j != len(b.Instructions) {
		t.Fatalf("the rows have %d and %d instructions of %d and %d", i, j, len(a.Instructions), len(b.Instructions))
	}
}

func TestAlign(t *testing.T) {
	a := listing("lib.A", 0x1000, "MOVQ AX, BX\nCMPQ CX, DX\nJAE 0x1018\nADDQ BX, CX\nINCQ CX\nRET\nCALL runtime.panicBounds(SB)")
	b := listing("lib.B", 0x2000, "MOVQ AX, BX\nADDQ BX, SI\nINCQ CX\nNOPL\nRET")
	want := `MOVQ AX, BX                                              = MOVQ AX, BX
CMPQ CX, DX                                              <
JAE                                                      <
ADDQ BX, CX                                              ~ ADDQ BX, SI
INCQ CX                                                  = INCQ CX
                                                         > NOPL
RET                                                      = RET
CALL runtime.panicBounds(SB)                             <
`
	rows := Align(a, b)
	checkRows(t, rows, a, b)
	if got := text(rows); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAlignLarge: functions too large to align as a whole are aligned by
// blocks, and even without one block in common nothing is lost.
func TestAlignLarge(t *testing.T) {
	const n = 6000
	function := func(name string, text func(i int) string) results.Listing {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%s\n", text(i))
			if i%5 == 4 {
				fmt.Fprintf(&b, "CALL lib.f%d(SB)\n", i)
			}
		}
		return listing(name, 0x1000, b.String())
	}
	a := function("lib.A", func(i int) string { return fmt.Sprintf("MOVQ $%d, AX", i) })
	b := function("lib.B", func(i int) string { return fmt.Sprintf("MOVQ $%d, AX", i+i/3000*i%2) })
	rows := Align(a, b)
	checkRows(t, rows, a, b)
	same := 0
	for _, r := range rows {
		if r.Same {
			same++
		}
	}
	if same < n/2 {
		t.Errorf("of %d instructions %d are the same", n, same)
	}
	c := function("lib.C", func(i int) string { return fmt.Sprintf("XORQ $%d, AX", i) })
	for i := range c.Instructions {
		c.Instructions[i].Call = "" // one block
	}
	checkRows(t, Align(a, c), a, c)
}

func FuzzAlign(f *testing.F) {
	f.Add("MOVQ AX, BX\nJMP 0x1000\nRET", "ADDQ $0x1, 0(AX)\nCALL CX\nJNE 0x2004", "lib.F")
	f.Add("ADRP 4096(PC), R27\nMOVBU 561(R27), R1\nCBNZ R27, -1(PC)", "REP; MOVSQ DS:0(SI), ES:0(DI)", "lib.(*T[go.shape.int]).M")
	f.Add(strings.Repeat("MOVUPS 0(AX), X14\nMOVUPS X14, 0(BX)\n", 4)+"DECL CX\nJNE 0x1000", "LOCK\nJ\nCALL \nB 9(PC)", "")
	f.Fuzz(func(t *testing.T, one, other, name string) {
		a, b := listing(name, 0x1000, one), listing(name+".func1", 0x2000, other)
		checkRows(t, Align(a, b), a, b)
		for _, l := range []results.Listing{a, b} {
			if classes := Classes(l); len(classes) != len(l.Instructions) {
				t.Errorf("%d classes of %d instructions", len(classes), len(l.Instructions))
			}
			if MixOf(l).All.Instructions != len(l.Instructions) {
				t.Error("the mix lacks instructions")
			}
			if !Same(l, l) {
				t.Error("a function is not the same as itself")
			}
		}
		for _, p := range Pair([]results.Listing{a, b}, []results.Listing{b, a}) {
			if p.A == nil || p.B == nil || !p.Same {
				t.Error("a function does not go with itself")
			}
		}
	})
}
