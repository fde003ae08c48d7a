package explain

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/symbol"
)

// division finds integer divisions and remainders that More computes with the
// processor's division and Less does not. One takes ten to forty cycles, where
// a shift or a multiplication takes one to four.
//
// It looks for the division instructions of amd64 and arm64, in loops or with
// samples on them. It accounts for the samples on them and on the two
// instructions behind each, which wait for the result.
//
// It says nothing where Less runs as many, or where the machine code of either
// arm is not recorded. Divisions by a constant are none: the compiler makes
// multiplications of them.
var division = Rule{Name: "division", Find: findDivision}

func findDivision(s Side) []Finding {
	c, ok := s.contrast(spotsOf(assembly.Division, 0, 2))
	if !ok {
		return nil
	}
	mnemonic, _, _ := strings.Cut(c.more.body.Instructions[c.more.at].Text, " ")
	f := Finding{
		Mechanism: fmt.Sprintf("%s divides integers (%s), where %s has %s.",
			symbol.Short(c.more.body.Function), mnemonic, s.Less.Name, c.fewer("no division", "fewer divisions")),
		Place:  c.more.body.where(c.more.at),
		Claims: s.inPlaceOf(c.more.functions),
		Amount: &c.extra,
	}
	var e Evidence
	e.Agree(c.codeText(s, "division", "divisions"))
	e.Agree(c.sampleText("a division and the two instructions behind it"))
	line := c.more.body.source(c.more.at)
	if statement, _, _ := strings.Cut(line, "//"); strings.ContainsAny(statement, "/%") {
		e.Agree(fmt.Sprintf("source: %s has %q", at(f.Place), line))
	}
	e.Put(&f)
	return s.worth(f)
}
