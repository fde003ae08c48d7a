package structs

import (
	"net/url"
	"strings"
)

// Package is the import path of the package that a function or a type is
// declared in, by its name as pprof shows it. It is empty for what has no
// package, such as "struct { x int }".
func Package(name string) string {
	// Type arguments have import paths of their own.
	name, _, _ = strings.Cut(name, "[")
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return ""
	}
	pkg := name[:slash+1+dot]
	if strings.ContainsAny(pkg, " *<{:") {
		return "" // the path of something within the name
	}
	// Names escape dots after the last slash, and everything that is not
	// printable ASCII, as URLs do.
	if path, err := url.PathUnescape(pkg); err == nil {
		return path
	}
	return pkg
}
