package assembly

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

// listing makes a function of instructions, one a line, four bytes each from
// an address on. An instruction's line in the source is that in the text.
func listing(function string, from uint64, text string) results.Listing {
	l := results.Listing{Function: function, File: "lib/lib.go"}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		in := results.Instruction{Address: from + uint64(4*i), File: "lib.go", Line: i + 1, Text: strings.TrimSpace(line)}
		mnemonic, operand, _ := strings.Cut(in.Text, " ")
		target, direct := strings.CutSuffix(operand, "(SB)")
		switch {
		case mnemonic == "CALL" && direct:
			in.Call, in.Target = "direct", target
		case mnemonic == "CALL":
			in.Call = "indirect"
		case mnemonic == "LOCK":
			in.Locked = true
		case strings.HasPrefix(mnemonic, "J"), strings.HasPrefix(mnemonic, "B"), strings.HasPrefix(mnemonic, "CB"):
			in.Branch = true
		}
		l.Instructions = append(l.Instructions, in)
	}
	return l
}

// recorded reads functions that go tool objdump took apart, with the samples
// of a profile, from the pairs that package explain is tested with.
func recorded(t *testing.T, pair, function string) results.Listing {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "explain", "testdata", "code", pair+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var arms []struct{ Listings []results.Listing }
	if err := json.Unmarshal(data, &arms); err != nil {
		t.Fatal(err)
	}
	for _, arm := range arms {
		for _, l := range arm.Listings {
			if l.Function == function {
				return l
			}
		}
	}
	t.Fatalf("pair %s has no function %s", pair, function)
	return results.Listing{}
}
