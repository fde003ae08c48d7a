package explain

import (
	"strings"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/symbol"
)

// maps finds work on maps: looking up, inserting and removing entries, hashing
// their keys, and growing, for which tables are allocated and entries moved.
//
// It takes from the CPU profile what maps cost, with what they allocate, and which
// of these it mostly is. Calls in the machine code agree, and what the allocation
// profile has of maps.
//
// It says nothing where maps do not surely cost more.
var maps = Rule{Name: "map", Find: findMaps}

func findMaps(s Side) []Finding {
	claims := isWork(workMap)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(claims),
		Mechanism: "Entries of a map are looked up, inserted or removed.",
	}
	parts := extraBy(s.More.CPU, s.Less.CPU, claims, mapPart)
	made := s.allocatedText(workMap)
	switch all := s.Extra(claims).Value; {
	case parts[mapGrowth] > all/3, made != "":
		f.Mechanism = "A map grows while it is filled: tables are allocated, and entries are moved to them."
	case parts[mapHashing] > all/3:
		f.Mechanism = "Keys are hashed to find them in a map."
	}
	var e Evidence
	e.Agree(s.cpuText("maps", claims))
	e.Agree(s.callsText(workMap, claims, f.Place))
	e.Agree(made)
	e.Put(&f)
	return []Finding{f}
}

// The parts of the work on maps that are told apart.
const (
	mapGrowth  = "growth"
	mapHashing = "hashing"
	mapAccess  = "access"
)

// growing are words in the names of functions that make tables or fill them
// anew.
var growing = []string{"grow", "rehash", "split", "newtable", "newmap", "makemap", "uncheckedputslot", "newgroups"}

// mapPart is the part of the work on maps that an entry belongs to.
func mapPart(e *cost.Entry) string {
	name := symbol.Name(e.Function)
	name = strings.ToLower(name)
	for _, word := range growing {
		if strings.Contains(name, word) {
			return mapGrowth
		}
	}
	switch {
	case isAllocator(e.Function):
		return mapGrowth
	case strings.Contains(strings.ToLower(e.Function), "hash"): // also aeshashbody, which has no package
		return mapHashing
	}
	return mapAccess
}
