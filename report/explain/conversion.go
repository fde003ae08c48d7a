package explain

import (
	"strings"

	"github.com/assay-bench/assay/report/cost"
)

// conversion finds values that are converted: strings to bytes and back, numbers to
// text and back, one interface to another, and all that package fmt formats.
//
// It takes from the CPU profile what this costs, with what conversions copy and
// allocate. Calls in the machine code agree, what the allocation profile has of
// conversions, and why their results escape.
//
// It says nothing where converting does not surely cost more. An object that is
// made for a value to be put into an interface is an allocation.
var conversion = Rule{Name: "conversion", Find: findConversion}

func findConversion(s Side) []Finding {
	claims := isWork(workConversion)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	mechanism, _ := largest(extraBy(s.More.CPU, s.Less.CPU, claims, convertedBy), strings.Compare)
	f := Finding{Claims: claims, Place: s.place(claims), Mechanism: mechanism}
	var e Evidence
	e.Agree(s.cpuText("conversions", claims))
	e.Agree(s.callsText(workConversion, claims, f.Place))
	if text := s.allocatedText(workConversion); text != "" {
		e.Agree(text)
		if x := s.More.escapeAt(f.Place); x != nil {
			e.Agree(x.text())
		}
	}
	e.Put(&f)
	return []Finding{f}
}

// conversions say what functions convert, by how their names begin.
var conversions = []struct{ function, mechanism string }{
	{"runtime.slicebytetostring", "Bytes are copied to make a string of them."},
	{"runtime.stringtoslicebyte", "A string is copied to make bytes of it."},
	{"runtime.slicerunetostring", "Runes and strings are converted into each other."},
	{"runtime.stringtoslicerune", "Runes and strings are converted into each other."},
	{"runtime.intstring", "Runes and strings are converted into each other."},
	{"strconv.", "Numbers and text are converted into each other."},
	{"internal/strconv.", "Numbers and text are converted into each other."},
	{"fmt.", "Text is formatted by package fmt."},
}

// convertedBy says what an entry of a conversion converts.
func convertedBy(e *cost.Entry) string {
	function := e.Via
	if askedFor(function) != workConversion {
		function = e.Function
	}
	for _, c := range conversions {
		if strings.HasPrefix(function, c.function) {
			return c.mechanism
		}
	}
	return "Values are converted from one interface to another."
}
