package compiler

import (
	"fmt"
	"strings"
)

// symbol is the name that the linker, and with it pprof, has for a function
// of a package. The compiler prints a dot in the names of local types as
// "·", and symbols escape what would be ambiguous in the import path.
func symbol(pkg, function string) string {
	return prefix(pkg) + "." + strings.ReplaceAll(function, "·", ".")
}

// prefix escapes an import path for use in a symbol: dots after the last
// slash, and everything that is not printable ASCII.
func prefix(path string) string {
	slash := strings.LastIndexByte(path, '/')
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c >= 0x7f || c == '%' || c == '"' || c == '.' && i > slash {
			fmt.Fprintf(&b, "%%%02x", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// generic replaces the type arguments in a name by "...".
func generic(name string) string {
	var b strings.Builder
	depth := 0
	for i := range len(name) {
		switch c := name[i]; {
		case c == '[':
			if depth == 0 {
				b.WriteString("[...")
			}
			depth++
		case c == ']' && depth > 0:
			depth--
			if depth == 0 {
				b.WriteByte(c)
			}
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isWrapper reports whether a name is that of an instantiation by types
// rather than by shapes: a function that passes a dictionary on.
func isWrapper(name string) bool {
	return strings.Contains(name, "[") && !strings.Contains(name, "go.shape.")
}

// within reports whether function is outer or a closure in it. Both are
// generic names.
func within(function, outer string) bool {
	rest, ok := strings.CutPrefix(function, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '-')
}

// unqualify takes the qualifier "pkg." off what a package declares itself.
// The compiler prints it where it compiles a package's generic code in
// another package. Import paths that end in the same word stay.
func unqualify(text, pkg string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, pkg+".")
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(pkg) + 1
		if i > 0 && isPathByte(text[i-1]) {
			b.WriteString(text[:end])
		} else {
			b.WriteString(text[:i])
		}
		text = text[end:]
	}
}

// isPathByte reports whether c can stand within an identifier or an import
// path.
func isPathByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c >= 0x80 || strings.IndexByte("_/.-~%", c) >= 0
}
