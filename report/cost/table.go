package cost

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed kinds.txt
var kindsText string

// kinds is the table in kinds.txt.
var kinds = mustParse(kindsText)

// A pattern stands for functions by their names.
type pattern struct {
	kind Kind

	// name is the name of a function, a type or a package. If prefix is set,
	// it is how names begin.
	name   string
	prefix bool

	// always says that the pattern decides wherever it stands.
	always bool
}

// match reports whether a pattern stands for a function: for its name, or for
// a name that lies within the pattern's, as methods lie within a type,
// closures and instantiations within a function, and all within a package.
func (p *pattern) match(function string) bool {
	rest, ok := strings.CutPrefix(function, p.name)
	return ok && (p.prefix || rest == "" || strings.IndexByte(".[-", rest[0]) >= 0)
}

// A table is patterns, in any order.
type table []pattern

// find is the pattern that a function belongs to, the longest of those that
// match. It is nil where none does.
func (t table) find(function string) *pattern {
	var best *pattern
	for i := range t {
		if p := &t[i]; (best == nil || len(p.name) > len(best.name)) && p.match(function) {
			best = p
		}
	}
	return best
}

// parse reads a table as kinds.txt describes it. Errors name the line.
func parse(text string) (table, error) {
	var t table
	var kind Kind
	seen := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		word := strings.TrimSpace(line)
		switch {
		case word == "":
			continue
		case line[0] != ' ' && line[0] != '\t':
			kind = Kind(word)
			if !slices.Contains(all, kind) {
				return nil, fmt.Errorf("line %d: %q is no kind of work", i+1, word)
			}
			continue
		case kind == "":
			return nil, fmt.Errorf("line %d: pattern %q stands before any kind", i+1, word)
		}
		p := pattern{kind: kind}
		p.name, p.always = strings.CutPrefix(word, "!")
		p.name, p.prefix = strings.CutSuffix(p.name, "*")
		if p.name == "" || strings.ContainsAny(p.name, " \t") {
			return nil, fmt.Errorf("line %d: %q is no pattern", i+1, word)
		}
		if seen[p.name] {
			return nil, fmt.Errorf("line %d: pattern %q is there already", i+1, word)
		}
		seen[p.name] = true
		t = append(t, p)
	}
	return t, nil
}

// mustParse reads the table that is part of the package.
func mustParse(text string) table {
	t, err := parse(text)
	if err != nil {
		panic("kinds.txt: " + err.Error())
	}
	return t
}
