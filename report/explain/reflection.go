package explain

// reflection finds work that goes through package reflect, be it that measured code
// calls it or a library that measured code calls.
//
// It takes from the CPU profile what this costs. Calls of reflect in the machine
// code agree, and what the allocation profile has of it. Formatting with package
// fmt is a conversion.
//
// It says nothing where reflecting does not surely cost more.
var reflection = Rule{Name: "reflection", Find: findReflection}

func findReflection(s Side) []Finding {
	claims := isWork(workReflection)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(claims),
		Mechanism: "Values are handled by reflection, which looks up types while the program runs.",
	}
	var e Evidence
	e.Agree(s.cpuText("reflection", claims))
	e.Agree(s.callsText(workReflection, claims, f.Place))
	e.Agree(s.allocatedText(workReflection))
	e.Put(&f)
	return []Finding{f}
}
