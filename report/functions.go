package report

import (
	"strings"

	"github.com/assay-bench/assay/report/symbol"
)

// probePackage is the part of assay that benchmarks call: harness, not what
// is measured.
const probePackage = "github.com/assay-bench/assay/experiments/probe"

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
	pkg := symbol.Package(function)
	name, _, _ := strings.Cut(symbol.Name(function), ".")
	return within(pkg, b.module()) && pkg != probePackage && name != "TestMain"
}

// isBenchmark reports whether a function is a benchmark or a closure of one.
func isBenchmark(function string) bool {
	rest, ok := strings.CutPrefix(symbol.Name(function), "Benchmark")
	return ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z')
}

// isStandard reports whether a package belongs to the standard library, whose
// import paths have no dot in the first element.
func isStandard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}
