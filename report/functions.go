package report

import "strings"

// probePackage is the part of assay that benchmarks call: harness, not what
// is measured.
const probePackage = "github.com/assay-bench/assay/experiments/probe"

// packageOf is the import path in a function's name as pprof shows it, such
// as "example.com/m/lib" of "example.com/m/lib.(*List[go.shape.int]).Push".
func packageOf(function string) string {
	// Type arguments hold import paths of their own.
	head, _, _ := strings.Cut(function, "[")
	slash := strings.LastIndexByte(head, '/') + 1
	dot := strings.IndexByte(head[slash:], '.')
	if dot < 0 {
		return head
	}
	return head[:slash+dot]
}

// module is the module under test, as far as the record tells.
func (b *builder) module() string {
	if m := b.record.Run.Module; m != "" && within(b.in.Package, m) {
		return m
	}
	return b.in.Package
}

// within reports whether a package lies in a module. The tests of a package
// may be one of their own, whose name ends in _test.
func within(pkg, module string) bool {
	return module != "" && (pkg == module || pkg == module+"_test" || strings.HasPrefix(pkg, module+"/"))
}

// inModule reports whether a function belongs to what is measured. Of the
// harness, package probe and TestMain do not; the benchmark itself does.
func (b *builder) inModule(function string) bool {
	pkg := packageOf(function)
	name, _, _ := strings.Cut(inPackage(function), ".")
	return within(pkg, b.module()) && pkg != probePackage && name != "TestMain"
}

// isBenchmark reports whether a function is a benchmark or a closure of one.
func isBenchmark(function string) bool {
	rest, ok := strings.CutPrefix(inPackage(function), "Benchmark")
	return ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z')
}

// inPackage is a function's name within its package.
func inPackage(function string) string {
	return strings.TrimPrefix(strings.TrimPrefix(function, packageOf(function)), ".")
}

// isStandard reports whether a package belongs to the standard library, whose
// import paths have no dot in the first element.
func isStandard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

// generic replaces the type arguments in a function's name, so that all
// instantiations have one name.
func generic(function string) string {
	open := strings.IndexByte(function, '[')
	if open < 0 {
		return function
	}
	var name strings.Builder
	depth := 0
	for _, r := range function {
		if r == '[' {
			if depth == 0 {
				name.WriteString("[...]")
			}
			depth++
		}
		if depth == 0 {
			name.WriteRune(r)
		}
		if r == ']' && depth > 0 {
			depth--
		}
	}
	return name.String()
}
