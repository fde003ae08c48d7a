// Package symbol takes the names of functions apart, as pprof and the symbol
// table have them, such as "example.com/m/lib.(*List[go.shape.int]).Push". All
// that joins pieces of evidence by function does so by these names.
package symbol

import (
	"regexp"
	"strings"
)

// Package is the import path in a function's name. A name without one, as some
// functions in assembly have, is all there is.
func Package(function string) string {
	// Type arguments hold import paths of their own.
	head, _, _ := strings.Cut(function, "[")
	slash := strings.LastIndexByte(head, '/') + 1
	dot := strings.IndexByte(head[slash:], '.')
	if dot < 0 {
		return head
	}
	return head[:slash+dot]
}

// Name is a function's name within its package.
func Name(function string) string {
	return strings.TrimPrefix(strings.TrimPrefix(function, Package(function)), ".")
}

// Generic replaces the type arguments in a function's name, so that all
// instantiations have one name: "lib.(*List[...]).Push".
func Generic(function string) string {
	var name strings.Builder
	depth := 0
	for _, r := range function {
		switch {
		case r == '[':
			if depth == 0 {
				name.WriteString("[...]")
			}
			depth++
		case r == ']' && depth > 0:
			depth--
		case depth == 0:
			name.WriteRune(r)
		}
	}
	return name.String()
}

// paths is what stands before the last element of import paths.
var paths = regexp.MustCompile(`(?:[\w.~%-]+/)+`)

// Short is text without all but the last element of the import paths in it:
// "lib.(*List[go.shape.int]).Push".
func Short(text string) string { return paths.ReplaceAllString(text, "") }
